// What the tests of survival share: applicants of their own, and how much of what they typed is lost.
import fs from 'node:fs/promises';
import { after, afterEach, before } from 'node:test';
import { startServers } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { launch } from './browser.mjs';
import { misbehaving, putBefore } from './stage.mjs';

const { SAMPLE } = applicant;
export const BUSINESS = 'Your business';
export const PERSON = 'About you';
export const REVIEW = 'Check your answers';
export const DOCUMENTS = 'Add documents';
export const FIGURES = 'The funding you need';
export const TYPED = {
  [PERSON]: { ...SAMPLE.applicant, 'addresses.0.status': 'tenant' },
  [BUSINESS]: SAMPLE.company,
};
export const TYPED_FIGURES = { ...SAMPLE.prequalification, any_ccj: 'no' };
/** Of what was typed, what must be readable nowhere. */
export const PERSONAL = ['Acme', 'Jane', 'jane.doe@', '4412321321', 'EC2A'];
export const SKIP = '[part="submit"] + button';

/** Long enough for what must not happen: nothing tells that it did not. */
export const pause = (time = 200) => new Promise((resolve) => setTimeout(resolve, time));

/** The servers and the browser for the tests of one file, and what each test can do to them. */
export function survival() {
  const scene = { fault: undefined, isDown: false, hasKey: true, servers: undefined };
  const rows = [];
  const contexts = [];
  let browser;

  before(async () => {
    scene.servers = await startServers({ fault: misbehaving(() => scene.fault) });
    await servePages(scene);
    browser = await launch();
  });
  after(async () => {
    console.log(table(rows));
    await browser?.close();
    await scene.servers?.close();
  });
  afterEach(async () => {
    Object.assign(scene, { fault: undefined, isDown: false, hasKey: true });
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  return Object.assign(scene, {
    /** An applicant of their own, with both forms filled in and the second one still open. */
    async visit({ path = '/', on = browser } = {}) {
      const context = await on.createBrowserContext();
      if (on === browser) contexts.push(context);
      const page = await context.newPage();
      await page.evaluateOnNewDocument(watch);
      await page.goto(scene.servers.url);
      if (path !== '/') await page.goto(scene.servers.url + path);
      await applicant.fillCompany(page);
      await applicant.press(page);
      await applicant.fillApplicant(page);
      return { page, context };
    },
    /** How many applications the lender has got. */
    creates: () => scene.servers.sandbox.calls.filter(({ name }) => name === 'createApplication').length,
    /** Goes from the business to the review, and asks for the application. */
    async ask(page) {
      await applicant.press(page);
      await applicant.reach(page, PERSON);
      await applicant.press(page);
      await applicant.reach(page, REVIEW);
      await applicant.press(page);
    },
    /** Goes from the business to the documents, and answers how many applications the lender has got from this one. */
    async finish(page, before) {
      await scene.ask(page);
      await applicant.reach(page, DOCUMENTS);
      return scene.creates() - before;
    },
    /** A row for the table at the end. */
    note: (disruption, step, typed, count) =>
      rows.push([disruption, step, Object.values(typed).flatMap(Object.keys).length, count]),
  });
}

/** Pages of the partner's beside the first, and a session that can be away or without its key. */
async function servePages(scene) {
  const index = await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8');
  const html = {
    '/guarded': index.replace('<lending-onboarding', '<lending-onboarding leave-guard'),
    '/plain': index.replace('<lending-onboarding', '<input id="plain" /><lending-onboarding'),
    '/elsewhere': '<!doctype html><title>Elsewhere</title>',
  };
  putBefore(scene.servers.partner, (request, response) => {
    const page = html[request.url.replace('?', '')];
    const isSession = request.url.endsWith('/session');
    if (page) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else if (isSession && scene.isDown) response.destroy();
    else if (isSession && !scene.hasKey) withoutKey(response);
    return !!page || (isSession && scene.isDown);
  });
}

export async function toReview(page) {
  await applicant.press(page);
  await applicant.reach(page, REVIEW);
}

export async function toFigures(page) {
  await toReview(page);
  await applicant.press(page);
  await applicant.reach(page, DOCUMENTS);
  await applicant.click(page, SKIP);
  await applicant.fillPrequalification(page);
}

/** How many of the fields are not as they were typed; the way leads from the step that is shown, back through the others. */
export async function lost(page, typed = TYPED) {
  let count = 0;
  for (const [index, [heading, values]] of Object.entries(typed).entries()) {
    if (index > 0) await applicant.press(page, 'back');
    await applicant.reach(page, heading);
    // What was kept is there once the backend has answered.
    const deadline = Date.now() + 5000;
    const missing = async () => {
      const found = await fields(page);
      return Object.entries(values).filter(([name, value]) => found[name] !== value).length;
    };
    while ((await missing()) && Date.now() < deadline) await pause(50);
    count += await missing();
  }
  return count;
}

/** Runs in the page before all else: remembers what was sealed last, and the step that was told of last. */
export function watch() {
  const { encrypt } = SubtleCrypto.prototype;
  globalThis.told = 'company';
  addEventListener('lending-step-changed', ({ step }) => (globalThis.told = step), true);
  SubtleCrypto.prototype.encrypt = function (sealing, ...rest) {
    globalThis.sealed = String(sealing.iv);
    return encrypt.call(this, sealing, ...rest);
  };
}

/** Waits until the entry of the history holds what was entered by now. */
export const written = (page) =>
  page.waitForFunction(() => {
    const { step } = document.querySelector('lending-onboarding');
    return (
      step === globalThis.told && globalThis.sealed && String(history.state?.lendingDraft?.iv) === globalThis.sealed
    );
  });

/** Goes back (-1) or forward (1), and waits for the document: a write to the entry that is left would pass for it otherwise. */
export async function travel(page, way) {
  const loaded = new Promise((resolve) => page.once('load', resolve));
  await page.evaluate((by) => void setTimeout(() => history.go(by)), way);
  await loaded;
}

/** A response as a handler gives it that keeps no drafts. */
function withoutKey(response) {
  const { end, write } = response;
  // It stays as long as its head says.
  const blank = (words) => ' '.repeat(words.length);
  const cut = (chunk) => chunk && Buffer.from(String(Buffer.from(chunk)).replace(/,"draft_key":"[^"]*"/, blank));
  response.write = (chunk, ...rest) => write.call(response, cut(chunk), ...rest);
  response.end = (chunk, ...rest) => end.call(response, cut(chunk), ...rest);
}

/** What stands in the inputs, by name. */
export const fields = (page) =>
  page.$$eval('>>> input[name], >>> select[name]', (inputs) =>
    Object.fromEntries(
      inputs.filter(({ type, checked }) => type !== 'radio' || checked).map(({ name, value }) => [name, value]),
    ),
  );

/** What the panel says, once the call under way has failed. */
export async function failure(page) {
  const panel = await page.waitForSelector('>>> #failure', { timeout: 15_000 });
  return panel.evaluate((element) => element.textContent.replace(/\s+/g, ' '));
}

function table(rows) {
  const lines = [['disruption', 'at the step', 'fields typed', 'fields lost'], ...rows];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  return lines.map((line) => line.map((cell, column) => String(cell).padEnd(widths[column])).join('  ')).join('\n');
}
