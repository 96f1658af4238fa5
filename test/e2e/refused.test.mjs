// For each kind of refusal: who has to act, the applicant's choices, and the lender's record.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import * as applicant from './applicant.mjs';
import { misbehaving, useStage } from './stage.mjs';

const { SAMPLE } = applicant;
const DOCUMENTS = 'Add documents';
const REVIEW = 'Check your answers';

const partner = {
  name: 'Ledgerly',
  broker: 'Sample Broker',
  support: { name: 'Ledgerly support', address: 'help@ledgerly.example', phone: '01632 960 001' },
};

const answering =
  (status, body = {}, headers = {}) =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const silent = () => undefined;

/** A stage with a lender that a test controls. `options` are options of the handler. */
function stageFor(options = {}) {
  const handler = () => ({
    settings: { partner },
    log: (entry) => void scene.log.push(entry),
    existingApplication: (visit) => scene.existing?.(visit),
    ...options,
  });
  const scene = useStage({ fault: misbehaving(() => scene.fault), options: handler });
  afterEach(() => void Object.assign(scene, { fault: undefined, existing: undefined }));
  return Object.assign(scene, {
    log: [],
    async toReview() {
      const page = await scene.visit();
      await applicant.goToReview(page);
      return page;
    },
    /** Returns the applications that the lender has recorded since then. */
    created(before = 0) {
      return scene.servers.sandbox.calls.filter(({ name }) => name === 'createApplication').slice(before);
    },
  });
}

/** Waits until the pending call has failed, and returns the lines of the panel and the text of its button. */
async function failure(page) {
  const panel = await page.waitForSelector('>>> #failure', { timeout: 15_000 });
  return panel.evaluate((element) => ({
    lines: [...element.querySelectorAll('h3, p')].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()),
    button: element.querySelector('button')?.textContent,
    links: [...element.querySelectorAll('a')].map(({ href }) => href),
  }));
}

const canSubmit = (page) => page.$eval('>>> [part="submit"]', (button) => button.checkVisibility());

const reference = ({ lines }) => /^Your reference number is ([\da-f]{8})\.$/.exec(lines.at(-2))?.[1];

describe('a refusal', { timeout: 300_000 }, () => {
  const scene = stageFor();

  for (const status of [401, 403, 404, 409]) {
    it(`with ${status} is nothing that the applicant did, and nobody is signed out`, async () => {
      const count = scene.created().length;
      const page = await scene.toReview();
      scene.fault = answering(status, { message: 'Unauthorized' });
      await applicant.press(page);
      const said = await failure(page);
      assert.equal(
        said.lines[1],
        'There is a problem with the connection between Ledgerly and Sample Broker. Nothing is wrong with your answers.',
      );
      assert.equal(said.lines.at(-1), 'Contact Ledgerly support: help@ledgerly.example or 01632 960 001');
      assert.deepEqual(said.links, ['mailto:help@ledgerly.example', 'tel:01632960001']);
      const entry = scene.log.findLast(({ requestId }) => requestId.startsWith(reference(said)));
      assert.deepEqual([entry.code, entry.calls[0].status], ['upstream-denied', status]);
      assert.equal(await applicant.focused(page), 'failure');
      scene.fault = undefined;
      await applicant.press(page, 'retry');
      await applicant.reach(page, DOCUMENTS);
      assert.equal(scene.created(count).length, 1);
    });
  }

  it('of a field leads through its step, where it is mended, to an application', async () => {
    const count = scene.created().length;
    const page = await scene.toReview();
    scene.fault = answering(422, { errors: { 'company.registered_number': ['The company is dissolved.'] } });
    await applicant.press(page);
    await page.waitForSelector('>>> #summary');
    const sentence = 'Check the registration number. Sample Broker did not accept it';
    assert.deepEqual(await applicant.summary(page), [sentence]);
    assert.equal(await applicant.focused(page), 'summary');
    scene.fault = undefined;
    await applicant.click(page, '#summary a');
    await applicant.reach(page, 'Your business');
    assert.equal(await applicant.focused(page), 'registered_number');
    assert.equal(await applicant.errorOf(page, 'registered_number'), `Error: ${sentence}`);
    await applicant.type(page, { registered_number: '01234567' });
    await applicant.press(page);
    await applicant.reach(page, REVIEW);
    await applicant.press(page);
    await applicant.reach(page, DOCUMENTS);
    assert.deepEqual(
      scene.created(count).map(({ body }) => body.company.registered_number),
      ['01234567'],
    );
  });

  it('of what nobody was asked has no link that leads in a circle', async () => {
    const page = await scene.toReview();
    scene.fault = answering(422, { errors: [{ path: 'company.address.country_code', message: 'Unknown.' }] });
    await applicant.press(page);
    const said = await failure(page);
    assert.equal(said.lines[1], 'There is a problem with Ledgerly. Nothing is wrong with your answers.');
    assert.ok(scene.log.some(({ requestId }) => requestId.startsWith(reference(said))));
    assert.equal(said.button, undefined);
    assert.equal(await page.$('>>> #summary'), null);
  });

  it('for now says how long to wait', async () => {
    const page = await scene.toReview();
    scene.fault = answering(429, {}, { 'retry-after': '180' });
    await applicant.press(page);
    assert.equal((await failure(page)).lines[1], 'Sample Broker is busy. Wait 3 minutes and try again.');
    scene.fault = undefined;
    await applicant.press(page, 'retry');
    await applicant.reach(page, DOCUMENTS);
    scene.fault = answering(503, {}, { 'retry-after': '60' });
    await applicant.click(page, 'form > .actions button:not([part])');
    await applicant.fillPrequalification(page);
    await applicant.press(page);
    const { lines } = await failure(page);
    assert.equal(lines[1], 'Sample Broker is not available at the moment. Wait 60 seconds and try again.');
  });
});

