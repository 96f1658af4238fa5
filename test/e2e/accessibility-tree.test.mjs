// Compares the accessibility tree of every step (empty, with errors, filled, pending and failed) with the texts in `snapshots/`.
// `UPDATE=1 npm test -- test/e2e/accessibility-tree.test.mjs` updates them. Read the changes as a screen reader user would hear
// them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import process from 'node:process';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { differences, heard, listen, treeOf } from './heard.mjs';
import { useStage } from './stage.mjs';

const FOLDER = new URL('snapshots/', import.meta.url);
/** The file of a state has all states of its step. */
const fileOf = (name) => name.replace('history', 'applicant').replace('end', 'offers').split('-')[0];
/** The words in the snapshots, by their names. */
const KEPT = new Map(
  fs
    .readdirSync(FOLDER)
    .flatMap((file) => fs.readFileSync(new URL(file, FOLDER), 'utf8').split(/^# /m).slice(1))
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trimEnd()]),
);
/** The date is fixed, because questions about the past depend on it. */
const TODAY = Date.UTC(2026, 5, 15, 12);
/** An applicant who moved this year and gives one earlier address. */
const MOVED = { 'addresses.0.start_date.year': '2026' };
const FORMER = {
  'addresses.1.house_number': '9',
  'addresses.1.line_1': 'Former Street',
  'addresses.1.city': 'Leeds',
  'addresses.1.postcode': 'LS1 4AP',
  'addresses.1.start_date.day': '1',
  'addresses.1.start_date.month': '6',
  'addresses.1.start_date.year': '2025',
};

async function listening(page) {
  await page.evaluateOnNewDocument((today) => {
    globalThis.Date = class extends Date {
      constructor(...parts) {
        super(...(parts.length > 0 ? parts : [today]));
      }
    };
  }, TODAY);
  await listen(page);
}

