import { createHash } from 'node:crypto';
import type { WidgetSettings } from '../../schema/widget-settings.js';
import { widgetAddresses } from '../../schema/widget/addresses.js';
import { lexicalNames, readScript } from '../../schema/widget/script-text.js';
import { ask, isSilent, LIMIT, typeOf, type Heard } from './ask.js';
import { about, type Finding } from './findings.js';

/** Whether the widget's script is there, is a script, and has the hash that it must have. `page` is the origin that loads it. */
export async function checkWidgetScript(
  widget: WidgetSettings | undefined,
  seconds: number,
  page: string | undefined,
): Promise<Finding[]> {
  const { fine, unsure, wrong } = about('the widget script');
  if (!widget)
    return [
      unsure(
        'there are no settings.',
        'The journey ends without offers.',
        'Set LENDING_WIDGET, unless `widget` is given in code.',
      ),
    ];
  const address = scriptOf(widget);
  if (!address) return [fine('the settings name none to be looked at.')];
  const origin = page ?? 'https://page.invalid';
  const answer = await ask(address, seconds, { redirect: 'follow', headers: { origin } });
  const { origin: place } = new URL(address);
  const means = 'Applicants get no offers.';
  if (isSilent(answer)) return [wrong(`${place} ${answer.silence}.`, means, answer.remedy)];
  const why = noScript(answer);
  if (why) return [wrong(`${place} ${why}.`, means, 'Copy the address from the embed code of the dashboard.')];
  const size = `${(answer.bytes.length / 1000).toFixed(0)} kB`;
  return [
    fine(`${place} answers with a script of ${size}.`),
    ...checkMoved(answer, place),
    ...checkHash(answer, widget, origin),
    ...checkAgain(answer, widget, address),
  ];
}

/** The script that is loaded first. */
function scriptOf(widget: WidgetSettings): string | undefined {
  if (widget.script_url) return widget.script_url;
  const [, src] = widget.embed_code?.match(/<script[^>]*\ssrc\s*=\s*["']?([^\s"'>]+)/i) ?? [];
  if (src && URL.canParse(src)) return src;
  return widgetAddresses({ embed_code: widget.embed_code }).find((one) => new URL(one).pathname.endsWith('.js'));
}

/** What a browser would not run. */
function noScript(answer: Heard): string | undefined {
  const { status, text, bytes, headers } = answer;
  if (status >= 400) return `answers with ${status}`;
  if (bytes.length > LIMIT) return 'sends more than a script can be';
  const type = typeOf(answer);
  if (type === 'text/html' || /^\s*<(?!!--)/.test(text)) return 'answers with a page, and no script';
  if (text.trim() === '') return 'answers with nothing';
  const isScript = /(java|ecma)script$/.test(type);
  if (!isScript && headers.get('x-content-type-options')?.toLowerCase() === 'nosniff')
    return `says that it is ${type || 'of no type'}, and that this must be believed`;
  return undefined;
}

function checkMoved({ url }: Heard, place: string): Finding[] {
  if (url.origin === place) return [];
  const means = 'Each policy that names origins must name both, and a change of the redirect changes what runs.';
  return [
    about('the widget script').unsure(
      `it came by a redirect from ${url.origin}.`,
      means,
      'Use the address that it leads to.',
    ),
  ];
}

const INLINE = /<script\b([^>]*)>([^]*?)<\/script>/gi;
const MODULE = /\stype\s*=\s*["']?module/i;
/** What makes a script no inline script that runs as it is. */
const OTHER = /\ssrc\s*=|\stype\s*=\s*["']?(?!["'\s>]|(text|application)\/javascript)/i;
const DECLARES = /^\s*(const|let|class)\s+[\w$]/m;
/** How many names are told. */
const MOST = 5;

/** Whether embed code can run again in the same page: `<lending-widget>` gives the names of inline scripts that it can read a scope. */
function checkAgain({ text }: Heard, widget: WidgetSettings, address: string): Finding[] {
  const { embed_code, isolation } = widget;
  // A frame has a new document each time, and a hand-off loads its script once.
  if (!embed_code || isolation === 'frame') return [];
  const tag = embed_code.match(/<script[^>]*>/gi)?.find((one) => one.includes(address));
  const script = tag && !MODULE.test(tag) ? readScript(text) : undefined;
  const names = script ? lexicalNames(script) : [];
  const inline = [...embed_code.matchAll(INLINE)].filter(([, attributes = '']) => !OTHER.test(attributes));
  const isUnread = inline.some(([, , code = '']) => DECLARES.test(code) && !readScript(code));
  if (names.length === 0 && !isUnread) return [];
  const told = names.length > MOST ? [...names.slice(0, MOST), '…'] : names;
  const found = names.length
    ? `its script declares ${told.join(', ')} at its top, by const, let or class.`
    : 'an inline script declares names at its top, and cannot be read.';
  const means =
    'It runs once in a page. To try again, or to show the widget again in a single-page app, the page must load again.';
  return [
    about('the embed code').unsure(found, means, 'Set "isolation": "frame", or ask the vendor for another script.'),
  ];
}

/** The hash, and whether a browser could check it. */
function checkHash({ bytes, headers }: Heard, widget: WidgetSettings, page: string): Finding[] {
  const { fine, unsure, wrong } = about('its integrity');
  const hash = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  const allowed = headers.get('access-control-allow-origin');
  const isReadable = allowed === '*' || allowed === page;
  const { integrity } = widget;
  if (!integrity && !isReadable)
    return [fine(`${hash}, but it comes without access-control-allow-origin.`, 'A browser could not check the hash.')];
  if (!integrity) {
    const means = 'As `integrity` in the settings it lets no other script run, also no newer one of the vendor’s.';
    return [fine(`${hash}.`, means)];
  }
  if (!isReadable)
    return [
      wrong(
        'it is set, but the script comes without access-control-allow-origin.',
        'Browsers run no such script.',
        'Ask the vendor for the header, or take `integrity` out of the settings.',
      ),
    ];
  const known = integrity.split(/\s+/).map((one) => one.split('-')[0]!);
  const hashes = known.map((name) =>
    ['sha256', 'sha384', 'sha512'].includes(name) ? `${name}-${createHash(name).update(bytes).digest('base64')}` : name,
  );
  if (hashes.some((one) => integrity.split(/\s+/).includes(one)))
    return [fine('the script has the hash of the settings.')];
  if (!known.some((name) => /^sha(256|384|512)$/.test(name)))
    return [unsure('the settings name no hash that browsers know.', 'Browsers check nothing.', `Use ${hash}.`)];
  return [
    wrong(
      `the script has another hash: ${hash}.`,
      'Browsers do not run it.',
      'Ask the vendor whether it was changed; then set the new hash.',
    ),
  ];
}