describe('an outcome that nobody knows', { timeout: 300_000 }, () => {
  describe('where nobody can look', () => {
    const scene = stageFor({ existingApplication: undefined, timeout: 1000 });

    const lost = { 'a time-out': silent, 'a 204': answering(204), 'a 503': answering(503, {}, { 'retry-after': '0' }) };
    for (const [what, fault] of Object.entries(lost)) {
      it(`offers no button after ${what}, and a number under which it is found`, async () => {
        const count = scene.created().length;
        const page = await scene.toReview();
        scene.fault = fault;
        await applicant.press(page);
        const said = await failure(page);
        scene.fault = undefined;
        assert.deepEqual(said.lines.toSpliced(-2, 1), [
          'Your application may not have been created',
          'Sample Broker did not confirm your application, so it may or may not have been created.',
          'Do not apply again, because your application may already exist. Ledgerly will not send it twice.',
          'Everything you entered is still here.',
          'Contact Ledgerly support: help@ledgerly.example or 01632 960 001',
        ]);
        assert.equal(said.button, undefined);
        assert.equal(await canSubmit(page), false);
        const { calls } = scene.log.findLast(({ requestId }) => requestId.startsWith(reference(said)));
        assert.equal(calls[0].call, 'createApplication');
        // After a reload the button is available again. It does not create an application, and the reference number is the same.
        await page.reload();
        await applicant.reach(page, REVIEW);
        await applicant.press(page);
        assert.deepEqual(await failure(page), said);
        assert.equal(scene.created(count).length, 0);
      });
    }
  });

  describe('where somebody can look', () => {
    const scene = stageFor({ timeout: 1000, settleAfter: 2000 });

    it('is gone on with as soon as it is found', async () => {
      const page = await scene.toReview();
      scene.fault = silent;
      await applicant.press(page);
      const said = await failure(page);
      scene.fault = undefined;
      assert.equal(
        said.lines[2],
        'You can check again. Ledgerly looks for your application first, so it is not sent twice.',
      );
      assert.equal(said.button, 'Check again');
      assert.equal(await canSubmit(page), false);
      await applicant.press(page, 'retry');
      assert.deepEqual(await failure(page), said);
      scene.existing = () => ({ company_id: crypto.randomUUID(), email: SAMPLE.applicant.email });
      await applicant.press(page, 'retry');
      await applicant.reach(page, DOCUMENTS);
      assert.equal(scene.created().length, 0);
    });

    it('is created once, in one of two tabs, when there certainly is none and it has settled', async () => {
      const page = await scene.toReview();
      scene.existing = () => 'none';
      scene.fault = silent;
      await applicant.press(page);
      const said = await failure(page);
      scene.fault = undefined;
      assert.match(said.lines[2], /^Check again in [12] seconds?\. /);
      const other = await page.browserContext().newPage();
      await other.goto(scene.servers.url);
      await applicant.goToReview(other);
      await setTimeout(3000);
      await Promise.all([
        page.$eval('>>> [part="retry"]', (button) => button.click()),
        other.$eval('>>> [part="submit"]', (button) => button.click()),
      ]);
      for (const tab of [page, other]) {
        await tab.bringToFront();
        await applicant.reach(tab, DOCUMENTS);
      }
      assert.equal(scene.created().length, 1);
    });

    it('of the figures says that they can be sent again, and sends them', async () => {
      const page = await scene.toReview();
      await applicant.press(page);
      await applicant.reach(page, DOCUMENTS);
      await applicant.click(page, 'form > .actions button:not([part])');
      await applicant.fillPrequalification(page);
      scene.fault = silent;
      await applicant.press(page);
      const { lines, button } = await failure(page);
      scene.fault = undefined;
      assert.deepEqual([lines[0], button], ['Your figures may not have been sent', 'Try again']);
      assert.match(lines[1], /You can send them again/);
      await applicant.press(page, 'retry');
      await applicant.reach(page, 'Before you get offers');
      const { calls } = scene.servers.sandbox;
      assert.equal(calls.at(-1).name, 'prequalify');
    });
  });
});

describe('a call that takes long', { timeout: 120_000 }, () => {
  const scene = stageFor();

  it('is said to be still under way, and comes to its end', async () => {
    const page = await scene.toReview();
    let go;
    const gone = new Promise((resolve) => (go = resolve));
    const { lender } = scene.servers;
    const [answer] = lender.listeners('request');
    lender.removeAllListeners('request');
    lender.on('request', (request, response) => void gone.then(() => answer(request, response)));
    await applicant.press(page);
    await page.waitForFunction(
      () => {
        const review = document.querySelector('lending-onboarding')?.shadowRoot?.querySelector('lending-review');
        return review?.shadowRoot?.querySelector('form > [role="status"]')?.textContent.startsWith('Still working.');
      },
      { timeout: 8000 },
    );
    go();
    await applicant.reach(page, DOCUMENTS);
    assert.equal(scene.created().length, 1);
  });
});
