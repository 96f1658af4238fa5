// The answers on a page, and the draft that its backend has saved of them.

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
    const response = await fetch('/api/lending/draft', { headers: { 'x-lending-elements': '1' } });
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
