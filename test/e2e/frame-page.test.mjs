// Embed code in the frame that needs something of the page around it: dialogs, the focus, and a fresh token.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OK, useVendors } from './embed-codes/open.mjs';
import * as visit from './vendor/visit.mjs';

const { eventCount, eventsOf, openGate, outcome, textsOf } = visit;

describe('embed code in a frame', { timeout: 240_000 }, () => {
  const { open } = useVendors();

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const shownInFrame = async (page) => {
    const frame = await page.$('>>> iframe');
    return textsOf(await frame.contentFrame(), '.offers');
  };

  const inFrame = async (page) => (await page.$('>>> iframe')).contentFrame();

  it('shows the text of alert(), and goes on after confirm()', async () => {
    const code = `${OK}<script>setTimeout(() => { alert('Ten offers'); alert(confirm() + ' ' + prompt()); }, 100);</script>`;
    await open({ codes: [code], mode: 'frame' }, async (page) => {
      assert.equal((await outcome(page)).type, 'lending-ready');
      const frame = await inFrame(page);
      await frame.waitForSelector('dialog[open] ~ dialog[open]', { timeout: 3000 });
      const shown = await frame.$$eval('dialog p', (lines) => lines.map(({ textContent }) => textContent));
      assert.deepEqual(shown, ['Ten offers', 'false null']);
    });
  });

  it('gives the focus back unless the applicant has moved it', async () => {
    const code = `<input id="vendor-input">${OK}<script>setTimeout(() => document.getElementById('vendor-input').focus(), 600);</script>`;
    await open({ codes: [code], mode: 'frame', isGated: true }, async (page) => {
      await page.click('#note');
      await page.keyboard.type('ab');
      await openGate(page);
      assert.equal((await outcome(page)).type, 'lending-ready');
      await pause(1200);
      await page.keyboard.type('cd');
      assert.equal(await page.$eval('#note', ({ value }) => value), 'abcd');
      // Who goes there stays there.
      const frame = await inFrame(page);
      await (await frame.$('#vendor-input')).click();
      await pause(300);
      await page.keyboard.type('ef');
      assert.equal(await frame.$eval('#vendor-input', ({ value }) => value), 'ef');
    });
  });

  const typing = 'correct horse battery';
  const TAKES = `<input id="vendor-input" style="height: 300px">${OK}<script>const takes = () => document.getElementById('vendor-input').focus();`;
  const THIEVES = {
    'all the time': `${TAKES} onpointerdown = () => setInterval(takes, 20);</script>`,
    'now and then': `${TAKES} onpointerdown = () => setInterval(takes, 200);</script>`,
  };
  for (const [name, code] of Object.entries(THIEVES)) {
    it(`gets no text that is typed elsewhere by taking the focus: ${name}`, async () => {
      await open({ codes: [code], mode: 'frame' }, async (page) => {
        assert.equal((await outcome(page)).type, 'lending-ready');
        const frame = await inFrame(page);
        // Who was in the frame just now, and has moved to the page with a key, is in the page.
        await (await frame.$('#vendor-input')).click();
        await page.click('#counter');
        await page.keyboard.press('Tab');
        await page.keyboard.type(typing, { delay: 70 });
        const arrived = await page.$eval('#note', ({ value }) => value);
        assert.ok(arrived.length >= typing.length - 3, `"${arrived}" has arrived in the page.`);
        const [told] = await eventsOf(page, 'lending-error');
        assert.deepEqual([told?.code, /takes the focus/.test(told?.message)], ['widget-failed', true]);
      });
    });
  }

  it('starts again with a fresh token when it reloads the document of its frame', async () => {
    const code = `${OK}<script>if ('{access_token}' === 'token-1') setTimeout(() => location.reload(), 300);</script>`;
    await open({ codes: [code], mode: 'frame', tokens: ['token-1', 'token-2'] }, async (page) => {
      assert.equal((await outcome(page)).type, 'lending-ready');
      assert.equal((await outcome(page, await eventCount(page))).type, 'lending-ready');
      assert.deepEqual(await shownInFrame(page), ['Offers for token-2']);
    });
  });

  it('is given up when it reloads its document again and again', async () => {
    const code = `${OK}<script>setTimeout(() => location.reload(), 300);</script>`;
    await open({ codes: [code], mode: 'frame', tokens: ['token-1', 'token-2'] }, async (page) => {
      const isTold = () => globalThis.partner.notes.events.find(({ code: told }) => told);
      await page.waitForFunction(isTold, { timeout: 15_000 });
      const [told] = await eventsOf(page, 'lending-error');
      assert.deepEqual([told.code, /again and again/.test(told.message)], ['widget-failed', true]);
    });
  });
});
