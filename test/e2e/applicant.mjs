// Completes the journey as an applicant does, by the visible texts.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { typedApplicant, typedCompany } from '../../stories/support/samples.mjs';
import { HEADINGS } from './walk/walk.mjs';

const { 'addresses.0.status': _, ...applicant } = typedApplicant();
/** The typed values. The residential status is chosen, not typed. */
export const SAMPLE = {
  company: typedCompany(),
  applicant,
  prequalification: { funding_amount: '25,000', monthly_revenue: '10,000' },
};

/** Milliseconds between two intended presses. A button that replaces another one ignores a second tap for a moment. */
const APART = 500;
/** The longest wait of an applicant, in milliseconds. */
const LIMIT = 20_000;
const presses = new WeakMap();

const deep = (page, selector) => page.locator(`>>> ${selector}`).setTimeout(LIMIT);

/** Presses a button, at the speed of a person. */
export async function click(page, selector) {
  await setTimeout(APART - (Date.now() - (presses.get(page) ?? 0)));
  await deep(page, selector).click();
  presses.set(page, Date.now());
}

export async function reach(page, heading) {
  const found = await page
    .waitForFunction(
      (wanted) => {
        const roots = [document];
        let isThere = false;
        for (const root of roots) {
          // The last step stays for a moment, out of sight.
          if (root.querySelector('.leaving *')) return false;
          for (const element of root.querySelectorAll('*')) {
            if (element.shadowRoot) roots.push(element.shadowRoot);
            if (element.localName === 'h2' && element.textContent.trim() === wanted) isThere = true;
          }
        }
        return isThere;
      },
      { timeout: LIMIT },
      heading,
    )
    .catch(() => undefined);
  assert.ok(found, `the heading “${heading}” is shown`);
}

export async function type(page, values) {
  for (const [name, text] of Object.entries(values)) await deep(page, `input[name="${name}"]`).fill(text);
}

export const press = (page, part = 'submit') => click(page, `button[part="${part}"]`);

export const pressWords = (page, words) => click(page, `button ::-p-text(${words})`);

export async function choose(page, name, value) {
  await deep(page, `input[name="${name}"][value="${value}"]`).click();
}

/** Navigates in the history like the browser's Back and Forward buttons. */
export async function travel(page, by) {
  const session = await page.createCDPSession();
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex + by].id });
  await session.detach();
}

/**
 * Waits until a field of the current step has this value. A page that is rendered again first asks the backend for the draft's owner.
 * A router may show a preview and then render the page again, so that the journey is missing for a moment. An error here would end
 * the wait, and count as an error of the page.
 */
export const filled = (page, field, value) =>
  page.waitForFunction(
    (name, wanted) => {
      const step = document.querySelector('lending-onboarding')?.shadowRoot?.querySelector('#current');
      return step?.shadowRoot?.querySelector(`[name="${name}"]`)?.value === wanted;
    },
    { timeout: LIMIT },
    field,
    value,
  );

export const errorOf = (page, name) =>
  page.$eval(`>>> [id="${name}-error"]`, (element) => element.textContent.replace(/\s+/g, ' ').trim());

export const summary = (page) =>
  page.$$eval('>>> #summary li', (items) => items.map((item) => item.textContent.trim()));

/** Returns the id of the focused element, through shadow roots. */
export const focused = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.id;
  });

/** Waits until the element with this id has the focus, through shadow roots. */
export const focusOn = (page, id) =>
  page.waitForFunction(
    (id) => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.id === id;
    },
    { timeout: 10_000 },
    id,
  );

/** Returns the input for files, which is out of sight, when its buttons are there. */
export async function fileInput(page) {
  await page.waitForSelector('>>> .field .actions button', { visible: true });
  return page.$('>>> input[type="file"]');
}

const FILL = {
  company: (page, values = SAMPLE.company) => type(page, values),
  async applicant(page, values = SAMPLE.applicant) {
    await type(page, values);
    await choose(page, 'addresses.0.status', 'tenant');
  },
  async documents(page, file) {
    await (await fileInput(page)).uploadFile(file);
  },
  async figures(page, values = SAMPLE.prequalification) {
    await type(page, values);
    await choose(page, 'any_ccj', 'no');
  },
  consent: (page) => deep(page, 'input#agree').click(),
};

/** Fills in a step, with these answers or with the samples. */
export async function fill(page, step, answers) {
  await reach(page, HEADINGS[step]);
  await FILL[step]?.(page, answers);
}

export const fillCompany = (page, values) => fill(page, 'company', values);
export const fillApplicant = (page, values) => fill(page, 'applicant', values);
export const addDocument = (page, file) => fill(page, 'documents', file);
export const fillPrequalification = (page, values) => fill(page, 'figures', values);
export const tickConsent = (page) => fill(page, 'consent');

export async function agree(page) {
  await tickConsent(page);
  await press(page);
  await reach(page, HEADINGS.offers);
}

/**
 * Goes to the heading of a step, with the samples, from the first step or from another one. `document` is a file to send. `headings` are
 * those of another language. `look` gets the name of each step that is filled in, before Continue.
 */
export async function goTo(page, last, { from = 'company', document, headings = HEADINGS, look } = {}) {
  const names = Object.keys(HEADINGS);
  for (const step of names.slice(names.indexOf(from), names.indexOf(last))) {
    await reach(page, headings[step]);
    const isSkipped = step === 'documents' && !document;
    if (!isSkipped) await FILL[step]?.(page, step === 'documents' ? document : undefined);
    if (step === 'documents' && document) await page.waitForSelector('>>> [part="file"]', { visible: true });
    await look?.(step);
    await (isSkipped ? pressWords(page, 'Skip for now') : press(page));
  }
  await reach(page, headings[last]);
}

/** Runs in the page before all other scripts: stores the last reported step. */
export function watch() {
  globalThis.told = 'company';
  addEventListener('lending-step-changed', ({ step }) => (globalThis.told = step), true);
}

/** Waits until the backend has saved the answers of the open step. */
export const written = (page) =>
  page.waitForFunction(async () => {
    const { step, draft } = document.querySelector('lending-onboarding') ?? {};
    if (!step || step !== globalThis.told) return false;
    const response = await fetch('/api/lending/draft', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lending-elements': '1' },
      body: '{"load":true}',
    });
    const { saved } = await response.json();
    return JSON.stringify(saved?.draft.inputs[step]) === JSON.stringify(draft.inputs[step]);
  });

export const fields = (page) =>
  page.$$eval('>>> input[name], >>> select[name]', (inputs) =>
    Object.fromEntries(
      inputs.filter(({ type, checked }) => type !== 'radio' || checked).map(({ name, value }) => [name, value]),
    ),
  );

/** Waits until the pending call has failed, and returns the text of the panel. */
export async function failure(page) {
  const panel = await page.waitForSelector('>>> #failure', { visible: true, timeout: 15_000 });
  return panel.evaluate((element) => element.textContent.replace(/\s+/g, ' '));
}

export const STATEMENT = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 46>>stream
BT /F 12 Tf 20 50 Td (Bank statement) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

export async function writeStatement(padding = 0) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'statement-'));
  const file = path.join(folder, 'statement june.pdf');
  await fs.writeFile(file, padding ? STATEMENT.replace('trailer', `%${' '.repeat(padding)}\ntrailer`) : STATEMENT);
  return file;
}
