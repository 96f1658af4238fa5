// Goes through the journey as an applicant would: by what is on the screen.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';

const { 'addresses.0.status': _, ...applicant } = typedApplicant();
/** What is typed; how somebody lives there is chosen. */
export const SAMPLE = {
  company: typedCompany(),
  applicant,
  prequalification: { funding_amount: '25,000', monthly_revenue: '10,000' },
};

/** Milliseconds between two presses of somebody who means both: a button that takes the place of another ignores a second tap. */
const APART = 500;
const presses = new WeakMap();

const deep = (page, selector) => page.locator(`>>> ${selector}`).setTimeout(10_000);

/** Presses a button, as soon after the one before as people do. */
export async function click(page, selector) {
  await setTimeout(APART - (Date.now() - (presses.get(page) ?? 0)));
  await deep(page, selector).click();
  presses.set(page, Date.now());
}

/** The heading that is shown, once it is this one. */
export async function reach(page, heading) {
  const found = await page
    .waitForFunction(
      (wanted) => {
        const roots = [document];
        for (const root of roots) {
          for (const element of root.querySelectorAll('*')) {
            if (element.shadowRoot) roots.push(element.shadowRoot);
            if (element.localName === 'h2' && element.textContent.trim() === wanted) return true;
          }
        }
        return false;
      },
      { timeout: 10_000 },
      heading,
    )
    .catch(() => undefined);
  assert.ok(found, `the heading “${heading}” is shown`);
}

export async function type(page, values) {
  for (const [name, text] of Object.entries(values)) await deep(page, `input[name="${name}"]`).fill(text);
}

export const press = (page, part = 'submit') => click(page, `button[part="${part}"]`);

/** Presses the button with these words. */
export const pressWords = (page, words) => click(page, `button ::-p-text(${words})`);

export async function choose(page, name, value) {
  await deep(page, `input[name="${name}"][value="${value}"]`).click();
}

/** What is said beside a field. */
export const errorOf = (page, name) =>
  page.$eval(`>>> [id="${name}-error"]`, (element) => element.textContent.replace(/\s+/g, ' ').trim());

/** The lines of the error summary. */
export const summary = (page) =>
  page.$$eval('>>> #summary li', (items) => items.map((item) => item.textContent.trim()));

/** What stands in the inputs, by name. */
export const typed = (page) =>
  page.$$eval('>>> input[name]:not([type="radio"])', (inputs) =>
    Object.fromEntries(inputs.map((input) => [input.name, input.value])),
  );

/** The id of the element that has the focus, through shadow roots. */
export const focused = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.id;
  });

export async function fillCompany(page, values = SAMPLE.company) {
  await reach(page, 'Your business');
  await type(page, values);
}

export async function fillApplicant(page, values = SAMPLE.applicant) {
  await reach(page, 'About you');
  await type(page, values);
  await choose(page, 'addresses.0.status', 'tenant');
}

/** Fills in the first two steps, and goes on to the answers. */
export async function goToReview(page) {
  await fillCompany(page);
  await press(page);
  await fillApplicant(page);
  await press(page);
  await reach(page, 'Check your answers');
}

/** Fills in the first two steps, and creates the application. */
export async function goToDocuments(page) {
  await goToReview(page);
  await press(page);
  await reach(page, 'Add documents');
}

export async function addDocument(page, path) {
  await reach(page, 'Add documents');
  const input = await page.waitForSelector('>>> input[type="file"]');
  await input.uploadFile(path);
}

export async function fillPrequalification(page, values = SAMPLE.prequalification) {
  await reach(page, 'The funding you need');
  await type(page, values);
  await choose(page, 'any_ccj', 'no');
}

export async function tickConsent(page) {
  await reach(page, 'Before you get offers');
  await deep(page, 'input#agree').click();
}
