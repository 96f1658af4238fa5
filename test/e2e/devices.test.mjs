// One applicant with two devices (two independent browsers), and other users.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { startServers } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { launch } from './browser.mjs';
import { putBefore } from './stage.mjs';
import { BUSINESS, DOCUMENTS, fields, pause, PERSON, PERSONAL, REVIEW } from './survival.mjs';

const { SAMPLE } = applicant;
const SAVED = 'Saved: you can continue on another device';
const OFF = 'The saved copy has been deleted';

describe('an applicant with two devices', { timeout: 300_000 }, () => {
  /** The partner's database. Its values are strings, which every database can store. */
  const rows = new Map();
  const stored = new Map();
  const store = {
    get: async (key) => rows.get(key),
    set: async (key, value) => void rows.set(key, value),
    delete: async (key) => void rows.delete(key),
  };
  const problems = [];
  let servers;
  let browser;
  let contexts = [];
  /** The backend. A test can stop it and start it again. */
  let lending;
  let start;

  before(async () => {
    const { createHandler } = await import('lending-elements/server');
    const { toNodeListener } = await import('lending-elements/server/node');
    servers = await startServers({
      options(given) {
        const options = {
          ...given,
          drafts: { store },
          onApplicationCreated: (created) => void stored.set(created.subject, JSON.stringify(created)),
          existingApplication: ({ subject }) => JSON.parse(stored.get(subject) ?? 'null'),
        };
        start = (more) => (lending = toNodeListener(createHandler({ ...options, ...more })));
        start();
        return options;
      },
    });
    putBefore(servers.partner, (request, response) => {
      const isSignOut = request.url === '/sign-out';
      const user = /partner_user=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
      if (isSignOut) void lending.forget(user).then(() => signedOut(response));
      else if (request.url.startsWith('/api/lending/')) lending(request, response);
      return isSignOut || request.url.startsWith('/api/lending/');
    });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await servers?.close();
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    assert.deepEqual(problems.splice(0), []);
  });

  /** Opens the partner's page in a new browser, signed in as this user, or as a new user. */
  async function device(user) {
    const context = await browser.createBrowserContext();
    contexts.push(context);
    if (user) await context.setCookie(user);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // The console shows refused requests.
      const isRefusal = /status of (403|409)/.test(message.text());
      if (message.type() === 'error' && !isRefusal) problems.push(message.text());
    });
    await page.goto(servers.url);
    const who = async () => (await context.cookies()).find(({ name }) => name === 'partner_user');
    return { context, page, who };
  }

  /** Opens a device, and fills in the company and half of the applicant's form. */
  async function begun() {
    const laptop = await device();
    await applicant.fillCompany(laptop.page);
    await applicant.press(laptop.page);
    await applicant.reach(laptop.page, PERSON);
    await applicant.type(laptop.page, { first_name: 'Jane', email: 'jane.half@' });
    await leave(laptop.page);
    await says(laptop.page, SAVED);
    return laptop;
  }

  it('has the last key on the other device, where the page was left right after it', async () => {
    const laptop = await begun();
    await applicant.type(laptop.page, { last_name: 'Longer' });
    await laptop.page.goto('about:blank');
    await pause(300);
    const phone = await device(await laptop.who());
    await applicant.reach(phone.page, PERSON);
    const { last_name, email } = await fields(phone.page);
    assert.deepEqual([last_name, email], ['Longer', 'jane.half@']);
  });

  it('goes on after the backend was ended and started again with the same store', async () => {
    const laptop = await begun();
    start();
    await applicant.type(laptop.page, { last_name: 'After' });
    await leave(laptop.page);
    await pause(300);
    start();
    const phone = await device(await laptop.who());
    await applicant.reach(phone.page, PERSON);
    assert.equal((await fields(phone.page)).last_name, 'After');
  });

  it('leaves nothing in the store that says who it is or what was entered', async () => {
    await begun();
    assert.ok(rows.size > 0);
    for (const [key, value] of rows) {
      const text = key + value + Buffer.from(value, 'base64url').toString('latin1');
      for (const word of [...PERSONAL, 'jane']) assert.ok(!text.includes(word), word);
    }
  });

  it('shows nothing of it to somebody else, who neither reads, writes nor deletes it', async () => {
    const laptop = await begun();
    const before = [...rows];
    const owner = await laptop.page.evaluate(ownerOf);
    const stranger = await device();
    await applicant.reach(stranger.page, BUSINESS);
    await pause();
    assert.equal(Object.values(await fields(stranger.page)).join(''), '');
    assert.notEqual(await stranger.page.evaluate(ownerOf), owner);
    const statuses = await stranger.page.evaluate(async (whose) => {
      const headers = { 'x-lending-elements': '1', 'content-type': 'application/json' };
      const post = async (body) =>
        (await fetch('/api/lending/draft', { method: 'POST', headers, body: JSON.stringify(body) })).status;
      const draft = { inputs: { company: { registered_name: 'Taken over' } }, answers: {} };
      const read = await fetch('/api/lending/draft', { headers });
      return [
        (await read.json()).saved ?? 'nothing',
        await post({ owner: whose, revision: 'revision-1', after: [], draft }),
        await post({ owner: whose, delete: true }),
      ];
    }, owner);
    assert.deepEqual(statuses, ['nothing', 403, 403]);
    assert.deepEqual([...rows].slice(0, before.length), before);
  });

  it('shows nothing of it in a page that stayed open, after somebody else has signed in there', async () => {
    const laptop = await begun();
    const other = await device();
    await applicant.fillCompany(other.page, { ...SAMPLE.company, registered_name: 'Other LTD' });
    await leave(other.page);
    await says(other.page, SAVED);
    await laptop.context.setCookie(await other.who());
    await pause(5100);
    await comeBack(laptop.page);
    await says(laptop.page, 'Another person has signed in');
    assert.equal((await fields(laptop.page)).first_name, 'Jane');
    await applicant.type(laptop.page, { first_name: 'Janet' });
    await leave(laptop.page);
    await pause(300);
    const again = await device(await other.who());
    await applicant.reach(again.page, BUSINESS);
    await says(again.page, 'Your saved answers');
    assert.equal((await fields(again.page)).registered_name, 'Other LTD');
    await applicant.press(again.page);
    await applicant.reach(again.page, PERSON);
    assert.equal((await fields(again.page)).first_name, '');
  });

  it('chooses where both were typed on: nothing is lost or mixed before that', async () => {
    const laptop = await begun();
    const phone = await device(await laptop.who());
    await applicant.reach(phone.page, PERSON);
    await applicant.type(phone.page, { first_name: 'Phone', last_name: 'Doe' });
    await leave(phone.page);
    await says(phone.page, SAVED);
    await applicant.type(laptop.page, { first_name: 'Laptop' });
    await leave(laptop.page);
    await says(laptop.page, 'Choose which answers to keep');
    assert.equal((await fields(laptop.page)).first_name, 'Laptop');
    assert.equal((await fields(laptop.page)).last_name, '');
    await applicant.pressWords(laptop.page, 'Use the saved answers');
    await says(laptop.page, 'Your saved answers');
    await applicant.filled(laptop.page, 'first_name', 'Phone');
    assert.equal((await fields(laptop.page)).last_name, 'Doe');
    await applicant.type(laptop.page, { first_name: 'Laptop' });
    await leave(laptop.page);
    await says(laptop.page, SAVED);
    await applicant.type(phone.page, { first_name: 'Phone again' });
    await leave(phone.page);
    await says(phone.page, 'Choose which answers to keep');
    await applicant.pressWords(phone.page, 'Keep the answers on this page');
    await says(phone.page, SAVED);
    const third = await device(await laptop.who());
    await applicant.reach(third.page, PERSON);
    assert.equal((await fields(third.page)).first_name, 'Phone again');
  });

  it('deletes it, and has it saved again', async () => {
    const laptop = await begun();
    await applicant.pressWords(laptop.page, 'Delete the saved copy');
    await says(laptop.page, OFF);
    assert.equal((await fields(laptop.page)).first_name, 'Jane');
    const phone = await device(await laptop.who());
    await applicant.reach(phone.page, BUSINESS);
    await pause();
    assert.equal(Object.values(await fields(phone.page)).join(''), '');
    await applicant.pressWords(laptop.page, 'Save for another device');
    await says(laptop.page, SAVED);
    await phone.page.reload();
    await applicant.reach(phone.page, PERSON);
    assert.equal((await fields(phone.page)).first_name, 'Jane');
  });

  it('signs out: nothing is left at the backend, and a page that is still open makes nothing new of it', async () => {
    const laptop = await begun();
    const user = await laptop.who();
    const phone = await device(user);
    await applicant.reach(phone.page, PERSON);
    const before = rows.size;
    await laptop.page.goto(`${servers.url}/sign-out`);
    assert.equal(rows.size, before - 1);
    await applicant.type(phone.page, { last_name: 'Stale' });
    await leave(phone.page);
    await says(phone.page, OFF);
    assert.equal(rows.size, before - 1);
    const again = await device(user);
    await applicant.reach(again.page, BUSINESS);
    await pause();
    assert.equal(Object.values(await fields(again.page)).join(''), '');
  });

  it('creates it on one device: on the other, which was typing still, nothing of it is saved again', async () => {
    const laptop = await begun();
    const phone = await device(await laptop.who());
    await applicant.fillApplicant(phone.page);
    await applicant.press(phone.page);
    await applicant.reach(phone.page, REVIEW);
    const before = rows.size;
    await applicant.press(phone.page);
    await applicant.reach(phone.page, DOCUMENTS);
    assert.equal(rows.size, before - 1);
    await applicant.type(laptop.page, { last_name: 'Stale' });
    await leave(laptop.page);
    await says(laptop.page, OFF);
    await leave(phone.page);
    await pause(300);
    assert.equal(rows.size, before - 1);
    assert.equal(await phone.page.$('>>> [part="saved"]'), null);
  });
});

/** Returns the text about the saved draft. */
const says = (page, words) =>
  page
    .waitForFunction(
      (wanted) =>
        document
          .querySelector('lending-onboarding')
          ?.shadowRoot?.querySelector('[part="saved"] [role="status"]')
          ?.textContent.includes(wanted),
      { timeout: 10_000 },
      words,
    )
    .catch(() => assert.fail(`The page says “${words}”.`));

/** Hides the page and shows it again. A headless browser treats all its pages as visible. */
async function leave(page) {
  await page.evaluate(() => void dispatchEvent(new Event('pagehide')));
  await page.waitForNetworkIdle({ idleTime: 300 });
}
const comeBack = (page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

/** Runs in the page. */
const ownerOf = async () =>
  (await (await fetch('/api/lending/session', { headers: { 'x-lending-elements': '1' } })).json()).draftOwner;
const signedOut = (response) =>
  response
    .writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'partner_user=; Path=/; Max-Age=0' })
    .end('Signed out');
