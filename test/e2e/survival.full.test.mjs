// The applicant's answers survive what happens to the page, in a real browser on the servers of `npm start`.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { withoutIntroduction } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { launch, putBefore, useStage } from './stage.mjs';
import { HEADINGS, until } from './walk/walk.mjs';

const { SAMPLE, failure, fields, watch, written } = applicant;
/** The typed answers, from the open step back. */
const TYPED = {
  [HEADINGS.applicant]: { ...SAMPLE.applicant, 'addresses.0.status': 'tenant' },
  [HEADINGS.company]: SAMPLE.company,
};
/** The answers that must not be readable anywhere. */
const PERSONAL = ['Acme', 'Jane', 'jane.doe@', '4412321321', 'EC2A'];

describe('a typed answer', { timeout: 300_000 }, () => {
  const stage = useStage();
  let elsewhere;
  before(async () => {
    const { partner, url } = stage.servers;
    elsewhere = `${url}/elsewhere`;
    await servePages(partner);
  });

  /** Opens a new applicant with both forms filled in. The second form is open. */
  async function visit(path = '/') {
    const page = await stage.visit((own) => own.evaluateOnNewDocument(watch));
    if (path !== '/') await page.goto(stage.servers.url + path);
    await fillForms(page);
    return page;
  }

  const creates = () => stage.servers.sandbox.calls.filter(({ name }) => name === 'createApplication').length;

  /** Asserts that all answers are there, and that they become the one application after the `earlier` ones. */
  async function assertKept(page, earlier) {
    await assertTyped(page);
    await applicant.press(page);
    await applicant.reach(page, HEADINGS.applicant);
    await create(page);
    assert.equal(creates() - earlier, 1);
  }

  /** The events while the second form is open. */
  const OPEN = {
    'back, and forward again': async (page) => {
      await page.evaluate(() => (globalThis.isSame = true));
      for (const away of [() => page.goto(elsewhere), () => travel(page, 1)]) {
        await keepOutOfCache(page);
        await away();
        await travel(page, -1);
        await applicant.reach(page, HEADINGS.applicant);
      }
      assert.ok(!(await page.evaluate(() => globalThis.isSame)), 'the document is another one');
    },
    'reload, right after the last key': async (page) => {
      await page.reload();
      await applicant.reach(page, HEADINGS.applicant);
    },
    'reload, asked by the guard': async (page) => {
      const asked = new Promise((resolve) => page.once('dialog', resolve));
      await page.evaluate(() => void setTimeout(() => location.reload()));
      const dialog = await asked;
      assert.equal(dialog.type(), 'beforeunload');
      await dialog.dismiss();
    },
    'language changed': (page) =>
      page.evaluate(() => {
        document.documentElement.lang = 'sv';
        document.querySelector('lending-onboarding').lang = 'nl';
      }),
    offline: async (page) => {
      await toReview(page);
      await page.setOfflineMode(true);
      await page.waitForFunction(offline, {}, 'You are offline. Your answers stay on this page.');
      await applicant.press(page);
      assert.match(await failure(page), /You may be offline/);
      await page.setOfflineMode(false);
      await page.waitForFunction(offline, {}, '');
      await applicant.press(page, 'back');
    },
    'two tabs': async (page) => {
      const second = await page.browserContext().newPage();
      // It opens with the saved draft, and sees the last answer as soon as that is saved.
      do {
        await second.goto(stage.servers.url);
        await applicant.reach(second, HEADINGS.applicant);
      } while (!(await second.$('>>> input[value="tenant"]:checked')));
      await create(second);
      await page.bringToFront();
    },
  };

  for (const [disruption, act] of Object.entries(OPEN)) {
    it(`stays as it is: ${disruption}`, async () => {
      const earlier = creates();
      const page = await visit(disruption.includes('guard') ? '/guarded' : '/');
      await act(page);
      await assertKept(page, earlier);
    });
  }

  it('stays as it is: back from the bfcache', async (test) => {
    const cached = await launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    try {
      const earlier = creates();
      const page = await cached.newPage();
      await page.goto(elsewhere);
      if (!(await isCached(page, `${elsewhere}?`)))
        return void test.skip('this browser has no bfcache: name another one in CHROME_PATH');
      await page.evaluateOnNewDocument(watch);
      await page.goto(stage.servers.url);
      await fillForms(page);
      await written(page);
      assert.ok(await isCached(page, elsewhere), 'the page comes back as it was');
      await assertKept(page, earlier);
    } finally {
      await cached.close();
    }
  });

  it('is in no storage, no URL and no history entry', async () => {
    const page = await visit();
    await toReview(page);
    const traces = await page.evaluate(async () =>
      JSON.stringify([
        { ...localStorage, ...sessionStorage },
        location.href,
        history.state,
        document.cookie,
        window.name,
        (await indexedDB.databases()).map(({ name }) => name),
        await caches.keys(),
      ]),
    );
    for (const text of PERSONAL) assert.ok(!traces.includes(text), traces);
  });
});