describe('the accessibility tree of each step', { timeout: 120_000 }, () => {
  let page;
  let held;
  /** The lines of the states so far, by their names. */
  const seen = new Map();
  /** The words so far, by their names. */
  const now = new Map();
  const stage = useStage({ fault: (_request, response) => held && (held.push(response), true) }, listening);
  before(() => ({ page } = stage));

  /** Returns the lines of the tree, or its differences from an earlier state of the same step, if there are fewer. */
  async function newLines(name) {
    await page.waitForSelector('>>> .leaving *', { hidden: true });
    const lines = await treeOf(page);
    const earlier = [...seen].filter(([other]) => fileOf(other) === fileOf(name));
    const changes = earlier.map(([other, before]) => [`As ${other}, except:`, ...differences(before, lines)]);
    seen.set(name, lines);
    return [lines, ...changes].reduce((least, one) => (one.length < least.length ? one : least));
  }

  /** Compares the current tree and the announcements since the last call with the snapshot. */
  async function sounds(name) {
    // The answers are saved a moment after they were typed.
    await page.waitForSelector('>>> [part="saved"] ::-p-text(Saving…)', { hidden: true });
    const said = await heard(page);
    const told = said.length > 0 ? ['Said:', ...said].join('\n  ') : 'Said: nothing';
    now.set(name, [told, '', ...(await newLines(name))].join('\n'));
    if (process.env.UPDATE) return;
    assert.equal(
      now.get(name),
      KEPT.get(name),
      `A screen reader gets other words in ${name}. If you meant that, run UPDATE=1 npm test -- test/e2e/accessibility-tree.test.mjs, and read the changes.`,
    );
  }

  // Changes in shadow roots are only noticed by polling, which `visible` makes puppeteer do.
  const shown = (selector) => page.waitForSelector(`>>> ${selector}`, { visible: true });

  const press = (words) => applicant.pressWords(page, words);

  /** Waits until the review has questioned the unlikely answers and has announced that: their module loads after the step. */
  async function questioned() {
    await applicant.reach(page, 'Check your answers');
    await shown('[part="warning"]');
    await page.waitForFunction(() => globalThis.said.some((words) => words.includes('look unusual')));
    await heard(page);
  }

  async function reject(step) {
    await applicant.press(page);
    await shown('#summary');
    // The help without a registration number loads with the first focus.
    if (step === 'company') await shown('a[href^="tel:"]');
    await sounds(`${step}-errors`);
  }

  /** Submits a step twice: the lender is slow and fails at the first attempt, and succeeds at the second. */
  async function send(step, next) {
    held = [];
    await applicant.press(page);
    await shown('[part="submit"][aria-disabled="true"]');
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // An upload is pending until the whole document was sent.
    if (step === 'documents') await shown('::-p-text(100%)');
    await sounds(`${step}-pending`);
    const waiting = held;
    held = undefined;
    // After a status of 500 it would be unknown whether the application was created.
    for (const response of waiting) response.writeHead(step === 'review' ? 429 : 500).end('{}');
    await shown(':is(#failure, #summary)');
    await sounds(`${step}-failed`);
    await applicant.press(page);
    await applicant.reach(page, next);
  }

  it('is the expected one for the business', async () => {
    await applicant.reach(page, 'Your business');
    // It loads after the step.
    await shown('[part="saved"]');
    await sounds('company-empty');
    await reject('company');
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    await shown('[part="saved"] button');
  });

  it('is the expected one for the applicant', async () => {
    await sounds('applicant-empty');
    await reject('applicant');
    await applicant.fillApplicant(page);
    await applicant.press(page);
    await questioned();
  });

  it('is the expected one for earlier addresses, also with errors', async () => {
    await applicant.press(page, 'back');
    await applicant.reach(page, 'About you');
    await sounds('applicant-filled');
    await applicant.type(page, MOVED);
    // A date is checked when it loses the focus.
    await page.keyboard.press('Tab');
    await applicant.type(page, FORMER);
    await page.keyboard.press('Tab');
    await applicant.choose(page, 'addresses.1.country_code', 'UK');
    await applicant.choose(page, 'addresses.1.status', 'tenant');
    await shown('[id="addresses.2-group"]');
    await sounds('history-filled');
    await reject('history');
    await applicant.fillApplicant(page);
    // With the earlier date, no earlier address is missing, but the one that is there is later, so nothing is called right.
    await page.waitForSelector('>>> #summary', { hidden: true });
    await applicant.press(page, 'remove');
    await applicant.press(page);
    await questioned();
  });

  it('is the expected one for the review', async () => {
    await sounds('review-filled');
    await applicant.press(page, 'back');
    await applicant.reach(page, 'About you');
    await applicant.press(page, 'back');
    await applicant.reach(page, 'Your business');
    await sounds('company-filled');
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    await applicant.press(page);
    await questioned();
    await send('review', 'Add documents');
  });

  it('is the expected one for the documents', async () => {
    await sounds('documents-empty');
    await applicant.press(page, 'back');
    await applicant.reach(page, 'Your answers');
    await sounds('review-created');
    await applicant.press(page);
    await applicant.reach(page, 'Add documents');
    await applicant.addDocument(page, await applicant.writeStatement());
    await shown('[part="file"]');
    await sounds('documents-filled');
    await send('documents', 'The funding you need');
  });

  it('is the expected one for the figures', async () => {
    await sounds('prequalification-empty');
    await reject('prequalification');
    await applicant.fillPrequalification(page);
    await page.waitForSelector('>>> #summary', { hidden: true });
    await sounds('prequalification-filled');
    await send('prequalification', 'Before you get offers');
  });

  it('is the expected one for the consent', async () => {
    await sounds('consent-empty');
    await reject('consent');
    await press('I do not agree');
    await applicant.reach(page, 'You have not asked for offers');
    await sounds('consent-declined');
    await press('Read the agreement again');
    await applicant.tickConsent(page);
    await sounds('consent-filled');
    await send('consent', 'Your offers');
    await shown('h4');
    await sounds('offers');
  });

  it('is the expected one for the end without a widget', async () => {
    await page.$eval('lending-onboarding', (journey) => {
      journey.steps = 'company applicant review documents prequalification consent';
      journey.step = 'end';
    });
    await applicant.reach(page, 'Lenders are looking at your application');
    await sounds('end');
  });

  it('is compared with every file in the folder of snapshots', () => {
    if (!process.env.UPDATE) return assert.deepEqual([...KEPT.keys()].sort(), [...now.keys()].sort());
    for (const file of new Set([...now.keys()].map(fileOf))) {
      const states = [...now].filter(([name]) => fileOf(name) === file);
      const text = states.map(([name, words]) => `# ${name}\n${words}\n`).join('\n');
      fs.writeFileSync(new URL(`${file}.txt`, FOLDER), text);
    }
    return undefined;
  });
});
