// Goes through the journey of `npm start`, and takes a picture of each screen.
import fs from 'node:fs/promises';
import path from 'node:path';
import * as applicant from '../../test/e2e/applicant.mjs';
import { startServers } from '../servers.mjs';

const DEVICES = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { width: 1280, height: 900, deviceScaleFactor: 1 },
};

/** Takes the pictures, and puts them into the folder `out`. */
export async function takeJourneys(browser, out) {
  await fs.rm(out, { recursive: true, force: true });
  await fs.mkdir(out, { recursive: true });
  const servers = await startServers();
  try {
    for (const [device, viewport] of Object.entries(DEVICES)) {
      for (const scheme of ['light', 'dark']) {
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await page.setViewport(viewport);
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        const take = async (name) => {
          // Otherwise the last clicked button would be in its hover state.
          await page.mouse.move(0, 0);
          await page.screenshot({
            path: path.join(out, `${device}-${scheme}-${name}.png`),
            fullPage: name !== 'first-paint',
          });
        };
        await takeFirstPaint(page, servers.url, take);
        await takeJourney(page, take);
        await context.close();
      }
    }
  } finally {
    await servers.close();
  }
}

/** The page before any script has run, and then with its scripts. */
async function takeFirstPaint(page, url, take) {
  await page.setJavaScriptEnabled(false);
  await page.goto(url);
  await take('first-paint');
  await page.setJavaScriptEnabled(true);
  await page.goto(url);
}

async function takeJourney(page, take) {
  await applicant.reach(page, 'Your business');
  await take('company');
  await applicant.press(page);
  await page.waitForSelector('>>> #summary', { visible: true });
  await take('company-errors');
  const look = async (step) => {
    // These questions load after the review.
    const late = step === 'review' ? ['registration', 'phone'] : [];
    for (const name of late) await page.waitForSelector(`>>> .warning ::-p-text(${name} number)`, { visible: true });
    if (step !== 'company') await take(step === 'figures' ? 'prequalification' : step);
  };
  await applicant.goTo(page, 'offers', { document: await applicant.writeStatement(), look });
  await page.waitForSelector('lending-onboarding >>> lending-widget:state(ready)', { visible: true });
  await take('offers');
}
