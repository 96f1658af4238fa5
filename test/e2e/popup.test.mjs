// The journey in a popup window without a URL, which some apps open for a task.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as applicant from './applicant.mjs';
import { openStage, recordProblems } from './stage.mjs';

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
