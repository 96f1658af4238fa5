// The order in which the journey loads its files: the first step alone, then saved drafts, the later steps when the applicant starts, and each part before its step.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

describe('the files of the journey', { timeout: 120_000 }, () => {
  const stage = useStage();
  let page;
  /** The requested files, by their names without the hash. */
  let requested;

  beforeEach(async () => {
    requested = [];
    page = await stage.visit(watchRequests);
    await applicant.reach(page, 'Your business');
  });

  async function watchRequests(visited) {
    const cdp = await visited.createCDPSession();
    await cdp.send('Network.enable');
    cdp.on('Network.requestWillBeSent', ({ request }) => {
      const [, name] = request.url.match(/\/lending-elements\/(?:elements\/)?([\w-]+?)(?:-[\w-]{8})?\.js$/) ?? [];
      if (name) requested.push(name);
    });
  }

  const isRequested = async (name) =>
    assert.ok(await until(() => requested.includes(name)), `${name} was not requested, but ${requested.join(', ')}`);

  it('are one for the first step, then those for saved drafts, and those for the next steps once the applicant starts', async () => {
    for (const name of ['journey-actions', 'saved-draft', 'saving-status']) await isRequested(name);
    await page.waitForNetworkIdle();
    assert.equal(requested[0], 'journey');
    assert.ok(!requested.includes('later-steps'), requested.join(', '));
    await applicant.type(page, { registered_name: 'Café Ltd' });
    for (const name of ['later-steps', 'explain-to-applicant']) await isRequested(name);
  });

  it('have loaded for the second step even if the connection is lost during the first', async () => {
    await applicant.type(page, { registered_name: 'Café Ltd' });
    await isRequested('later-steps');
    await page.waitForNetworkIdle();
    await page.setOfflineMode(true);
    await applicant.fillCompany(page);
    await applicant.press(page);
    await applicant.reach(page, 'About you');
    await page.setOfflineMode(false);
  });

  it('are requested before the step that needs them', async () => {
    const parts = { review: ['uploads', 'upload-progress'], figures: ['after-decision'], consent: ['hand-off'] };
    const look = async (step) => {
      for (const name of parts[step] ?? []) await isRequested(name);
    };
    await applicant.goTo(page, 'offers', { document: await applicant.writeStatement(), look });
  });
});
