// The browsers that people are walked in. Each opens tabs, and a tab does the few things that a person's hands do.
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../../../scripts/wtr/firefox.mjs';
import { launch } from '../browser.mjs';
import { webkitBrowser } from './webkit.mjs';

/**
 * A tab. `find` is always a function that runs in the page, where `sight` is, and answers one element or nothing.
 *
 * @typedef {{
 *   goto(url: string): Promise<void>,
 *   reload(): Promise<void>,
 *   travel(by: number): Promise<void>,
 *   run(fn: Function, ...args: unknown[]): Promise<any>,
 *   press(find: Function, ...args: unknown[]): Promise<boolean>,
 *   select(find: Function, ...args: unknown[]): Promise<void>,
 *   type(text: string): Promise<void>,
 *   paste(text: string): Promise<void>,
 *   keys(...keys: string[]): Promise<void>,
 *   attach(file: string, find: Function): Promise<void>,
 *   frames(): Promise<string[]>,
 *   close(): Promise<void>,
 * }} Tab
 */

/**
 * Each answers `open({ like, device })`, a tab of a browser that was never used before, or whose user is signed in as in
 * the tab `like`. The device is a window as narrow as a phone's, a `phone` that is touched, or a `computer`.
 */
export const BROWSERS = {
  chromium: () => puppeteerBrowser(() => launch()),
  firefox: () => puppeteerBrowser(launchFirefox),
  webkit: webkitBrowser,
};

export const launchFirefox = () =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    // Lets a page put something on the clipboard without a press.
    extraPrefsFirefox: { 'dom.events.testing.asyncClipboard': true },
  });

const VIEWPORTS = {
  narrow: { width: 390, height: 844 },
  phone: { width: 390, height: 844, isMobile: true, hasTouch: true },
  computer: { width: 1280, height: 800 },
};

async function puppeteerBrowser(start) {
  const browser = await start();
  return {
    async open({ like, device = 'narrow' } = {}) {
      const context = await browser.createBrowserContext();
      if (like) await context.setCookie(await like.signIn());
      const page = await context.newPage();
      await page.setViewport(VIEWPORTS[device]);
      return puppeteerTab(page, context, device === 'phone');
    },
    close: () => browser.close(),
  };
}

function puppeteerTab(page, context, isTouched) {
  const isFirefox = page.browser().process().spawnfile.includes('firefox');
  return {
    page,
    /** What tells the partner who is signed in, and nothing else. */
    signIn: async () => (await context.cookies()).find(({ name }) => name === 'partner_user'),
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    travel: (by) => page.evaluate((by) => void setTimeout(() => history.go(by)), by),
    run: (fn, ...args) => page.evaluate(fn, ...args),
    async press(find, ...args) {
      const handle = (await page.evaluateHandle(find, ...args)).asElement();
      await (isTouched ? handle?.tap() : handle?.click());
      return !!handle;
    },
    async select(find, ...args) {
      const option = (await page.evaluateHandle(find, ...args)).asElement();
      const select = await option.evaluateHandle((one) => one.closest('select'));
      await select.select(await option.evaluate((one) => one.value));
    },
    // A long text is put in at once, as a browser does it with what is pasted or dictated.
    type: (text) => (isFirefox ? page.keyboard.type(text) : page.keyboard.sendCharacter(text)),
    /** Puts text on the clipboard as another program would, and pastes it where the focus is. */
    async paste(text) {
      if (!isFirefox)
        await context.setPermission(page.url(), { permission: { name: 'clipboard-write' }, state: 'granted' });
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await page.keyboard.down('Control');
      await page.keyboard.press('v', { commands: ['Paste'] });
      await page.keyboard.up('Control');
    },
    async keys(...keys) {
      for (const key of keys) await page.keyboard.down(key);
      for (const key of keys.toReversed()) await page.keyboard.up(key);
    },
    async attach(file, find) {
      await (await page.evaluateHandle(find)).asElement().uploadFile(file);
    },
    /** What can be read in the frames of the page. */
    frames: () =>
      Promise.all(
        page
          .frames()
          .slice(1)
          .map((frame) =>
            frame.$$eval('>>> :is(h3, h4, p)', (all) => all.map((one) => one.innerText).join('\n')).catch(() => ''),
          ),
      ),
    close: () => context.close(),
  };
}
