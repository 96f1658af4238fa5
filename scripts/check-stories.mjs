// Opens every built story, and fails where one logs an error, or where somebody could not see, reach or read what it shows.
import process from 'node:process';
import puppeteer from 'puppeteer-core';
import { idleExplanations } from './a11y/explained.mjs';
import { missingStates } from './a11y/states.mjs';
import { listStories, openStories, serveStories } from './a11y/stories.mjs';
import { sweep, VIEWS } from './a11y/sweep.mjs';
import { resolveChromium } from './browser.mjs';

/** As many as there are cores in the smallest machine that these run on. */
const PAGES = 2;

// `npm run storybook:check -- consent` looks at the stories with that word in their names.
const [word = ''] = process.argv.slice(2);
const stories = (await listStories()).filter((id) => id.includes(word));
if (stories.length === 0) throw new Error(`No story has “${word}” in its name.`);
const waiting = [...stories];
const findings = word ? [] : missingStates(stories);
const server = await serveStories();
const browser = await puppeteer.launch(await resolveChromium());
try {
  await Promise.all(Array.from({ length: PAGES }, () => look()));
} finally {
  await browser.close();
  server.close();
}
if (!word) findings.push(...idleExplanations());
if (findings.length > 0) {
  console.error(`${findings.join('\n')}\n${findings.length} findings in ${stories.length} stories.`);
  process.exitCode = 1;
} else {
  console.log(`${stories.length} stories, each in ${VIEWS.length} views: ${VIEWS.map(({ name }) => name).join('; ')}.`);
  console.log('No error; axe and IBM’s engine find nothing that is not explained, and neither does what we measure.');
}

/** One page takes the next story that waits, until none does. */
async function look() {
  let shown = 'the first page';
  const open = () => openStories(browser, server.url, stories[0], (error) => findings.push(`${shown}: ${error}`));
  let page = await open();
  for (let id = waiting.shift(); id; id = waiting.shift()) {
    shown = id;
    // A browser that has only just started can load its first page a second time, under our hands.
    const found = await sweep(page, id).catch(async (error) => {
      if (!/context was destroyed/.test(error.message)) throw error;
      page = await open();
      return sweep(page, id);
    });
    findings.push(...found);
  }
}
