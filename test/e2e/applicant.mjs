// Completes the journey as an applicant does, by the visible texts.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';

const { 'addresses.0.status': _, ...applicant } = typedApplicant();
/** The typed values. The residential status is chosen, not typed. */
export const SAMPLE = {
  company: typedCompany(),
  applicant,
  prequalification: { funding_amount: '25,000', monthly_revenue: '10,000' },
};

/** Milliseconds between two intended presses. A button that replaces another one ignores a second tap for a moment. */
const APART = 500;
const presses = new WeakMap();

const deep = (page, selector) => page.locator(`>>> ${selector}`).setTimeout(10_000);

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
    { timeout: 10_000 },
    field,
    value,
  );

export const errorOf = (page, name) =>
  page.$eval(`>>> [id="${name}-error"]`, (element) => element.textContent.replace(/\s+/g, ' ').trim());

export const summary = (page) =>
  page.$$eval('>>> #summary li', (items) => items.map((item) => item.textContent.trim()));

export const typed = (page) =>
  page.$$eval('>>> input[name]:not([type="radio"])', (inputs) =>
    Object.fromEntries(inputs.map((input) => [input.name, input.value])),
  );

/** Returns the id of the focused element, through shadow roots. */
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

export async function goToReview(page) {
  await fillCompany(page);
  await press(page);
  await fillApplicant(page);
  await press(page);
  await reach(page, 'Check your answers');
}

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

export async function agree(page) {
  await tickConsent(page);
  await press(page);
  await reach(page, 'Your offers');
}

/** Goes from the documents to the notice. */
export async function goOnToNotice(page) {
  await fillPrequalification(page);
  await press(page);
  await reach(page, 'Before you get offers');
}

/** Goes from the first step to the offers, without documents. */
export async function goToOffers(page) {
  await goToDocuments(page);
  await pressWords(page, 'Continue without documents');
  await goOnToNotice(page);
  await agree(page);
}
