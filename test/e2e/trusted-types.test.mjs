// Two files of the library on one page that enforces Trusted Types: each has its own copy of Lit, which makes a policy.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { putBefore, recordProblems, useStage } from './stage.mjs';
import { signIn } from '../../examples/partner.mjs';

const TWO = ['journey', 'widget'].map(
  (file) => `<script type="module" src="/api/lending/elements/${file}.js"></script>`,
);
const BODY = `<lending-onboarding endpoint="/api/lending"></lending-onboarding>
<lending-widget endpoint="/api/lending"><p slot="not-loaded">Your offers did not load.</p></lending-widget>`;

describe('two files on a page that enforces Trusted Types', { timeout: 120_000 }, () => {
  let page;
  let answer;
  const stage = useStage({ options: () => ({}) });
  before(() =>
    putBefore(stage.servers.partner, ({ url }, response) => {
      if (url !== '/') return false;
      const headers = { 'content-type': 'text/html', 'set-cookie': signIn(), ...answer.headers };
      response.writeHead(200, headers).end(answer.html);
      return true;
    }),
  );

  async function open(scripts, trustedTypes) {
    answer = {
      headers: { 'content-security-policy': `require-trusted-types-for 'script'; trusted-types ${trustedTypes}` },
      html: `<!doctype html><html lang="en"><head><title>Partner</title><link rel="icon" href="data:," />
        <link rel="stylesheet" href="/api/lending/elements/lending-elements.css" />${scripts}</head><body>${BODY}</body></html>`,
    };
    const messages = [];
    page = await stage.visit((opened) => recordProblems(opened, messages));
    return messages;
  }
  const offers = (words) => page.waitForSelector(`>>> ::-p-text(${words})`, { visible: true, timeout: 20_000 });

  it('start both if the policy allows duplicates', async () => {
    await open(TWO.join(''), "lit-html lending-elements 'allow-duplicates'");
    await applicant.reach(page, 'Your business');
    await offers('This site has no application from you yet');
  });

  it('start the first if it does not; the page and the console explain the failure of the second', async () => {
    const messages = await open(TWO.join(''), 'lit-html lending-elements');
    await applicant.reach(page, 'Your business');
    await offers('Your offers did not load.');
    assert.match(messages.join('\n'), /'lit-html' violates .*'allow-duplicates'/);
  });

  it('are not needed: one file has all elements', async () => {
    const messages = await open(
      '<script type="module" src="/api/lending/elements/lending-elements.js"></script>',
      'lit-html lending-elements',
    );
    await applicant.reach(page, 'Your business');
    await offers('This site has no application from you yet');
    assert.deepEqual(
      messages.filter((text) => !text.includes('409')),
      [],
    );
  });
});
