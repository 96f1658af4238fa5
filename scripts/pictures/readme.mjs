// The picture of README.md, light and dark: a partner's dashboard with the journey, the consent on a phone, and the four themes.
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { goTo, fill, press, reach } from '../../test/e2e/applicant.mjs';
import { startServers } from '../servers.mjs';

const FONT = 'noto-sans/files/noto-sans-latin-wght-normal.woff2';
const THEMES = ['blue', 'green', 'warm', 'ink'];
/** The pictures are drawn smaller, so they need fewer pixels than a screen has. */
const SCALE = 1.35;
const LAPTOP = { width: 1280, height: 856, deviceScaleFactor: SCALE };
const PHONE = { width: 390, height: 844, deviceScaleFactor: SCALE };

const file = (name, encoding) => fs.readFile(new URL(name, import.meta.url), encoding);

/** Writes docs/picture-light.png and docs/picture-dark.png, from the built project. */
export async function takeReadmePictures(browser) {
  const font = await fs.readFile(createRequire(import.meta.url).resolve(`@fontsource-variable/${FONT}`), 'base64');
  const style = `<style>@font-face { font-family: 'Noto Sans'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}); }</style>`;
  const partner = (await file('partner.html', 'utf8')).replace('<style>', `${style}<style>`);
  let theme = '';
  const servers = await startServers({ edit: () => partner.replace('<style>', `${theme}<style>`) });
  const link = (name) => `<link rel="stylesheet" href="/api/lending/elements/themes/${name}.css" />`;
  try {
    for (const scheme of ['light', 'dark']) {
      const open = () => openPage(browser, scheme);
      const shots = await takeJourney(await open(), servers.url);
      for (const name of THEMES) {
        theme = link(name);
        shots[name] = await takeTheme(await open(), servers.url);
      }
      theme = '';
      const scene = Object.entries(shots).reduce(
        (html, [name, data]) => html.replace(`{${name}}`, `data:image/png;base64,${data}`),
        style + (await file('scene.html', 'utf8')),
      );
      await takeScene(await open(), scene, `docs/picture-${scheme}.png`);
    }
  } finally {
    await servers.close();
  }
}

async function openPage(browser, scheme) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // The styles of the pictures are in their pages.
  await page.setBypassCSP(true);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  return page;
}

async function take(page) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    at?.blur();
    scrollTo(0, 0);
    return document.fonts.ready;
  });
  const data = await page.screenshot({ encoding: 'base64' });
  return data;
}

/** The figures on a laptop, and the consent on a phone. */
async function takeJourney(page, url) {
  await page.setViewport(LAPTOP);
  await page.goto(url);
  await goTo(page, 'figures');
  await fill(page, 'figures');
  const laptop = await take(page);
  await press(page);
  await reach(page, 'Before you get offers');
  await page.setViewport(PHONE);
  const phone = await take(page);
  await page.browserContext().close();
  return { laptop, phone };
}

/** The first step in a theme, on a phone. */
async function takeTheme(page, url) {
  await page.setViewport({ ...PHONE, height: 400 });
  await page.goto(url);
  await fill(page, 'company', { registered_name: 'Acorn Sample Bakery Ltd' });
  const shot = await take(page);
  await page.browserContext().close();
  return shot;
}

async function takeScene(page, html, path) {
  await page.setViewport({ width: 1200, height: 900, deviceScaleFactor: SCALE });
  await page.setContent(html);
  const body = await page.$('body');
  await body.screenshot({ path });
  await page.browserContext().close();
}
