// A story looks the same whatever was shown before it: all of them share the browser's history.
import { openStories, showStory } from '../a11y/stories.mjs';

/** Stories of the journey one after the other, and the step of each. The later ones would continue at the step before. */
const SHOWN = [
  ['resumed', 'consent'],
  ['end', 'end'],
  ['start', 'company'],
  ['later-screen', 'applicant'],
  ['filled-in', 'company'],
];

export async function checkOrder(browser, url) {
  const id = (name) => `journey-lending-onboarding--${name}`;
  const findings = [];
  const page = await openStories(browser, url, id('start'), (error) => findings.push(error));
  for (const [name, wanted] of SHOWN) {
    await showStory(page, id(name));
    const step = await page.$eval('lending-onboarding', ({ step }) => step);
    if (step !== wanted)
      findings.push(`The story “${name}” shows the step “${step}” after another story, and “${wanted}” alone.`);
  }
  await page.close();
  return findings;
}
