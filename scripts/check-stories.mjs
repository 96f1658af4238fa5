// Opens every built story. Fails if a story logs an error, has an accessibility problem, or has a control that changes nothing.
// Also checks the pages of the built Storybook.
import process from 'node:process';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { unusedExplanations } from './a11y/explained.mjs';
import { listStories, openStories, serveStories } from './a11y/stories.mjs';
import { sweep, sixthOfViews, VIEWS } from './a11y/sweep.mjs';
import { resolveChromium } from './browser.mjs';
import { checkOrder, checkSite } from './storybook/site.mjs';

const STATES = ['empty', 'filled', 'errors', 'pending', 'failed', 'done'];
const STEPS = ['company', 'applicant', 'review', 'documents', 'prequalification', 'consent'];
/** States with another story name, or undefined for states that a step does not have. */
const EXCEPTIONS = {
  'company pending': undefined, // This step makes no call.
  'applicant pending': undefined,
  'consent empty': 'unticked',
  'consent filled': 'ticked',
};

/** Another value for a control, by its type. */
const OTHER = { color: '#aa00aa', text: 'Georgia' };
const OTHER_VALUES = { steps: 'company applicant review', canChangeFigures: false };

/** The number of cores of the smallest machine that runs this check. */
const PAGES = 2;

// `npm run test:stories -- consent` checks only the stories with that word in their names. `--short` checks each story in a
// sixth of the views, and in each view a sixth of the stories.
const {
  values: { short: isShort = false },
  positionals: [word = ''],
} = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true });
const stories = (await listStories()).filter((id) => id.includes(word));
if (stories.length === 0)
  throw new Error(`No story has “${word}” in its name. Leave the word out to check all stories.`);
const queue = stories.map((id, at) => [id, isShort ? sixthOfViews(at) : VIEWS]);
const findings = word ? [] : missingStates(stories);
const server = await serveStories();
const browser = await puppeteer.launch(await resolveChromium());
try {
  if (!word) findings.push(...(await checkSite(browser, server.url)), ...(await checkOrder(browser, server.url)));
  await Promise.all(Array.from({ length: PAGES }, () => checkStories()));
} finally {
  await browser.close();
  server.close();
}
if (!word && !isShort) findings.push(...unusedExplanations());
if (findings.length > 0) {
  console.error(`${findings.join('\n')}\n${findings.length} findings in ${stories.length} stories.`);
  process.exitCode = 1;
} else {
  const count = isShort ? `a sixth of ${VIEWS.length}` : VIEWS.length;
  console.log(`${stories.length} stories, each in ${count} views: ${VIEWS.map(({ name }) => name).join('; ')}.`);
  console.log(
    'No story logs an error, and every control changes its story. axe, IBM’s engine and our own measurements found no unexplained problem.',
  );
}

/** Checks stories from the queue in one page, until the queue is empty. */
async function checkStories() {
  let current = 'the first page';
  const page = await openStories(browser, server.url, stories[0], (error) => findings.push(`${current}: ${error}`));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [id, views] = next;
    current = id;
    try {
      findings.push(...(await sweep(page, id, views)), ...(await checkControls(page, id)));
    } catch (error) {
      findings.push(`${id}: ${error.message}`);
    }
  }
}

/** Returns the states of the steps that have no story. */
function missingStates(stories) {
  const wanted = STEPS.flatMap((step) => STATES.map((state) => `${step} ${state}`));
  return wanted.flatMap((one) => {
    const [step, state] = one.split(' ');
    const name = one in EXCEPTIONS ? EXCEPTIONS[one] : state;
    return name && !stories.includes(`steps-lending-${step}--${name}`)
      ? [`The step “${step}” has no story for its state “${state}”.`]
      : [];
  });
}

/** Checks that every control of the story that the page shows changes the story, and that a reset of the controls undoes it. */
function checkControls(page, id) {
  return page.evaluate(
    async (storyId, others, exceptions) => {
      const { looks } = await import('/measures/tree.mjs');
      const { setAppearance } = await import('/measures/appearance.mjs');
      // The fonts of the sweep would hide the control of the typeface.
      await setAppearance({ scheme: 'light', dir: 'ltr' });
      const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
      const { argTypes } = globalThis.__STORYBOOK_PREVIEW__.currentRender.story;
      const rendered = async (event, details) => {
        const isRendered = new Promise((resolve) => channel.once('storyRendered', resolve));
        channel.emit(event, { storyId, ...details });
        await isRendered;
        // The element renders the new value.
        for (let frames = 2; frames > 0; frames--) await new Promise((resolve) => requestAnimationFrame(resolve));
        return looks();
      };
      const findings = [];
      // Texts can change by themselves, for example while a call takes long. The colours of the element do not.
      const ownLook = () =>
        looks()
          .split('\n')
          .find((line) => line.startsWith('lending-'));
      const first = ownLook();
      let last = looks();
      for (const [name, { control }] of Object.entries(argTypes)) {
        const type = control?.type;
        if (!type || control.disable) continue;
        const value = exceptions[name] ?? others[type];
        if (value === undefined)
          throw new Error(`The control ${name} has no other value in scripts/check-stories.mjs.`);
        const now = await rendered('updateStoryArgs', { updatedArgs: { [name]: value } });
        if (now === last) findings.push(`the control ${name} changes nothing`);
        last = now;
      }
      await rendered('resetStoryArgs', {});
      if (ownLook() !== first) findings.push('a reset of the controls leaves it changed');
      return findings.map((finding) => `${storyId}: ${finding}`);
    },
    id,
    OTHER,
    OTHER_VALUES,
  );
}
