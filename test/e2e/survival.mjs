// Shared code of the survival tests: new applicants, and a count of lost answers.
import fs from 'node:fs/promises';
import { after, afterEach, before } from 'node:test';
import { startServers, withoutIntroduction } from '../../scripts/servers.mjs';
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
/** The answers that must not be readable anywhere. */
export const PERSONAL = ['Acme', 'Jane', 'jane.doe@', '4412321321', 'EC2A'];
export const SKIP = '[part="submit"] + button';

/** A pause, because no event shows that nothing has happened. */
export const pause = (time = 200) => new Promise((resolve) => setTimeout(resolve, time));

/** The servers and the browser for the tests of one file, with controls for the tests. */
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
    /** Opens a new applicant with both forms filled in. The second form is open. */
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
    creates: () => scene.servers.sandbox.calls.filter(({ name }) => name === 'createApplication').length,
    /** Goes from the company to the review, and submits the application. */
    async ask(page) {
      await applicant.press(page);
      await applicant.reach(page, PERSON);
      await applicant.press(page);
      await applicant.reach(page, REVIEW);
      await applicant.press(page);
    },
    /** Goes from the company to the documents, and returns the number of applications that the lender got from this applicant. */
    async finish(page, before) {
      await scene.ask(page);
      await applicant.reach(page, DOCUMENTS);
      return scene.creates() - before;
    },
    note: (disruption, step, typed, count) =>
      rows.push([disruption, step, Object.values(typed).flatMap(Object.keys).length, count]),
  });
}

/** Other pages of the partner, and a session route that can fail or leave out its key. */
async function servePages(scene) {
  const index = withoutIntroduction(await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8'));
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

/** Counts the fields that differ from the typed values, from the current step back through the previous steps. */
export async function lost(page, typed = TYPED) {
  let count = 0;
  for (const [index, [heading, values]] of Object.entries(typed).entries()) {
    if (index > 0) await applicant.press(page, 'back');
    await applicant.reach(page, heading);
    // The draft is restored after the backend has answered.
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

/** Goes back (-1) or forward (1) and waits for the document. Otherwise a write to the previous entry could be mistaken for it. */
export async function travel(page, way) {
  const loaded = new Promise((resolve) => page.once('load', resolve));
  await page.evaluate((by) => void setTimeout(() => history.go(by)), way);
  await loaded;
}

/** The response of a handler that does not keep drafts. */
function withoutKey(response) {
  const { end, write } = response;
  // The content-length stays correct.
  const blank = (words) => ' '.repeat(words.length);
  const cut = (chunk) => chunk && Buffer.from(String(Buffer.from(chunk)).replace(/,"draftKey":"[^"]*"/, blank));
  response.write = (chunk, ...rest) => write.call(response, cut(chunk), ...rest);
  response.end = (chunk, ...rest) => end.call(response, cut(chunk), ...rest);
}

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

function table(rows) {
  const lines = [['disruption', 'at the step', 'fields typed', 'fields lost'], ...rows];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  return lines.map((line) => line.map((cell, column) => String(cell).padEnd(widths[column])).join('  ')).join('\n');
}
