// The answers on a page, and the draft that it keeps of them.

/** Runs in the page before all other scripts: stores the last sealed draft and the last reported step. */
export function watch() {
  const { encrypt } = SubtleCrypto.prototype;
  globalThis.told = 'company';
  addEventListener('lending-step-changed', ({ step }) => (globalThis.told = step), true);
  SubtleCrypto.prototype.encrypt = function (sealing, ...rest) {
    globalThis.sealed = String(sealing.iv);
    return encrypt.call(this, sealing, ...rest);
  };
}

/** Waits until the history entry contains the current answers. */
export const written = (page) =>
  page.waitForFunction(() => {
    const step = document.querySelector('lending-onboarding')?.step;
    return (
      step === globalThis.told && globalThis.sealed && String(history.state?.lendingDraft?.iv) === globalThis.sealed
    );
  });

export const fields = (page) =>
  page.$$eval('>>> input[name], >>> select[name]', (inputs) =>
    Object.fromEntries(
      inputs.filter(({ type, checked }) => type !== 'radio' || checked).map(({ name, value }) => [name, value]),
    ),
  );

/** Waits until the pending call has failed, and returns the text of the panel. */
export async function failure(page) {
  const panel = await page.waitForSelector('>>> #failure', { timeout: 15_000 });
  return panel.evaluate((element) => element.textContent.replace(/\s+/g, ' '));
}
