// What an applicant has typed, through everything that can happen to a page, in a real browser on the servers of `npm start`.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import { startServers } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { launch } from './browser.mjs';
import { misbehaving, putBefore } from './stage.mjs';
import { writeStatement } from './statement.mjs';

const { SAMPLE } = applicant;
const BUSINESS = 'Your business';
const PERSON = 'About you';
const REVIEW = 'Check your answers';
const DOCUMENTS = 'Add documents';
const FIGURES = 'The funding you need';
const TYPED = {
  [PERSON]: { ...SAMPLE.applicant, 'addresses.0.status': 'tenant' },
  [BUSINESS]: SAMPLE.company,
};
const TYPED_FIGURES = { ...SAMPLE.prequalification, any_ccj: 'no' };
const SLOW = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 300_000 };
/** Of what was typed, what must be readable nowhere. */
const PERSONAL = ['Acme', 'Alex', 'alex@', '4412321321', 'EC2A'];
const SKIP = '>>> [part="submit"] + button';

const pause = (time = 200) => new Promise((resolve) => setTimeout(resolve, time));

describe('what was typed', { timeout: 300_000 }, () => {
  let servers;
  let browser;
  let fault;
  let isDown = false;
  let hasKey = true;
  let html;
  const rows = [];
  const contexts = [];

  before(async () => {
    servers = await startServers({ fault: misbehaving(() => fault) });
    putBefore(servers.partner, (request, response) => {
      const page = html?.[request.url.replace('?', '')];
      const isSession = request.url.endsWith('/session');
      if (page) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else if (isSession && isDown) response.destroy();
      else if (isSession && !hasKey) withoutKey(response);
      return !!page || (isSession && isDown);
    });
    const index = await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8');
    html = {
      '/guarded': index.replace('<lending-onboarding', '<lending-onboarding leave-guard'),
      '/plain': index.replace('<lending-onboarding', '<input id="plain" /><lending-onboarding'),
      '/elsewhere': '<!doctype html><title>Elsewhere</title>',
    };
    browser = await launch();
  });
  after(async () => {
    console.log(table(rows));
    await browser?.close();
    await servers?.close();
  });

  afterEach(async () => {
    fault = undefined;
    isDown = false;
    hasKey = true;
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  /** A page that listens for its end is not kept alive: coming back makes a document anew, with what the browser has kept. */
  const keepOutOfCache = async (page) => {
    // What is written to the history while the page is left would pass for the navigation that is waited for.
    await pause();
    await page.evaluate(() => addEventListener('unload', () => undefined));
  };

  /** Leaves a page, comes back, and answers whether it is still the same document. */
  async function isCached(page, url) {
    if (url) await page.goto(url);
    await pause();
    await page.evaluate(() => (globalThis.isSame = true));
    await page.goto(`${servers.url}/elsewhere?`);
    await page.evaluate(() => void setTimeout(() => history.back()));
    await pause(1000);
    return page.evaluate(() => Boolean(globalThis.isSame));
  }

  /** An applicant of their own, with both forms filled in and the second one still open. */
  async function visit({ path = '/', on = browser } = {}) {
    const context = await on.createBrowserContext();
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(servers.url);
    if (path !== '/') await page.goto(servers.url + path);
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.fillApplicant(page);
    return { page, context };
  }

  async function toReview(page) {
    await applicant.press(page);
    await applicant.reach(page, REVIEW);
  }

  async function toFigures(page) {
    await toReview(page);
    await applicant.press(page);
    await applicant.reach(page, DOCUMENTS);
    await page.locator(SKIP).click();
    await applicant.fillPrequalification(page);
  }

  /** How many of the fields are not as they were typed; the way leads from the step that is shown, back through the others. */
  async function lost(page, typed = TYPED) {
    let count = 0;
    for (const [index, [heading, values]] of Object.entries(typed).entries()) {
      if (index > 0) await applicant.press(page, 'back');
      await applicant.reach(page, heading);
      const found = await fields(page);
      count += Object.entries(values).filter(([name, value]) => found[name] !== value).length;
    }
    return count;
  }

  /** Goes from the business to the documents, and answers how many applications the lender has got from this one. */
  async function finish(page, before) {
    await applicant.press(page);
    await applicant.reach(page, PERSON);
    await applicant.press(page);
    await applicant.reach(page, REVIEW);
    await applicant.press(page);
    await applicant.reach(page, DOCUMENTS);
    return creates(servers) - before;
  }

  function note(disruption, step, typed, count) {
    rows.push([disruption, step, Object.values(typed).flatMap(Object.keys).length, count]);
  }

  /** What happens while the second form is open. */
  const OPEN = {
    'back, and forward again': async ({ page }) => {
      await page.evaluate(() => (globalThis.isSame = true));
      await keepOutOfCache(page);
      for (let round = 0; round < 2; round++) {
        if (round === 0) await page.goto(`${servers.url}/elsewhere`);
        else await page.goForward();
        await page.goBack();
        await applicant.reach(page, PERSON);
        await keepOutOfCache(page);
      }
      assert.ok(!(await page.evaluate(() => globalThis.isSame)), 'the document is another one');
    },
    'reload, asked by the guard': async ({ page }) => {
      const asked = new Promise((resolve) => page.once('dialog', resolve));
      await page.evaluate(() => void setTimeout(() => location.reload()));
      const dialog = await asked;
      assert.equal(dialog.type(), 'beforeunload');
      await dialog.dismiss();
    },
    'route away and back': ({ page }) =>
      page.evaluate(async () => {
        const element = document.querySelector('lending-onboarding');
        const { parentNode } = element;
        element.remove();
        await new Promise((resolve) => setTimeout(resolve, 200));
        parentNode.append(element);
      }),
    'route away and back, made anew with its draft': ({ page }) =>
      page.evaluate(async () => {
        const element = document.querySelector('lending-onboarding');
        const { parentNode, draft } = element;
        element.remove();
        await new Promise((resolve) => setTimeout(resolve, 200));
        parentNode.append(Object.assign(document.createElement('lending-onboarding'), { draft }));
      }),
    'parent changed': ({ page }) =>
      page.evaluate(() => {
        const place = document.createElement('section');
        document.body.append(place);
        place.append(document.querySelector('lending-onboarding'));
      }),
    'language changed': ({ page }) =>
      page.evaluate(() => {
        document.documentElement.lang = 'de';
        document.querySelector('lending-onboarding').lang = 'fr';
      }),
    'mounted twice': async ({ page }) => {
      await page.evaluate(() => document.querySelector('main').append(document.createElement('lending-onboarding')));
      await pause();
      await page.evaluate(() => {
        const { shadowRoot } = document.querySelectorAll('lending-onboarding')[1];
        const input = shadowRoot.querySelector('lending-company').shadowRoot.querySelector('input');
        input.value = 'Another';
        input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      });
      await page.evaluate(() => document.querySelectorAll('lending-onboarding')[1].remove());
    },
    'two tabs': async ({ page, context }) => {
      const second = await context.newPage();
      await second.goto(servers.url);
      await applicant.fillCompany(second, { ...SAMPLE.company, registered_name: 'Second tab' });
      await applicant.press(second);
      await applicant.fillApplicant(second);
      await toReview(second);
      await applicant.press(second);
      await applicant.reach(second, DOCUMENTS);
      await page.bringToFront();
    },
  };

  for (const [disruption, act] of Object.entries(OPEN)) {
    it(`stays as it is: ${disruption}`, async () => {
      const before = creates(servers);
      const visitor = await visit({ path: disruption.includes('guard') ? '/guarded' : '/' });
      await act(visitor);
      const count = await lost(visitor.page);
      note(disruption, PERSON, TYPED, count);
      assert.equal(count, 0);
      assert.equal(await finish(visitor.page, before), 1, 'one application is created');
    });
  }

  it('stays as it is: back from the bfcache', async (test) => {
    const cached = await launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    try {
      const before = creates(servers);
      if (!(await isCached(await cached.newPage(), `${servers.url}/elsewhere`))) {
        return void test.skip('this browser has no bfcache: name another one in CHROME_PATH');
      }
      const { page } = await visit({ on: cached });
      assert.ok(await isCached(page), 'the page comes back as it was');
      const count = await lost(page);
      note('back from the bfcache', PERSON, TYPED, count);
      assert.equal(count, 0);
      assert.equal(await finish(page, before), 1);
    } finally {
      contexts.length = 0;
      await cached.close();
    }
  });

  /** Where a page is loaded anew, and what must stand there then. */
  const RELOADS = {
    'the business': {
      act: async (page) => {
        await applicant.press(page, 'back');
        await applicant.type(page, { registered_name: 'Acme LTD' });
      },
      typed: { [BUSINESS]: SAMPLE.company },
    },
    'the person': { act: () => pause(), typed: TYPED },
    review: { act: toReview, typed: TYPED, isReview: true },
    'the figures': { act: toFigures, typed: { [FIGURES]: TYPED_FIGURES } },
  };

  for (const [place, { act, typed, isReview }] of Object.entries(RELOADS)) {
    it(`stays as it is, at the same step: reload at ${place}`, async () => {
      const { page } = await visit();
      await act(page);
      await pause(180);
      await page.reload();
      if (isReview) {
        await applicant.reach(page, REVIEW);
        await applicant.press(page, 'back');
      }
      const count = await lost(page, typed);
      note('reload', isReview ? REVIEW : Object.keys(typed)[0], typed, count);
      assert.equal(count, 0);
    });
  }

  it('stays as it is: reload right after the last key', async () => {
    const { page } = await visit();
    await page.type('>>> input[name="last_name"]', '-Longer');
    await page.reload();
    const typed = { [PERSON]: { ...TYPED[PERSON], last_name: 'Sample-Longer' }, [BUSINESS]: TYPED[BUSINESS] };
    const count = await lost(page, typed);
    note('reload right after the last key', PERSON, typed, count);
    assert.equal(count, 0);
  });

  it('stays as it is: reload while the backend is down, and again', async () => {
    const { page } = await visit();
    await pause(180);
    isDown = true;
    await page.reload();
    await applicant.reach(page, BUSINESS);
    isDown = false;
    await page.reload();
    const count = await lost(page);
    note('reload while the backend is down, and again', PERSON, TYPED, count);
    assert.equal(count, 0);
  });

  it('is nothing to the next who is signed in, and no more to the one before', async () => {
    const { page, context } = await visit();
    await pause(180);
    const [before, user] = [await sealed(page), (await context.cookies()).find(({ name }) => name === 'partner_user')];
    await context.deleteCookie(user);
    await page.reload();
    await applicant.reach(page, BUSINESS);
    await page.waitForFunction((text) => JSON.stringify(history.state?.lendingDraft?.iv) !== text, {}, before);
    assert.equal(Object.values(await fields(page)).join(''), '');
    await context.setCookie(user);
    await page.reload();
    await applicant.reach(page, BUSINESS);
    await pause();
    assert.equal(Object.values(await fields(page)).join(''), '');
  });

  it('is sealed in the entry of the history, and nothing of it can be read there', async () => {
    const { page } = await visit();
    await pause(180);
    const state = await page.evaluate(async () => {
      const { lendingDraft, ...rest } = history.state;
      return JSON.stringify(rest) + (await new Blob([lendingDraft.iv, lendingDraft.data]).text());
    });
    assert.ok(state.length > 300, 'something is there');
    for (const text of PERSONAL) assert.ok(!state.includes(text), text);
  });

  it('is not kept where the backend gives no key', async () => {
    hasKey = false;
    const { page } = await visit();
    await pause(180);
    assert.equal(await page.evaluate(() => history.state), null);
    await page.reload();
    await applicant.reach(page, BUSINESS);
    await pause();
    assert.equal(Object.values(await fields(page)).join(''), '');
  });

  /** What happens to the call that creates the application. */
  const CALLS = {
    'signed out (401)': {
      sentence: /You have been signed out/,
      async act({ page, context }) {
        const cookies = await context.cookies();
        const user = cookies.find(({ name }) => name === 'partner_user');
        await context.deleteCookie(user);
        await applicant.press(page);
        return async () => {
          const other = await context.newPage();
          await other.goto(`${servers.url}/elsewhere`);
          await context.setCookie(user);
          await page.bringToFront();
        };
      },
    },
    'the lender answers 500': {
      sentence: /not answering at the moment/,
      async act({ page }) {
        fault = (_request, response) => response.writeHead(500).end('{}');
        await applicant.press(page);
        return () => (fault = undefined);
      },
    },
    offline: {
      sentence: /You seem to be offline/,
      async act({ page }) {
        await page.setOfflineMode(true);
        await page.waitForFunction(offline, {}, 'You are offline. What you enter stays here.');
        await applicant.press(page);
        return async () => {
          await page.setOfflineMode(false);
          await page.waitForFunction(offline, {}, '');
        };
      },
    },
    'time-out': {
      sentence: /we do not know whether it went through.*we look first whether it did/,
      async act({ page }) {
        fault = () => undefined;
        await applicant.press(page);
        return () => (fault = undefined);
      },
    },
  };

  for (const [disruption, { act, sentence }] of Object.entries(CALLS)) {
    it(`stays as it is: ${disruption}`, async () => {
      const before = creates(servers);
      const visitor = await visit();
      const { page } = visitor;
      await toReview(page);
      const mend = await act(visitor);
      assert.match(await failure(page), sentence);
      await mend();
      await applicant.press(page, 'back');
      const count = await lost(page);
      note(disruption, REVIEW, TYPED, count);
      assert.equal(count, 0);
      assert.equal(await finish(page, before), 1, 'one application is created');
    });
  }

  it('stays as it is, and goes on with “Try again”, after signing in elsewhere', async () => {
    const before = creates(servers);
    const visitor = await visit();
    await toReview(visitor.page);
    const mend = await CALLS['signed out (401)'].act(visitor);
    await failure(visitor.page);
    await mend();
    await applicant.press(visitor.page, 'retry');
    await applicant.reach(visitor.page, DOCUMENTS);
    assert.equal(creates(servers) - before, 1);
  });

  it('stays as it is: upload given up', async () => {
    const { page } = await visit();
    await toFigures(page);
    await applicant.press(page, 'back');
    const file = await writeStatement();
    await fs.appendFile(file, `%${'x'.repeat(1_500_000)}`);
    await applicant.addDocument(page, file);
    const network = await page.createCDPSession();
    await network.send('Network.emulateNetworkConditions', SLOW);
    await applicant.press(page);
    const cancel = await page.waitForSelector('>>> [aria-label^="Cancel"]', { timeout: 5000 });
    await cancel.click();
    const row = await page.waitForFunction(stopped, { timeout: 5000 });
    const hasFile = await row.evaluate((text) => text.includes('statement june.pdf'));
    await page.locator(SKIP).click();
    const typed = { [FIGURES]: TYPED_FIGURES };
    const count = (await lost(page, typed)) + (hasFile ? 0 : 1);
    note('upload given up', DOCUMENTS, { ...typed, file: { file: '' } }, count);
    assert.equal(count, 0);
  });

  it('stays as it is: session expired', async () => {
    const before = creates(servers);
    const { page, context } = await visit();
    await toFigures(page);
    const cookies = await context.cookies();
    await context.deleteCookie(cookies.find(({ name }) => name === 'lending'));
    await applicant.press(page);
    assert.match(await failure(page), /has not been created yet/);
    const figures = { [FIGURES]: TYPED_FIGURES };
    let count = await lost(page, figures);
    await applicant.press(page, 'back');
    await applicant.reach(page, REVIEW);
    await applicant.press(page, 'back');
    count += await lost(page);
    assert.equal(await finish(page, before), 1, 'one application is created');
    await page.locator(SKIP).click();
    count += await lost(page, figures);
    note('session expired', FIGURES, { ...TYPED, ...figures }, count);
    assert.equal(count, 0);
    await applicant.press(page);
    await applicant.reach(page, 'Before we ask for offers');
  });

  it('goes on where a page makes the element anew without its draft, with nothing of what was sent', async () => {
    const { page } = await visit();
    await toReview(page);
    await applicant.press(page);
    await applicant.reach(page, DOCUMENTS);
    const anew = () =>
      document.querySelector('lending-onboarding').replaceWith(document.createElement('lending-onboarding'));
    await page.evaluate(anew);
    await applicant.reach(page, DOCUMENTS);
  });

  it('is in no storage, no address and no entry of the history', async () => {
    const { page } = await visit();
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

  it('is not kept by the browser once it was sent', async () => {
    const { page } = await visit();
    await toReview(page);
    await applicant.press(page);
    await applicant.reach(page, DOCUMENTS);
    await keepOutOfCache(page);
    await page.goto(`${servers.url}/elsewhere`);
    await page.goBack();
    await applicant.reach(page, DOCUMENTS);
    await applicant.press(page, 'back');
    await applicant.reach(page, 'Your answers');
    const text = await page.$eval('>>> lending-review', ({ shadowRoot }) => shadowRoot.textContent);
    assert.match(text, /are not shown again/);
    assert.doesNotMatch(text, /Acme/);
  });

  const HURRIES = {
    'ten clicks': (page) =>
      page.$eval('>>> [part="submit"]', (button) => {
        for (let count = 0; count < 10; count++) button.click();
      }),
    'Enter and a click at once': async (page) => {
      const button = await page.$('>>> [part="submit"]');
      await button.focus();
      const box = await button.boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await Promise.all([page.keyboard.press('Enter'), page.mouse.click(x, y)]);
    },
  };

  for (const [hurry, act] of Object.entries(HURRIES)) {
    it(`makes one application: ${hurry} on “Create application”`, async () => {
      const before = creates(servers);
      const { page } = await visit();
      await toReview(page);
      await act(page);
      await applicant.reach(page, DOCUMENTS);
      await pause();
      assert.equal(creates(servers) - before, 1);
    });
  }

  it('makes one application: two tabs at once', async () => {
    const before = creates(servers);
    const { page, context } = await visit();
    const second = await context.newPage();
    await second.goto(servers.url);
    await applicant.fillCompany(second);
    await applicant.press(second);
    await applicant.fillApplicant(second);
    for (const tab of [page, second]) {
      await tab.bringToFront();
      await toReview(tab);
    }
    await Promise.all([page, second].map((tab) => tab.$eval('>>> [part="submit"]', (button) => button.click())));
    for (const tab of [page, second]) {
      await tab.bringToFront();
      await applicant.reach(tab, DOCUMENTS);
    }
    assert.equal(creates(servers) - before, 1);
  });
});

/** A response as a handler gives it that keeps no drafts. */
function withoutKey(response) {
  const { end, write } = response;
  const cut = (chunk) => chunk && Buffer.from(String(Buffer.from(chunk)).replace(/,"draft_key":"[^"]*"/, ''));
  response.write = (chunk, ...rest) => write.call(response, cut(chunk), ...rest);
  response.end = (chunk, ...rest) => end.call(response, cut(chunk), ...rest);
}

/** What makes a sealed draft another one. */
const sealed = (page) => page.evaluate(() => JSON.stringify(history.state?.lendingDraft?.iv));

const creates = ({ sandbox }) => sandbox.calls.filter(({ name }) => name === 'createApplication').length;

/** What stands in the inputs, by name. */
const fields = (page) =>
  page.$$eval('>>> input[name], >>> select[name]', (inputs) =>
    Object.fromEntries(
      inputs.filter(({ type, checked }) => type !== 'radio' || checked).map(({ name, value }) => [name, value]),
    ),
  );

/** Runs in the page: whether the line about the connection says this. */
const offline = (sentence) =>
  document.querySelector('lending-onboarding').shadowRoot.querySelector('[part="offline"]').textContent.trim() ===
  sentence;

/** Runs in the page: what the row of a document says that was not sent. */
const stopped = () => {
  const { shadowRoot } = document.querySelector('lending-onboarding').shadowRoot.querySelector('lending-documents');
  const text = shadowRoot.querySelector('[part="file"]')?.textContent ?? '';
  return text.includes('was not sent') && text;
};

/** What the panel says, once the call under way has failed. */
async function failure(page) {
  const panel = await page.waitForSelector('>>> #failure', { timeout: 15_000 });
  return panel.evaluate((element) => element.textContent.replace(/\s+/g, ' '));
}

function table(rows) {
  const lines = [['disruption', 'at the step', 'fields typed', 'fields lost'], ...rows];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  return lines.map((line) => line.map((cell, column) => String(cell).padEnd(widths[column])).join('  ')).join('\n');
}
