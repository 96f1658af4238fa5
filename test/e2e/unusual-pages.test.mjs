// Two files of the library on one page that enforces Trusted Types: each has its own copy of Lit, which makes a policy. And the journey in a
// popup window without a URL, which some apps open for a task.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { openStage, putBefore, recordProblems, useStage } from './stage.mjs';
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

/** Runs in the page: opens the window and writes the partner's two lines of HTML into it. */
function openEmptyWindow() {
  const { document: inside } = window.open('about:blank');
  const src = new URL('/lending-elements/journey.js', location.href).href;
  inside.head.append(Object.assign(inside.createElement('script'), { type: 'module', src }));
  inside.body.append(inside.createElement('lending-onboarding'));
}

for (const isolation of ['page', 'frame']) {
  it(`in an about:blank popup, the journey reaches the offers: ${isolation}`, async () => {
    // The policy of the partner's page forbids scripts that create scripts.
    const stage = await openStage({ widget: { isolation }, options: () => ({}) }, (page) => page.setBypassCSP(true));
    try {
      const opened = new Promise((resolve) => stage.page.once('popup', resolve));
      await stage.page.evaluate(openEmptyWindow);
      const popup = await opened;
      const problems = recordProblems(popup);
      assert.equal(popup.url(), 'about:blank');
      await applicant.goTo(popup, 'offers', { document: await applicant.writeStatement() });
      await popup.waitForSelector('>>> lending-widget:state(ready)', { visible: true, timeout: 20_000 });
      assert.deepEqual(
        stage.servers.sandbox.calls.map(({ name }) => name),
        ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'],
      );
      assert.deepEqual(problems, []);
    } finally {
      await stage.close();
    }
  });
}
