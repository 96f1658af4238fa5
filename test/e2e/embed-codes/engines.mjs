// The browsers in which embed code is mounted: each answers as much of Puppeteer's interface as the mounts need.
import { startAll, startAround } from '../vendor/visit.mjs';
import { launchFirefox } from '../walk/browsers.mjs';
import { webkitBrowser } from '../walk/webkit.mjs';

/** `concurrency` is the number of visits at a time. A frame in a tab of Firefox that is not visible may not load. */
export const ENGINES = {
  chromium: { start: startAll, concurrency: 4 },
  firefox: { start: () => startAround(launchFirefox), concurrency: 1 },
  webkit: { start: () => startAround(launchWebKit), concurrency: 1 },
};

/** What a function answers in each frame of a page; nothing where it cannot run. */
export const everywhere = (page, fn) =>
  page.everywhere ? page.everywhere(fn) : Promise.all(page.frames().map((frame) => frame.evaluate(fn).catch(() => [])));

/** WebKitGTK has one window at a time, and it visits one page after the other. */
async function launchWebKit() {
  const browser = await webkitBrowser();
  const tab = await browser.open();
  const page = {
    on() {},
    goto: (url) => tab.goto(url),
    evaluate: (fn, ...args) => tab.wait(fn, ...args),
    close: () => tab.goto('about:blank'),
    async waitForSelector(selector) {
      while (!(await tab.run((selector) => !!document.querySelector(selector), selector)))
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    /** What its console would say: only the page itself can tell. */
    problems: () => tab.run(() => globalThis.partner?.notes?.errors ?? []),
    everywhere: (fn) => tab.everywhere(fn),
    mouse: { click: (x, y) => tab.click({ x: Math.round(x), y: Math.round(y) }) },
    keyboard: { press: (key) => tab.keys(key) },
  };
  const context = { newPage: async () => page, close: () => tab.goto('about:blank') };
  return {
    createBrowserContext: async () => context,
    newPage: async () => page,
    async close() {
      await tab.close();
      await browser.close();
    },
  };
}
