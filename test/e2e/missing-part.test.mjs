// A chunk of the library fails to load: the choices of the applicant, and their results. Another one loads late.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

const { SAMPLE, fields, watch, written } = applicant;
/** The choice of a panel. A form has its own button to try again. */
const [AGAIN, RELOAD, SUBMIT] = ['Try again', 'Reload this page', ''];
/** What a handler of another version responds. The version is in its header, whatever the status is. */
const NEWER = { status: 500, headers: { 'x-lending-elements': '99.0.0' }, body: '' };
const [LATER, HELP] = [/\/later-/, /\/rare-input-/];

const stage = useStage();

describe('a part that does not load', { timeout: 120_000 }, () => {
  let page;
  /** Whether the chunks are held back, and how often they were asked for. */
  let isBlocked;
  let asked;
  /** Whether the handler has a newer version than the page. */
  let isUpdated;
  afterEach(() => assert.ok(asked > 0, 'No chunk has the name that the test holds back.'));

  /** Opens the page for a new applicant, because an application belongs to the applicant who created it. */
  async function openWithout(files) {
    isBlocked = true;
    isUpdated = false;
    asked = 0;
    page = await stage.visit(async (opened) => {
      await opened.evaluateOnNewDocument(watch);
      await opened.setRequestInterception(true);
      opened.on('request', (request) => {
        const isPart = files.test(request.url());
        if (isPart) asked++;
        if (isUpdated && request.url().endsWith('/session')) return void request.respond(NEWER);
        void (isPart && isBlocked ? request.abort() : request.continue());
      });
    });
  }

  /** Does something, and returns the choices of the resulting panel. The panel has the focus. */
  async function offerAfter(act, code = 'script-failed') {
    const journey = await page.$('lending-onboarding');
    const told = journey.evaluate(
      (element) =>
        new Promise((resolve) =>
          element.addEventListener('lending-error', ({ error }) => resolve(error.code), { once: true }),
        ),
    );
    await act();
    assert.equal(await told, code);
    const panel = await page.waitForFunction(panelInFocus);
    const { text, offer } = await panel.jsonValue();
    assert.ok(offer !== RELOAD || !/try again/i.test(text), text);
    assert.equal(/was updated/.test(text), code === 'script-outdated', text);
    return offer;
  }
  const pressed = (part) => () => applicant.press(page, part);

  it('is loaded by the applicant’s retry, or else by a reload', async () => {
    await openWithout(LATER);
    await applicant.fillCompany(page);
    assert.equal(await offerAfter(pressed('submit')), AGAIN);
    assert.equal(await offerAfter(pressed('retry')), RELOAD);
    isBlocked = false;
    await Promise.all([page.waitForNavigation(), applicant.press(page, 'retry')]);
    // The answers were kept, so the reload leads to the step that did not open.
    await applicant.reach(page, 'About you');
  });

  it('is loaded by a reload immediately if the handler was updated, with the answers', async () => {
    await openWithout(LATER);
    await page.waitForNetworkIdle();
    isUpdated = true;
    await applicant.fillCompany(page);
    assert.equal(await offerAfter(pressed('submit'), 'script-outdated'), RELOAD);
    await written(page);
    isUpdated = isBlocked = false;
    await Promise.all([page.waitForNavigation(), applicant.press(page, 'retry')]);
    await applicant.reach(page, 'About you');
  });

  it('is not loaded by a reload that could not help', async () => {
    await openWithout(LATER);
    await applicant.fillCompany(page);
    await page.setOfflineMode(true);
    assert.equal(await offerAfter(pressed('submit'), 'script-offline'), AGAIN);
    assert.equal(await offerAfter(pressed('retry'), 'script-offline'), AGAIN);
    await page.setOfflineMode(false);
    assert.equal(await offerAfter(pressed('retry')), RELOAD);
  });

  it('is loaded by a reload inside a step, too, without losing answers', async () => {
    await openWithout(HELP);
    const typed = {
      ...SAMPLE.company,
      'address.house_number': '',
      'address.line_1': `12 ${SAMPLE.company['address.line_1']}`,
    };
    await applicant.fillCompany(page, typed);
    assert.equal(await offerAfter(pressed('submit')), SUBMIT);
    assert.equal(await offerAfter(pressed('submit')), RELOAD);
    await written(page);
    isBlocked = false;
    await Promise.all([page.waitForNavigation(), applicant.press(page, 'retry')]);
    await page.waitForFunction(isFilledIn, {}, typed);
    await applicant.press(page);
    await page.waitForSelector('>>> #summary', { visible: true });
    assert.equal((await fields(page))['address.house_number'], '12');
  });

  it('is explained to the developer with a remedy even if the explanations do not load', async () => {
    await openWithout(/\/(later-|explain-)/);
    const lines = [];
    page.on('console', (line) => line.type() === 'error' && lines.push(line.text()));
    await applicant.fillCompany(page);
    await offerAfter(pressed('submit'));
    const said =
      'A part of lending-elements (steps) did not load. Check that all files of the library are served, and reload the page.';
    assert.ok(await until(() => lines.includes(said)), lines.join('\n'));
  });

  it('offers a retry before a reload, even after another part did not load', async () => {
    await openWithout(/\/(rare-input|address-history)-/);
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.fillApplicant(page, { ...SAMPLE.applicant, 'addresses.0.start_date.year': '2026' });
    assert.equal(await offerAfter(pressed('submit')), SUBMIT);
    await applicant.type(page, {
      'addresses.0.start_date.year': '2012',
      'addresses.0.line_1': `2 ${SAMPLE.applicant['addresses.0.line_1']}`,
    });
    assert.equal(await offerAfter(pressed('submit')), SUBMIT);
    assert.equal(await offerAfter(pressed('submit')), RELOAD);
  });

  it('is loaded without losing a document that was chosen', async () => {
    await openWithout(/\/uploads-/);
    await applicant.goTo(page, 'documents');
    const statement = await applicant.writeStatement();
    assert.equal(await offerAfter(() => applicant.addDocument(page, statement)), SUBMIT);
    const before = asked;
    isBlocked = false;
    const next = await Promise.race([
      applicant.reach(page, 'The funding you need').then(() => 'the next step'),
      offerAfter(pressed('submit')),
    ]);
    assert.equal(next, asked > before ? 'the next step' : RELOAD);
  });
});