/** Other pages of the partner. */
async function servePages(partner) {
  const index = withoutIntroduction(await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8'));
  const html = {
    '/guarded': index.replace('<lending-onboarding', '<lending-onboarding leave-guard'),
    '/elsewhere': '<!doctype html><title>Elsewhere</title>',
  };
  putBefore(partner, ({ url }, response) => {
    const page = html[url.replace('?', '')];
    if (page) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    return !!page;
  });
}

async function fillForms(page, company = SAMPLE.company) {
  await applicant.fillCompany(page, company);
  await applicant.press(page);
  await applicant.fillApplicant(page);
}

async function toReview(page) {
  await applicant.press(page);
  await applicant.reach(page, HEADINGS.review);
}

/** Goes from the second form to the documents. */
async function create(page) {
  await toReview(page);
  await applicant.press(page);
  await applicant.reach(page, HEADINGS.documents);
}

/** Asserts that the fields have the typed values, from the current step back. The draft is restored after the backend has answered. */
async function assertTyped(page) {
  for (const [heading, values] of Object.entries(TYPED)) {
    if (heading !== HEADINGS.applicant) await applicant.press(page, 'back');
    await applicant.reach(page, heading);
    const of = (found) => Object.fromEntries(Object.keys(values).map((name) => [name, found[name]]));
    assert.deepEqual(
      of(
        await until(
          () => fields(page),
          (found) => isDeepStrictEqual(of(found), values),
        ),
      ),
      values,
    );
  }
}

/** Goes back (-1) or forward (1) and waits for the document. Otherwise a write to the previous entry could be mistaken for it. */
async function travel(page, way) {
  const loaded = new Promise((resolve) => page.once('load', resolve));
  await page.evaluate((by) => void setTimeout(() => history.go(by)), way);
  await loaded;
}

/** With an unload listener a page is not in the back/forward cache: coming back creates a new document with the saved state. */
async function keepOutOfCache(page) {
  await written(page);
  await page.evaluate(() => addEventListener('unload', () => undefined));
}

/** Leaves a page and comes back. Returns true if the document is still the same. */
async function isCached(page, elsewhere) {
  await page.evaluate(() => (globalThis.isSame = true));
  await page.goto(elsewhere);
  await page.evaluate(() => void setTimeout(() => history.back()));
  const isBack = () => page.evaluate((url) => location.href !== url, elsewhere).catch(() => false);
  while (!(await isBack())) await setTimeout(50);
  return page.evaluate(() => Boolean(globalThis.isSame));
}

/** Runs in the page: returns true if the line about the connection has this text. */
const offline = (sentence) =>
  document.querySelector('lending-onboarding').shadowRoot.querySelector('[part="offline"]').textContent.trim() ===
  sentence;
