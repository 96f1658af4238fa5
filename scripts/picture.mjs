// Makes the picture for README.md from the screenshots: `npm run screenshots && node scripts/picture.mjs`.
import fs from 'node:fs/promises';
import puppeteer from 'puppeteer-core';
import { resolveChromium } from './browser.mjs';

const SHOTS = ['phone-light-applicant', 'phone-light-review', 'phone-light-consent', 'phone-light-offers'];

const images = await Promise.all(
  SHOTS.map(async (name) => (await fs.readFile(`artifacts/screenshots/journey/${name}.png`)).toString('base64')),
);
const browser = await puppeteer.launch(await resolveChromium());
const page = await browser.newPage();
await page.setViewport({ width: 1200, height: 560 });
await page.setContent(`<style>
  body { margin: 0; display: flex; gap: 24px; justify-content: center; padding: 28px; background: #dfe7ea; }
  div { width: 250px; height: 504px; overflow: hidden; border-radius: 18px; box-shadow: 0 6px 24px #14212b40; }
  img { display: block; width: 100%; }
</style>${images.map((image) => `<div><img src="data:image/png;base64,${image}"></div>`).join('')}`);
await fs.mkdir('docs', { recursive: true });
await page.screenshot({ path: 'docs/journey.png' });
await browser.close();
