// Adds up the shifts of the layout, as a browser reports them to a site's owner.

/** Begins the sum. For `page.evaluateOnNewDocument()`. A browser does not count a shift within half a second after a press. */
export const measureShift = () => {
  globalThis.moved = 0;
  const add = (list) =>
    list.getEntries().forEach(({ value, hadRecentInput }) => (globalThis.moved += hadRecentInput ? 0 : value));
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
};

/** Returns the sum, after the next two frames have been painted. */
export async function shiftOf(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() => globalThis.moved);
}
