// The service's script in its own frame: it shows its content, and cannot reach the page.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { recordProblems } from './browser.mjs';
import { useStage } from './stage.mjs';

/** A vendor script that tries forbidden actions and shows the results. */
const ATTACK = `
  const attempt = (what) => { try { return String(what()); } catch (error) { return error.name; } };
  window.SampleFundingWidget = {
    init: ({ token, container }) => {
      container.append(Object.assign(document.createElement('pre'), { id: 'loot', textContent: JSON.stringify({
        parentDocument: attempt(() => parent.document.title),
        topLocation: attempt(() => top.location.href),
        cookies: attempt(() => document.cookie),
        storage: attempt(() => localStorage.length),
        frames: attempt(() => parent.frames[0].document.body.textContent + [...parent.frames].map((frame) => frame.document.title)),
        origin: self.origin,
        token: token.startsWith('sandbox_'),
      }) }));
      container.append(Object.assign(document.createElement('div'), { style: 'height: 777px', textContent: 'tall' }));
    },
  };
`;

describe('a widget with isolation="frame"', { timeout: 120_000 }, () => {
  let servers;
  let page;
  let script;
  const problems = [];

  const options = {
    widget: { isolation: 'frame' },
    fault(request, response) {
      if (!script || !request.url.startsWith('/widget.js')) return false;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return true;
    },
  };
  const stage = useStage(options, (opened) => recordProblems(opened, problems));
  before(async () => {
    ({ servers, page } = stage);
    await applicant.goTo(page, 'offers');
  });

  async function show() {
    // A new history entry. With the previous entry the journey would stay at its open step.
    await page.goto('about:blank');
    await page.goto(servers.url);
    await applicant.reach(page, 'Your offers');
    await page.waitForSelector('lending-onboarding >>> lending-widget:state(ready)', { timeout: 20_000 });
    return page.frames().find((frame) => frame.url().endsWith('/api/lending/frame'));
  }

  it('shows the offers in the frame, without an error or a violation', async () => {
    const frame = await show();
    const offer = await frame.waitForSelector('>>> h4');
    assert.equal(await offer.evaluate((heading) => heading.textContent), 'Sample Bank');
    assert.deepEqual(problems, []);
  });

  it('gives the frame a title, a sandbox without an origin, and no URL with a token', async () => {
    await show();
    const frame = await page.$eval('>>> iframe', ({ title, src, sandbox }) => ({ title, src, sandbox: [...sandbox] }));
    assert.equal(frame.title, 'Your offers');
    assert.equal(frame.src, `${servers.url}/api/lending/frame`);
    assert.ok(!frame.sandbox.includes('allow-same-origin') && !frame.sandbox.includes('allow-top-navigation'));
  });

  it('lets an attack script reach neither the page, nor its cookies, nor another frame', async () => {
    script = ATTACK;
    await page.goto(servers.url);
    await page.evaluate(() => {
      document.cookie = 'canary=1';
      localStorage.setItem('canary', '1');
    });
    const frame = await show();
    const loot = JSON.parse(await frame.$eval('#loot', (element) => element.textContent));
    assert.deepEqual(loot, {
      parentDocument: 'SecurityError',
      topLocation: 'SecurityError',
      // The frame's document has its own timers, which exist as long as the document.
      cookies: '',
      storage: '0',
      frames: 'SecurityError',
      origin: 'null',
      token: true,
    });
  });
});
