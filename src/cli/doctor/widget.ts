import { createHash } from 'node:crypto';
import { compileFunction } from 'node:vm';
import { widgetAddresses } from '../../schema/widget/addresses.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import { isNoResponse, LIMIT, request, typeOf, type ReadResponse } from './request.js';
import { allOf, findingsAbout, type Found } from './findings.js';

/** Checks that the widget gets a token, and that its script can be loaded, is a script, and has the right hash. `page` is the origin that loads it. */
export async function checkWidgetScript(
  widget: WidgetSettings | undefined,
  seconds: number,
  page: string | undefined,
): Promise<Found> {
  const { unsure } = findingsAbout('the widget script');
  if (!widget)
    return unsure(
      'the environment does not configure a widget.',
      'The journey ends without offers.',
      'Set LENDING_WIDGET, unless your code passes `widget` to createHandler().',
    );
  return allOf(checkToken(widget), await checkScript(widget, seconds, page));
}

/** Warns of a widget that gets no token because of `withoutToken`. Without that setting, a missing token is already reported. */
function checkToken({ withoutToken }: WidgetSettings): Found {
  if (!withoutToken) return undefined;
  return findingsAbout('the widget').unsure(
    'its settings have "withoutToken": true, so it gets no token.',
    'If the widget needs a token, it cannot show the offers.',
    'If it needs one, remove "withoutToken", and put {access_token} in the place of the token.',
  );
}

async function checkScript(widget: WidgetSettings, seconds: number, page: string | undefined): Promise<Found> {
  const { fine, wrong } = findingsAbout('the widget script');
  const address = scriptOf(widget);
  if (!address) return fine('the settings do not contain a script URL that can be checked.');
  const pageOrigin = page ?? 'https://page.invalid';
  const response = await request(address, seconds, { redirect: 'follow', headers: { origin: pageOrigin } });
  const { origin } = new URL(address);
  const meaning = 'Applicants cannot see their offers.';
  if (isNoResponse(response)) return wrong(`${origin} ${response.failure}.`, meaning, response.remedy);
  const reason = notAScript(response);
  if (reason) return wrong(`${origin} ${reason}.`, meaning, 'Copy the URL from the embed code in the dashboard.');
  const size = `${(response.bytes.length / 1000).toFixed(0)} kB`;
  return allOf(
    fine(`${origin} responds with a script of ${size}.`),
    checkRedirect(response, origin),
    checkIntegrity(response, widget, pageOrigin),
    checkSecondRun(response, widget, address),
  );
}

