// The ways in which a script can fail, for embed code: each is told as what it is, and a retry brings the widget where it can.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe } from 'node:test';
import { NOWHERE } from '../vendor/answers.mjs';
import * as visit from '../vendor/visit.mjs';
import { hosted, itWhere, useVendors } from './open.mjs';
import { MOUNT, sdk } from './snippets/show.mjs';

const { MODES, assertPageWorks, notes, openGate, outcome, press, tokenRequest } = visit;
const SOURCE = sdk('Vendor', MOUNT);
const HASH = `sha384-${createHash('sha384').update(SOURCE).digest('base64')}`;
const answers = (status, body, headers) => (response) =>
  response
    .writeHead(status, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*', ...headers })
    .end(body);
const says = (body) => answers(200, body);
const HTML = '<!doctype html><title>Sign in to the network</title><h1>Welcome</h1>';
const intercept = async (page, answer) => {
  page.removeAllListeners('request');
  page.on('request', (request) => (request.url().endsWith('vendor.js') ? answer(request) : request.continue()));
  await page.setRequestInterception(true);
};
const give = (request) => request.respond({ contentType: 'text/javascript', body: SOURCE });
const CLOBBER = '<a id="Vendor" href="#x">x</a>';

/**
 * What the vendor's server answers, or what is wrong otherwise; the `code` that comes of it, or none where the widget shows;
 * `isForGood` where only the owner of the page can mend it.
 */
const FAULTS = {
  'a request that is broken off': { answer: (response) => response.socket.destroy(), code: 'script-failed' },
  'no answer': { answer: () => undefined, code: 'script-timeout' },
  404: { answer: answers(404, 'no'), code: 'script-failed' },
  500: { answer: answers(500, 'no'), code: 'script-failed' },
  'a page of HTML': { answer: answers(200, HTML, { 'content-type': 'text/html' }), code: 'script-failed' },
  'no such host': { at: `https://${NOWHERE}`, mend: (page) => intercept(page, give), code: 'script-failed' },
  'a browser that is offline': {
    before: (page) => page.setOfflineMode(true),
    mend: (page) => page.setOfflineMode(false),
    code: 'script-offline',
  },
  'an ad blocker': {
    before: (page) => intercept(page, (request) => request.abort('blockedbyclient')),
    mend: (page) => intercept(page, (request) => request.continue()),
    code: 'script-failed',
  },
  'a policy': {
    page: { csp: "script-src 'self' 'unsafe-inline'" },
    code: 'script-blocked',
    isForGood: true,
    only: 'page',
  },
  'Trusted Types without the policy of the library': {
    page: { csp: "require-trusted-types-for 'script'; trusted-types lit-html" },
    code: 'script-trusted-types',
    isForGood: true,
    only: 'page',
  },
  'Trusted Types with it': {
    page: { csp: "require-trusted-types-for 'script'; trusted-types lit-html lending-elements" },
    answer: says(SOURCE),
  },
  'another hash': {
    widget: ({ v }) => ({ integrity: HASH, scriptUrl: `${v}/vendor.js` }),
    answer: says(`${SOURCE};`),
    code: 'script-integrity',
  },
  'another global': { answer: says('window.Another = {};'), code: 'script-no-global', names: /\bVendor\b/ },
  'a script that comes late': { answer: (response) => setTimeout(says(SOURCE), 500, response) },
  'a script with a mistake': { answer: says(`${SOURCE} }{`), code: 'script-threw' },
  'a script that throws': { answer: says(`null.boot(); ${SOURCE}`), code: 'script-threw' },
  'an element with the name of the global': {
    page: { body: `${CLOBBER}<lending-widget></lending-widget>` },
    answer: says(SOURCE),
  },
  'nothing to see': { answer: says('window.Vendor = { mount() {} };'), code: 'widget-not-painted' },
};

const QUICK = ['404', 'another hash', 'a script that throws'];

describe('embed code whose script fails', { timeout: 300_000 }, () => {
  const { open } = useVendors(`--host-resolver-rules=MAP ${NOWHERE} ~NOTFOUND`);

  for (const [name, fault] of Object.entries(FAULTS)) {
    for (const mode of MODES) {
      const { code, isForGood, only = mode } = fault;
      const then = code
        ? `is told as ${code}${isForGood ? '' : ', and a retry mends it'}`
        : 'shows the widget after all';
      if (only === mode)
        itWhere(QUICK.includes(name) && mode === 'page', `${mode}, ${name}: ${then}`, () => check(mode, fault));
    }
  }

  async function check(mode, { code, names = /./, isForGood, answer, at, before: spoil, mend, page: around, widget }) {
    const codes = [({ v }) => hosted({ v: at ?? v })];
    const more = {
      codes,
      mode,
      widget,
      timeoutMs: code === undefined ? 5000 : 2000,
      isGated: true,
      tokens: ['token-1', 'token-2'],
    };
    await open({ ...more, ...around }, async (page, { folders: [folder] }) => {
      folder.answer = answer;
      await tokenRequest(page);
      // What of the library itself is needed must be there.
      await page.waitForFunction(
        (part) => performance.getEntriesByType('resource').some((one) => one.name.includes(`/${part}-`)),
        {},
        mode === 'page' ? 'embed-code' : 'frame',
      );
      await page.waitForNetworkIdle({ idleTime: 100 });
      await spoil?.(page);
      await openGate(page);
      const told = await outcome(page);
      assert.equal(told?.code, code, told?.message);
      await assertPageWorks(page);
      if (!code) return;
      assert.match(told.message, names);
      assert.match(told.remedy, /^[A-Z].+\.$/);
      assert.ok(!/token-1|vendor\.js/.test(told.message), told.message);
      const from = (await notes(page)).events.length;
      folder.answer = undefined;
      folder.files = { 'vendor.js': SOURCE };
      await mend?.(page);
      await press(page);
      const again = await outcome(page, from);
      assert.equal(again?.code, isForGood ? code : undefined, again?.message);
    });
  }
});
