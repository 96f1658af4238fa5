// Dialogs of a widget in its frame: they cover the window, after a press in the frame only, and go back. `ENGINES=firefox,webkit` shows
// them there.
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { ENGINES as BROWSERS } from './embed-codes/engines.mjs';
import { says } from './vendor/servers.mjs';
import * as visit from './vendor/visit.mjs';

const { ENGINES = 'chromium' } = process.env;
const DEVICES = {
  desktop: { width: 1000, height: 700 },
  phone: { width: 390, height: 664, isMobile: true, hasTouch: true },
};

const TALL = '<button id="open" style="margin-top: 300px">Details</button><div style="height: 1500px">Offers</div>';
const LAYER = 'position: fixed; inset: 0; background: rgb(0 0 0 / 50%)';
/** The vendor's ways to show a dialog. Each has a button in the middle of the window that closes it. */
const DIALOGS = {
  'modal <dialog>': `<dialog id="layer" style="margin: auto"><button id="done">Done</button></dialog>
    <script>open = () => layer.showModal(); shut = () => layer.close()</script>`,
  'fixed layer': `<div id="layer" hidden><div style="${LAYER}; display: grid; place-items: center"><button id="done">Done</button></div></div>
    <script>open = () => (layer.hidden = false, done.focus()); shut = () => (layer.hidden = true)</script>`,
  'fixed layer in a shadow root': `<div id="layer"></div><script>
    const root = layer.attachShadow({ mode: 'open' });
    open = () => (root.innerHTML = '<div style="${LAYER}; display: grid; place-items: center"><button>Done</button></div>', root.querySelector('button').onclick = shut);
    shut = () => (root.innerHTML = '')</script>`,
};
/** A vendor's script that shows this, and runs it. */
const showingOf = (html, then = '') => `globalThis.VendorFunding = { init({ container }) {
  container.innerHTML = ${JSON.stringify(html.replaceAll(/<script>[^]*?<\/script>/g, ''))};
  let open, shut;
  ${[...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code]) => code).join(';')};
  document.querySelector('#open').onclick = () => open();
  document.querySelector('#done')?.addEventListener('click', () => shut());
  addEventListener('keydown', ({ key }) => key === 'Escape' && shut());
  ${then}
} };`;

/** Runs in the page: the box of the frame, and the page around it. */
function view() {
  const inside = document.querySelector('lending-widget > div').shadowRoot;
  const { shadowRoot } = inside.firstChild;
  const covers = !!shadowRoot.querySelector('dialog:modal');
  const box = shadowRoot.querySelector(covers ? 'dialog' : '.box');
  const rectOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const button = shadowRoot.querySelector('button');
  const { x, y } = document.querySelector('#behind').getBoundingClientRect();
  const behind = document.elementFromPoint(x + 5, Math.min(y + 5, innerHeight - 5));
  return {
    covers,
    box: rectOf(box),
    frame: rectOf(inside.querySelector('iframe')),
    close: rectOf(button),
    name: button.textContent,
    window: { width: innerWidth, height: innerHeight },
    overflow: document.documentElement.style.overflow,
    scroll: Math.round(scrollY),
    reachesPage: behind?.id === 'behind',
    heightOfPage: document.documentElement.scrollHeight,
  };
}

const focusOurs = () =>
  document.querySelector('lending-widget > div').shadowRoot.firstChild.shadowRoot.querySelector('button').focus();

const BODY = `<div style="height: 300px">Accounts</div><lending-widget></lending-widget><button id="behind">Behind</button>`;