function scriptOf(widget: WidgetSettings): string | undefined {
  if (widget.scriptUrl) return widget.scriptUrl;
  const [, src] = widget.embedCode?.match(/<script[^>]*\ssrc\s*=\s*["']?([^\s"'>]+)/i) ?? [];
  if (src && URL.canParse(src)) return src;
  return widgetAddresses({ embedCode: widget.embedCode }).find((one) => new URL(one).pathname.endsWith('.js'));
}

function notAScript(response: ReadResponse): string | undefined {
  const { status, text, bytes, headers } = response;
  if (status >= 400) return `responds with ${status}`;
  if (bytes.length > LIMIT) return `sends more than ${LIMIT / 1024 / 1024} MB, which is too large for a script`;
  const type = typeOf(response);
  if (type === 'text/html' || /^\s*<(?!!--)/.test(text)) return 'responds with a page instead of a script';
  if (text.trim() === '') return 'responds with an empty script';
  const isScript = /(java|ecma)script$/.test(type);
  if (!isScript && headers.get('x-content-type-options')?.toLowerCase() === 'nosniff')
    return `sends the content type ${type || '(none)'} with nosniff, so browsers do not run it`;
  return undefined;
}

function checkRedirect({ url }: ReadResponse, origin: string): Found {
  if (url.origin === origin) return undefined;
  return findingsAbout('the widget script').unsure(
    `${origin} redirects to ${url.origin}.`,
    'A Content-Security-Policy must allow both origins. If the redirect changes, browsers load another script.',
    'Set the URL in the settings to the one that it redirects to.',
  );
}

const INLINE = /<script\b([^>]*)>([^]*?)<\/script>/gi;
const MODULE = /\stype\s*=\s*["']?module/i;
/** Attributes of scripts that are not classic inline scripts. */
const OTHER = /\ssrc\s*=|\stype\s*=\s*["']?(?!["'\s>]|(text|application)\/javascript)/i;
const DECLARES = /\b(?:const|let|class|async\s+function)\b|\bfunction\s*\*|^\s*(["'])use strict\1/;
const MOST = 5;

/** Checks that embed code can run twice in a page. `<lending-widget>` runs inline scripts in a block, unless they share names. */
function checkSecondRun({ text }: ReadResponse, widget: WidgetSettings, address: string): Found {
  const { embedCode, isolation } = widget;
  // A frame has a new document each time, and a hand-off loads its script once.
  if (!embedCode || isolation === 'frame') return undefined;
  const tag = embedCode.match(/<script[^>]*>/gi)?.find((one) => one.includes(address));
  const names = tag && !MODULE.test(tag) ? declaredAtTop(text) : [];
  const inline = [...embedCode.matchAll(INLINE)].filter(([, attributes = '']) => !OTHER.test(attributes));
  const isShared = inline.length > 1 && inline.some(([, , code = '']) => DECLARES.test(code));
  if (names.length === 0 && !isShared) return undefined;
  const listed = names.length > MOST ? [...names.slice(0, MOST), '…'] : names;
  const found = names.length
    ? `its script declares ${listed.join(', ')} at the top level with const, let or class.`
    : 'its inline scripts may share names that they declare with const, let or class.';
  return findingsAbout('the embed code').unsure(
    found,
    'It can run only once in a page. To try again, or to show the widget again in a single-page app, the page must be reloaded.',
    'Set "isolation": "frame", or ask the vendor to wrap the script in a function.',
  );
}

/** The names that a script declares at its top level with const, let or class. The script is compiled, but does not run. */
function declaredAtTop(script: string): string[] {
  const words = DECLARES.test(script) ? new Set(script.match(/[A-Za-z_$][\w$]*/g)) : [];
  const candidates = new Set([...words].filter((word) => !compileError(`var ${word}`)));
  const names: string[] = [];
  while (names.length <= MOST && candidates.size > 0) {
    // With a `var` of the same name, compiling fails with an error that contains the name.
    const [, name] =
      /'([\w$]+)' has already been declared/.exec(compileError(`${script}\n;var ${[...candidates].join()};`)) ?? [];
    if (!name || !candidates.delete(name)) break;
    names.push(name);
  }
  return names;
}

function compileError(script: string): string {
  try {
    compileFunction(script);
    return '';
  } catch (error) {
    return String(error);
  }
}

function checkIntegrity({ bytes, headers }: ReadResponse, widget: WidgetSettings, page: string): Found {
  const { fine, unsure, wrong } = findingsAbout('the script’s integrity');
  const hashWith = (name: string) => `${name}-${createHash(name).update(bytes).digest('base64')}`;
  const hash = hashWith('sha384');
  const allowed = headers.get('access-control-allow-origin');
  const isReadable = allowed === '*' || allowed === page;
  const { integrity } = widget;
  if (!integrity && !isReadable)
    return fine(
      `the hash is ${hash}, but the script is served without Access-Control-Allow-Origin.`,
      'Do not set `integrity` yet: without that header, browsers do not run a script that has a hash.',
    );
  if (!integrity)
    return fine(
      `the hash is ${hash}.`,
      'If you set `integrity` to this hash, browsers run this version of the script only.',
    );
  if (!isReadable)
    return wrong(
      '`integrity` is set, but the script is served without Access-Control-Allow-Origin.',
      'Browsers do not run the script.',
      'Ask the vendor to send that header, or remove `integrity` from the settings.',
    );
  const known = integrity.split(/\s+/).filter((one) => /^sha(256|384|512)-/.test(one));
  if (known.some((one) => one === hashWith(one.split('-')[0]!)))
    return fine('the script matches the hash in the settings.');
  if (known.length === 0) {
    const found = '`integrity` does not contain a hash that browsers support.';
    return unsure(found, 'Browsers do not verify the script.', `Use ${hash}.`);
  }
  return wrong(
    `the script does not match the hash in the settings. Its hash is ${hash}.`,
    'Browsers do not run it.',
    'Ask the vendor whether the script has changed. If it has, set the new hash.',
  );
}
