// The sight of an applicant in the journey against the sandbox.
import * as applicant from '../applicant.mjs';

const { SAMPLE } = applicant;

/**
 * Waits until the page shows the heading of a step, the offers of the sandbox's widget, or a failure. Returns the words: `heading`,
 * `offers` and `failure`. Without a heading it waits for the offers.
 */
export async function sight(page, heading) {
  const found = await page.waitForFunction(
    (wanted) => {
      const roots = [document];
      const texts = { heading: '', offers: '', failure: '' };
      for (const root of roots) {
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot) roots.push(element.shadowRoot);
          if (!element.checkVisibility()) continue;
          if (element.localName === 'h2') texts.heading = element.textContent.trim();
          if (element.id === 'failure') texts.failure = element.innerText;
          if (element.localName === 'section' && /The lenders and their offers are made up/.test(element.innerText))
            texts.offers = element.innerText;
        }
      }
      return (texts.failure || (wanted ? texts.heading === wanted : texts.offers)) && texts;
    },
    { timeout: 25_000 },
    heading,
  );
  const texts = Object.entries(await found.jsonValue());
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replace(/\s+/g, ' ').trim()]));
}

/** Types the answers of an applicant, some of them changed, and goes as far as the sandbox lets them. Returns the last sight. */
export async function walkWith(page, { number, email, amount }) {
  await applicant.fillCompany(page, { ...SAMPLE.company, ...(number && { registered_number: number }) });
  await applicant.press(page);
  await applicant.fillApplicant(page, { ...SAMPLE.applicant, ...(email && { email }) });
  await applicant.press(page);
  await applicant.reach(page, 'Check your answers');
  await applicant.press(page);
  const created = await sight(page, 'Add documents');
  if (created.failure) return created;
  await applicant.click(page, 'form > .actions button:not([part])');
  const figures = await sendFigures(page, amount);
  return figures.failure ? figures : agree(page);
}

/** Sends the figures, and returns the sight after them. */
export async function sendFigures(page, amount) {
  await applicant.fillPrequalification(page, { ...SAMPLE.prequalification, ...(amount && { funding_amount: amount }) });
  await applicant.press(page);
  return sight(page, 'Before you get offers');
}

/** Agrees to the notice, and returns the sight after it. */
export async function agree(page) {
  await applicant.tickConsent(page);
  await applicant.press(page);
  return sight(page);
}

/** Runs some work for each item, a few at the same time, and returns the results in the order of the items. */
export async function inParallel(items, workers, work) {
  const results = [];
  const waiting = items.map((item, index) => ({ item, index }));
  const run = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next.index] = await work(next.item);
  };
  await Promise.all(Array.from({ length: workers }, run));
  return results;
}

/** The rows as aligned lines. */
export function tableOf(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) => row.map((cell, column) => String(cell).padEnd(widths[column])).join('  ')).join('\n');
}
