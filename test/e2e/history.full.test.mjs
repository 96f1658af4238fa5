// The browser's Back and Forward on a page with the journey in a frame. The component tests have the rest.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { withoutIntroduction } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { putBefore, useStage } from './stage.mjs';
import { HEADINGS } from './walk/walk.mjs';

describe('the browser’s history, on a page with a journey', { timeout: 300_000 }, () => {
  const stage = useStage();
  before(async () => {
    const index = withoutIntroduction(await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8'));
    const pages = {
      '/framed': index,
      '/framing': '<!doctype html><title>Framing</title><iframe src="/framed" width="800" height="1200"></iframe>',
    };
    putBefore(stage.servers.partner, ({ url }, response) => {
      if (pages[url]) response.writeHead(200, { 'content-type': 'text/html' }).end(pages[url]);
      return !!pages[url];
    });
  });

  it('goes step by step in a frame, and does not change the page around it', async () => {
    const page = await stage.visit();
    const travel = (by) => applicant.travel(page, by);
    await page.goto(`${stage.servers.url}/framing`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await applicant.goTo(frame, 'review');
    await travel(-1);
    await applicant.reach(frame, HEADINGS.applicant);
    await applicant.press(frame);
    await applicant.reach(frame, HEADINGS.review);
    // A history entry of the page follows those of the journey.
    await page.evaluate(() => history.pushState({ page: 'dialog' }, ''));
    await applicant.press(frame, 'back');
    await applicant.reach(frame, HEADINGS.applicant);
    assert.deepEqual(await page.evaluate(() => history.state), { page: 'dialog' });
    await travel(-1);
    await page.waitForFunction(() => history.state === null);
    await applicant.reach(frame, HEADINGS.applicant);
  });
});
