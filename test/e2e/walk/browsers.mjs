// The browsers for the walks. Each opens tabs with the few actions that a person needs.
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../../../scripts/wtr/firefox.mjs';
import { launch } from '../stage.mjs';
import { webkitBrowser } from './webkit.mjs';

/**
 * A tab. `find` is a name in `sight.js` that finds one element, or none, with these arguments.
 *
 * @typedef {{
 *   goto(url: string): Promise<void>,
 *   reload(): Promise<void>,
 *   travel(by: number): Promise<void>,
 *   run(fn: Function, ...args: unknown[]): Promise<any>,
 *   see(name: string, ...args: unknown[]): Promise<any>,
 *   press(find: string, ...args: unknown[]): Promise<boolean>,
 *   select(find: string, ...args: unknown[]): Promise<void>,
 *   type(text: string): Promise<void>,
 *   paste(text: string): Promise<void>,
 *   keys(...keys: string[]): Promise<void>,
 *   attach(file: string, find: string): Promise<void>,
 *   frames(): Promise<string[]>,
 *   close(): Promise<void>,
 * }} Tab
 */

/**
 * Each returns `open({ like, device })`, which opens a tab in a new browser. With `like`, the same user is signed in as in that tab.
 * The device is a narrow window by default, a `phone` with touch, or a `computer`.
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
    // Allows a page to write to the clipboard without a user gesture.
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

/** Runs in the page. */
const see = (name, ...args) => globalThis.sight[name](...args);

function puppeteerTab(page, context, isTouched) {
  const isFirefox = page.browser().process().spawnfile.includes('firefox');
  const found = async (find, ...args) => (await page.evaluateHandle(see, find, ...args)).asElement();
  return {
    page,
    /** The partner's sign-in cookie only. */
    signIn: async () => (await context.cookies()).find(({ name }) => name === 'partner_user'),
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    travel: (by) => page.evaluate((by) => void setTimeout(() => history.go(by)), by),
    run: (fn, ...args) => page.evaluate(fn, ...args),
    see: (name, ...args) => page.evaluate(see, name, ...args),
    async press(find, ...args) {
      const handle = await found(find, ...args);
      await (isTouched ? handle?.tap() : handle?.click());
      return !!handle;
    },
    async select(find, ...args) {
      const option = await found(find, ...args);
      const select = await option.evaluateHandle((one) => one.closest('select'));
      await select.select(await option.evaluate((one) => one.value));
    },
    // A long text is inserted at once, like pasted or dictated text.
    type: (text) => (isFirefox ? page.keyboard.type(text) : page.keyboard.sendCharacter(text)),
    /** Writes text to the clipboard, as another program would, and pastes it at the focus. */
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
    attach: async (file, find) => (await found(find)).uploadFile(file),
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
