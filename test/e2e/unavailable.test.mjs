// A backend that cannot finish a journey: the applicant learns it at the start, and types nothing for nothing.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { createHandler } from 'lending-elements/server';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
import * as applicant from './applicant.mjs';
import { launch, putBefore, useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

const { failure } = applicant;

const CANNOT = /You cannot apply at the moment/;
const KEPT = /Everything you entered/;
const PAGE = '<!doctype html><title>Not found</title>';

/** Answers of the session's route. `undefined`: the handler answers. */
const ANSWERS = {
  'a site without the handler': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end(PAGE),
  'a page instead of the handler': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  'a handler that misses a variable': undefined,
};

describe('a backend that cannot finish a journey', { timeout: 120_000 }, () => {
  let answer;
  let isComplete;
  let complete;
  const codes = [];
  const stage = useStage({
    options(example) {
      complete = example;
      return { secretKey: undefined, ...fromEnv({ LENDING_ENVIRONMENT: 'sandbox' }) };
    },
  });
  before(() => {
    const working = toNodeListener(createHandler(complete));
    putBefore(stage.servers.partner, (request, response) => {
      if (!request.url.startsWith('/api/lending')) return false;
      if (isComplete) working(request, response);
      else if (answer) answer(response);
      return isComplete || !!answer;
    });
  });
  beforeEach(() => {
    codes.length = 0;
    isComplete = false;
  });

  const visit = () =>
    stage.visit(async (page) => {
      await page.exposeFunction('tell', (code) => codes.push(code));
      await page.evaluateOnNewDocument(() =>
        addEventListener('lending-error', ({ error }) => globalThis.tell(error.code), true),
      );
    });

  for (const [what, answerWith] of Object.entries(ANSWERS)) {
    it(`is announced before anything is typed: ${what}; and starts once it is repaired`, async () => {
      answer = answerWith;
      const page = await visit();
      const words = await failure(page);
      assert.match(words, CANNOT);
      assert.doesNotMatch(words, KEPT);
      assert.equal(await page.$('>>> input'), null);
      assert.equal(codes.length, 1, codes.join());
      // The applicant may be busy elsewhere on the page.
      assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
      await applicant.press(page, 'retry');
      await page.waitForFunction(() => document.activeElement !== document.body);
      assert.match(await failure(page), CANNOT);
      isComplete = true;
      await applicant.press(page, 'retry');
      await applicant.reach(page, 'Your business');
      assert.equal(await applicant.focused(page), 'heading');
      await applicant.goTo(page, 'documents');
    });
  }

  it('does not hide a form that the applicant has begun', async () => {
    let go;
    const begun = new Promise((resolve) => (go = resolve));
    answer = (response) => void begun.then(() => ANSWERS['a site without the handler'](response));
    const page = await visit();
    await applicant.type(page, { registered_name: 'Sample Ltd' });
    go();
    await until(() => codes.length > 0);
    assert.deepEqual(codes, ['adapter-unexpected-response']);
    await applicant.filled(page, 'registered_name', 'Sample Ltd');
  });

  it('does not hide the form if it is only down for a moment', async () => {
    answer = (response) => response.writeHead(503, { 'content-type': 'text/html' }).end(PAGE);
    const page = await visit();
    await until(() => codes.length > 0);
    assert.deepEqual(codes, ['adapter-unexpected-response']);
    await applicant.fillCompany(page);
  });

  it('is announced on a page without https, where the consent could not be recorded', async () => {
    const browser = await launch({ args: ['--host-resolver-rules=MAP shop.example 127.0.0.1', '--no-sandbox'] });
    try {
      isComplete = true;
      const insecure = await browser.newPage();
      const messages = [];
      insecure.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
      await insecure.goto(stage.servers.url.replace('127.0.0.1', 'shop.example'));
      assert.match(await failure(insecure), CANNOT);
      // The explanation for developers is loaded when it is needed.
      await until(() => messages.length > 0);
      assert.match(messages.join('\n'), /Serve the page over https/);
    } finally {
      await browser.close();
    }
  });
});
