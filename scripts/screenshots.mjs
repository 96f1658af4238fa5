// `npm run screenshots`: takes a screenshot of every step on a phone and a desktop, light and dark, filled and with errors.
import fs from 'node:fs/promises';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import * as applicant from '../test/e2e/applicant.mjs';
import { writeStatement } from '../test/e2e/statement.mjs';
import { resolveChromium } from './browser.mjs';
import { buildPackage } from './build.mjs';
import { startServers } from './servers.mjs';

const OUT = 'artifacts/screenshots';
const DEVICES = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { width: 1280, height: 900, deviceScaleFactor: 1 },
};

await fs.rm(OUT, { recursive: true, force: true });
await fs.mkdir(OUT, { recursive: true });
await buildPackage();
const servers = await startServers();
const browser = await puppeteer.launch(await resolveChromium());
try {
  for (const [device, viewport] of Object.entries(DEVICES)) {
    for (const scheme of ['light', 'dark']) await takeJourney(device, viewport, scheme);
  }
} finally {
  await browser.close();
  await servers.close();
}
console.log(`The screenshots are in ${OUT}.`);

async function openJourney(viewport, scheme) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(servers.url);
  return { context, page };
}

async function takeJourney(device, viewport, scheme) {
  const { context, page } = await openJourney(viewport, scheme);
  let count = 0;
  const take = async (name) => {
    // Otherwise the last clicked button would be in its hover state.
    await page.mouse.move(0, 0);
    await page.screenshot({ path: path.join(OUT, `${device}-${scheme}-${++count}-${name}.png`), fullPage: true });
  };

  await applicant.reach(page, 'Your business');
  await applicant.press(page);
  await page.waitForSelector('>>> #summary');
  await take('company-errors');
  await applicant.fillCompany(page);
  await applicant.press(page);
  await applicant.fillApplicant(page);
  await take('applicant');
  await applicant.press(page);
  await applicant.reach(page, 'Check your answers');
  for (const name of ['registration', 'phone']) await page.waitForSelector(`>>> .warning ::-p-text(${name} number)`);
  await take('review');
  await applicant.press(page);
  await applicant.addDocument(page, await writeStatement());
  await page.waitForSelector('>>> [part="file"]');
  await take('documents');
  await applicant.press(page);
  await applicant.fillPrequalification(page);
  await take('prequalification');
  await applicant.press(page);
  await applicant.tickConsent(page);
  await take('consent');
  await applicant.press(page);
  await applicant.reach(page, 'Your offers');
  await page.waitForSelector('lending-onboarding >>> lending-widget:state(ready)');
  await take('offers');
  await context.close();
}
