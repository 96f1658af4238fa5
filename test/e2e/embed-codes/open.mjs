// Opens pages with embed code for the tests. `npm test` runs a quick part of them, and `npm run verify` all: with EMBED_CODES=all.
import { it } from 'node:test';
import process from 'node:process';
import { SHOW } from './snippets/show.mjs';

export function itWhere(isQuick, ...test) {
  if (isQuick || process.env.EMBED_CODES) void it(...test);
}
export const itInVerify = (...test) => itWhere(false, ...test);

/** Embed code that needs nobody. */
export const OK = `<script>${SHOW} show('{access_token}', document.getElementById('{container_id}'));</script>`;
/** Embed code with a script of the vendor's: `vendor.js`, which defines `Vendor`. */
export const hosted = ({ v }) =>
  `<div id="place"></div><script src="${v}/vendor.js"></script><script>Vendor.mount({ token: '{access_token}', target: '#place' });</script>`;

export function createOpen(all, vendors) {
  /** Opens a page with a widget for each of the codes, and hands over what the test does to it. */
  return async function open(
    { codes = [OK], mode = 'page', widget: more, files, answer, timeout, tokens, isGated, ...page },
    run,
  ) {
    const folders = codes.map(() => Object.assign(vendors.open(files), { answer }));
    const widgets = codes.map((code, at) => {
      const embedCode = typeof code === 'string' ? code : code(folders[at]);
      const { origins } = folders[at];
      const extra = typeof more === 'function' ? more(folders[at]) : more;
      const own = all.inMode(mode, { embedCode, ...(mode === 'frame' && { origins }), ...extra });
      return { widget: own, timeout, isGated, tokens: tokens ?? [`token-${at + 1}`] };
    });
    const body = page.body ?? '<lending-widget></lending-widget>'.repeat(codes.length);
    await all.withPage({ ...page, body, widgets }, (opened, problems) => run(opened, { folders, problems }));
  };
}