describe('an answer that looks unlikely', { timeout: 120_000 }, () => {
  it('causes a question even before the telephone library has loaded', async () => {
    const held = [];
    const page = await stage.visit(async (own) => {
      await own.setRequestInterception(true);
      own.on('request', (request) =>
        request.url().includes('phone-library') ? held.push(request) : void request.continue(),
      );
    });
    const questions = () => page.$$eval('>>> .row [part="warning"]', ({ length }) => length);
    await applicant.fillCompany(page, { ...SAMPLE.company, registered_number: '1234567' });
    await applicant.press(page);
    await applicant.fillApplicant(page, { ...SAMPLE.applicant, phone_number: '+33 1 23 45 67' });
    await applicant.press(page);
    await page.waitForSelector('>>> [part="warning"]', { visible: true, timeout: 10_000 });
    assert.deepEqual([held.length, await questions()], [1, 1]);
    await held[0].continue();
    await page.waitForSelector('>>> ::-p-text(2 answers look unusual)', { visible: true });
    assert.equal(await questions(), 2);
  });
});

/** Runs in the page: returns the text and the buttons of the panel when it has the focus. */
function panelInFocus() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  at = at?.closest('#failure');
  if (!at) return false;
  const offer = at.querySelector('button')?.textContent ?? '';
  return { offer, text: [...at.querySelectorAll('p')].map((line) => line.textContent).join(' ') };
}

/** Runs in the page: returns true if the inputs of the first step have these values. */
function isFilledIn(values) {
  const journey = document.querySelector('lending-onboarding');
  const form = journey?.shadowRoot?.querySelector('lending-company')?.shadowRoot?.querySelector('form');
  return form && Object.entries(values).every(([name, value]) => form.elements[name].value === value);
}
