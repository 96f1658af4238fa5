// Opens pages with embed code for the tests. `npm test` runs a quick part of them, and `npm run verify` all: with EMBED_CODES=all.
import process from 'node:process';
import { after, before, it } from 'node:test';
import { startAll } from '../vendor/visit.mjs';
import { SHOW } from './snippets/show.mjs';
import { startVendors } from './vendors.mjs';

export function itWhere(isQuick, ...test) {
  if (isQuick || process.env.EMBED_CODES) void it(...test);
}
export const itInVerify = (...test) => itWhere(false, ...test);

/** Embed code that needs nobody. */
export const OK = `<script>${SHOW} show('{access_token}', document.getElementById('{container_id}'));</script>`;
/** Embed code with a script of the vendor's: `vendor.js`, which defines `Vendor`. */
export const hosted = ({ v }) =>
  `<div id="place"></div><script src="${v}/vendor.js"></script><script>Vendor.mount({ token: '{access_token}', target: '#place' });</script>`;

/** For a `describe`: starts a partner, vendors and a browser with these arguments. Returns an object that has them in its tests. */
export function useVendors(...more) {
  const used = {};
  before(async () => {
    const [all, vendors] = await Promise.all([startAll(...more), startVendors()]);
    Object.assign(used, { all, vendors });
  });
  after(async () => {
    await used.all?.close();
    used.vendors?.close();
  });

  /** Opens a page with a widget for each of the codes, and passes it to the test. */
  async function open(
    { codes = [OK], mode = 'page', widget: more, files, answer, timeoutMs, tokens, isGated, ...page },
    run,
  ) {
    const { all, vendors } = used;
    const folders = codes.map(() => Object.assign(vendors.open(files), { answer }));
    const widgets = codes.map((code, at) => {
      const embedCode = typeof code === 'string' ? code : code(folders[at]);
      const { origins } = folders[at];
      const extra = typeof more === 'function' ? more(folders[at]) : more;
      const own = all.inMode(mode, { embedCode, ...(mode === 'frame' && { origins }), ...extra });
      return { widget: own, timeoutMs, isGated, tokens: tokens ?? [`token-${at + 1}`] };
    });
    const body = page.body ?? '<lending-widget></lending-widget>'.repeat(codes.length);
    await all.withPage({ ...page, body, widgets }, (opened, problems) => run(opened, { folders, problems }));
  }
  return Object.assign(used, { open });
}
