// Every token in every place of embed code, in the page and in the frame: it is read there as it is (`String.raw` reads its
// escapes), and runs nowhere. `ENGINES=firefox,webkit` tries that there.
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe } from 'node:test';
import { MODES } from '../vendor/visit.mjs';
import { ENGINES as BROWSERS, everywhere } from './engines.mjs';
import { itWhere } from './open.mjs';
import { IN_PAGE_ONLY, PLACES, READ_STYLE, TOKENS } from './snippets/places.mjs';

/** `String.raw` reads the escapes of a token with other characters, which no escape could avoid in every kind of string. */
const rawOf = (token) =>
  token.replace(
    /[^\w.-]|(?<![a-z\d])-|-(?![a-z\d])/gi,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const QUICK = ['text', 'string in single quotes', 'document in an attribute'];

for (const engine of (process.env.ENGINES ?? 'chromium').split(',')) {
  const { start, concurrency } = BROWSERS[engine];
  describe(`tokens in embed code, in ${engine}`, { timeout: 1_200_000, concurrency }, () => {
    let all;
    before(async () => (all = await start()));
    after(() => all?.close());

    for (const [place, code] of Object.entries(PLACES)) {
      for (const mode of MODES) {
        if (mode === 'frame' && IN_PAGE_ONLY.includes(place)) continue;
        itWhere(
          mode === 'page' && QUICK.includes(place),
          `${mode}, ${place}: is right for every token, and none runs`,
          () => check(mode, place, code),
        );
      }
    }

    async function check(mode, place, code) {
      const widget = all.inMode(mode, { embedCode: READ_STYLE + code, opensLater: true });
      await all.withPage({ body: '', widgets: [] }, async (page, problems) => {
        const seen = {};
        const expected = {};
        for (const [name, token] of Object.entries(TOKENS)) {
          await page.evaluate(mount, widget, token);
          seen[name] = await arrivals(page);
          expected[name] = [place === 'raw string' ? rawOf(token) : token];
          await page.evaluate(unmount);
        }
        assert.deepEqual(seen, expected);
        assert.deepEqual(problems, []);
      });
    }
  });
}

/** In the page: resolves when the widget has started, or failed. */
async function mount(widget, token) {
  delete globalThis.place;
  const element = document.createElement('lending-widget');
  const adapter = { session: async () => ({ widget }), authenticate: async () => ({ access_token: token }) };
  const settled = new Promise((resolve) => {
    for (const type of ['lending-ready', 'lending-error']) element.addEventListener(type, resolve);
  });
  document.querySelector('main').append(Object.assign(element, { adapter, widget, timeoutMs: 5000 }));
  await settled;
}
async function unmount() {
  document.querySelector('lending-widget').remove();
  await new Promise((resolve) => setTimeout(resolve));
}
/** What has arrived in the documents of a page, as soon as anything has. */
async function arrivals(page) {
  for (let left = 400; ; left--) {
    const found = (await everywhere(page, arrival)).flat();
    if (found.length > 0 || left === 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const arrival = () => [globalThis.place, globalThis.attacked && 'attacked'].filter((one) => one !== undefined);