for (const engine of ENGINES.split(',')) {
  describe(`a dialog in the frame, in ${engine}`, { timeout: 300_000 }, () => {
    let all;
    before(async () => (all = await BROWSERS[engine].start()));
    after(() => all?.close());

    async function showing(source, run, { device = 'desktop', dialogs, ...more } = {}) {
      const settings = { withoutToken: true, ...(dialogs && { dialogs }) };
      const open = (page) => page.setViewport?.(DEVICES[device]);
      await all.withScript(says(source), { mode: 'frame', settings, body: BODY, open, ...more }, async (page) => {
        assert.equal((await visit.outcome(page)).type, 'lending-ready');
        await becomes(page, ({ box }) => box.height > 1800, 'it has its height');
        await page.evaluate(
          () =>
            new Promise((resolve) => {
              // A scroll after the press would be that of the dialog.
              addEventListener('scroll', () => resolve(), { once: true });
              scrollTo(0, 200);
            }),
        );
        await run(page, {
          press: (x, y) =>
            DEVICES[device].hasTouch && page.touchscreen ? page.touchscreen.tap(x, y) : page.mouse.click(x, y),
        });
      });
    }
    async function becomes(page, isRight, what) {
      for (let tries = 0; tries < 100; tries++) {
        const now = await page.evaluate(view);
        if (isRight(now)) return now;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return assert.fail(`${what}: ${JSON.stringify(await page.evaluate(view))}`);
    }
    /** Presses the button that opens the dialog. */
    const pressOpen = async (page, press) => {
      const { box } = await page.evaluate(view);
      await press(box.x + 20, box.y + 310);
    };
    const covering = (page) => becomes(page, ({ covers }) => covers, 'it covers the window');
    const back = (page) => becomes(page, ({ covers }) => !covers, 'it is back');
    /** The place of the button in the window. Needs a frame that the browser's protocol reaches. */
    const placeOfButton = async (page) => {
      const { frame } = await page.evaluate(view);
      const inside = await (await page.$('>>> iframe')).contentFrame();
      const { x, y } = await inside.$eval('#open', (button) => button.getBoundingClientRect().toJSON());
      return [frame.x + x, frame.y + y].map(Math.round);
    };

    for (const device of Object.keys(DEVICES)) {
      for (const [kind, html] of Object.entries(DIALOGS)) {
        it(`covers the window of a ${device}, with our button, and goes back to its place: ${kind}`, async () => {
          await showing(
            showingOf(TALL + html),
            async (page, { press }) => {
              const before = await page.evaluate(view);
              const place = page.$ && (await placeOfButton(page));
              await pressOpen(page, press);
              const { box, frame, close, window, name, overflow, reachesPage } = await covering(page);
              assert.deepEqual(box, { x: 0, y: 0, ...window });
              assert.deepEqual([frame.x, frame.width, frame.y + frame.height], [0, window.width, window.height]);
              assert.ok(close.height >= 44 && close.width >= 44 && frame.y >= close.height, JSON.stringify(close));
              assert.deepEqual([name, overflow, reachesPage], ['Close', 'hidden', false]);
              if (place) {
                await becomes(page, () => true, '');
                assert.deepEqual(await placeOfButton(page), place);
              }
              // The vendor's own button, in the middle.
              await press(frame.x + frame.width / 2, frame.y + frame.height / 2);
              const after = await back(page);
              assert.deepEqual(after, before);
            },
            { device },
          );
        });
      }
    }

    it('is closed with our button and with the Escape key, and opens again after a press', async () => {
      await showing(showingOf(TALL + DIALOGS['fixed layer']), async (page, { press }) => {
        for (const end of ['button', 'Escape', 'Escape at our button', 'button']) {
          await pressOpen(page, press);
          const { close } = await covering(page);
          if (end === 'Escape at our button') await page.evaluate(focusOurs);
          if (end !== 'button') await page.keyboard.press('Escape');
          else await press(close.x + close.width / 2, close.y + close.height / 2);
          await back(page);
          await new Promise((resolve) => setTimeout(resolve, 700));
          assert.equal((await page.evaluate(view)).covers, false, `The vendor was told to close it: ${end}.`);
        }
      });
    });

    it('stays in the frame with dialogs="inline"', async () => {
      const stays = async (page, { press }) => {
        await pressOpen(page, press);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        assert.equal((await page.evaluate(view)).covers, false);
      };
      await showing(showingOf(TALL + DIALOGS['fixed layer']), stays, { dialogs: 'inline' });
    });

    it('does not mistake an app that fills the frame for a dialog', async () => {
      const app = `<div style="position: fixed; inset: 0; background: #eee"><button id="open">Open</button></div>`;
      const source = showingOf(app).replace('=> open()', '=> (document.title = 1)');
      await all.withScript(
        says(source),
        { mode: 'frame', settings: { withoutToken: true }, body: BODY },
        async (page) => {
          assert.equal((await visit.outcome(page)).type, 'lending-ready');
          const { box } = await page.evaluate(view);
          await page.mouse.click(box.x + 20, box.y + 10);
          await new Promise((resolve) => setTimeout(resolve, 1000));
          assert.equal((await page.evaluate(view)).covers, false);
        },
      );
    });

    it('prints the page when the widget calls print() after a press', async () => {
      const source = showingOf(TALL + DIALOGS['fixed layer'], 'open = () => print();');
      await showing(source, async (page, { press }) => {
        await page.evaluate(() => {
          globalThis.prints = 0;
          globalThis.print = () => globalThis.prints++;
        });
        await pressOpen(page, press);
        await new Promise((resolve) => setTimeout(resolve, 500));
        assert.equal(await page.evaluate(() => globalThis.prints), 1);
      });
    });
  });
}
