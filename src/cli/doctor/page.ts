import { version } from '../../version.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import { isLoopback } from '../../schema/widget/loopback.js';
import { describe, isNoResponse, redirectTarget, request, typeOf, type ReadResponse } from './request.js';
import { allOf, findingsAbout, type Finding, type Found } from './findings.js';
import { allowsAddress, parsePolicies, sourcesOf, strictPolicy, widgetNeeds, type PagePolicy } from './policy.js';

interface PageToCheck {
  address: URL;
  /** The URL where the handler is mounted. Default: the page's origin, and no check of `endpoint`. */
  handler: URL | undefined;
  widget: WidgetSettings | undefined;
  /** The option `frame.origin` of the handler. Default: its frame document has its own origin. */
  frameOrigin: string | undefined;
  seconds: number;
}

const { fine, unsure, wrong } = findingsAbout('the page');

/** Checks that the page's Content-Security-Policy allows everything that the journey needs, and that it restricts scripts. */
export async function checkPageUrl(page: PageToCheck): Promise<Found> {
  const { address, seconds } = page;
  const load = () => request(address, seconds, { headers: { accept: 'text/html' } });
  const response = await load();
  if (isNoResponse(response))
    return wrong(`${address.origin} ${response.failure}.`, 'Applicants cannot open the page.', response.remedy);
  const notPage = notAPage(response);
  if (notPage) return notPage;
  const policies = policiesOf(response);
  const found = checkPolicies(policies, page);
  const second = policies.length > 0 && found.length === 0 ? await load() : undefined;
  const nonces = second && !isNoResponse(second) && checkNonces(policies, policiesOf(second));
  const all = allOf(checkHttps(address), found, nonces);
  const passed = fine('its Content-Security-Policy allows everything that the journey needs.');
  return allOf(all.length > 0 ? all : passed, await checkScript(response, page), checkEndpoints(response, page));
}

const SCRIPT = /<script\b[^>]*\ssrc\s*=\s*["']?([^"'\s>]*\/(?:journey|widget|lending-elements)\.js)(?=["'\s>])/gi;
/** The first line of each of our scripts has the version. */
const BANNER = /^\/\*! lending-elements (\S+) \|/;

/** Reports a page without our scripts, or with a script of another version. */
async function checkScript({ text, url }: ReadResponse, { seconds }: PageToCheck): Promise<Found> {
  const addresses = [...text.matchAll(SCRIPT)].map(([, src]) => new URL(src!, url));
  const scripts = await Promise.all(
    addresses.map(async (one) => ({ one, response: await request(one, seconds, { redirect: 'follow' }) })),
  );
  const known = scripts.flatMap(({ response }) =>
    isNoResponse(response) ? [] : (BANNER.exec(response.text)?.[1] ?? []),
  );
  const lost = scripts.find(({ response }) => isNoResponse(response) || response.status >= 400);
  const remedy = 'Print its lines again: npx lending-elements snippet.';
  if (lost) {
    const found = `its script ${lost.one.pathname} is not there: ${lost.one.origin} ${describe(lost.response)}.`;
    return wrong(found, 'It shows no form.', remedy);
  }
  if (known.length === 0)
    return unsure('its HTML has no script of this library.', 'It shows no form, unless a bundle has it.', remedy);
  const other = known.find((one) => one !== version);
  return other
    ? [unsure(`its script is version ${other}, and this is ${version}.`, 'It may not match the handler.', remedy)]
    : [fine(`it has the script of version ${version}.`)];
}

function checkEndpoints({ text, url }: ReadResponse, { handler }: PageToCheck): Found {
  const endpoints = [...text.matchAll(/<lending-[a-z]+\b[^>]*\sendpoint\s*=\s*["']?([^"'\s>]+)/gi)];
  const plain = ({ origin, pathname }: URL) => origin + pathname.replace(/\/$/, '');
  const other = endpoints.find(([, one]) => handler && plain(new URL(one!, url)) !== plain(handler))?.[1];
  if (!handler || !other) return undefined;
  return wrong(
    `the endpoint of its element is ${plain(new URL(other, url))}, and --handler is ${plain(handler)}.`,
    'Its calls do not reach that handler.',
    'Set endpoint to the path where the handler is mounted.',
  );
}

function notAPage(response: ReadResponse): Finding | undefined {
  const [target, meaning] = [redirectTarget(response), 'Its policy could not be checked.'];
  if (target)
    return unsure(
      `it responds with a redirect to ${target}.`,
      meaning,
      'Use a page with the same headers that does not need a sign-in.',
    );
  if (response.status >= 400 || typeOf(response) !== 'text/html')
    return wrong(`its response (status ${response.status}) is not a page.`, meaning, 'Check the URL.');
  return undefined;
}

function checkHttps({ protocol, hostname }: URL): Found {
  if (protocol !== 'http:' || isLoopback(hostname)) return undefined;
  const meaning = 'Everybody on the network can read and change the data that applicants enter.';
  return wrong('it is served over http.', meaning, 'Serve it over https.');
}

function checkPolicies(policies: readonly PagePolicy[], page: PageToCheck) {
  const { origin } = page.address;
  const { widget, frameOrigin } = page;
  const handler = page.handler?.origin ?? origin;
  if (policies.length > 0)
    return policies.flatMap((policy) =>
      allOf(checkSources(policy, page, handler), checkTrustedTypes(policy), allowsAnyScript(policy)),
    );
  const remedy = `Send Content-Security-Policy: ${strictPolicy(widget, handler === origin ? undefined : handler, undefined, frameOrigin)}`;
  const meaning = 'The journey works, but an injected script can run and read everything.';
  return [unsure('it does not have a Content-Security-Policy.', meaning, remedy)];
}

/** Returns the policies of the header and of `<meta>` tags. */
function policiesOf({ headers, text }: ReadResponse): PagePolicy[] {
  const tags = [...text.matchAll(/<meta\b[^>]*http-equiv\s*=\s*["']?content-security-policy["'\s>][^>]*/gi)];
  const contents = tags.flatMap(([tag]) => tag.match(/content\s*=\s*(?:"([^"]*)"|'([^']*)')/i)?.slice(1) ?? []);
  const written = contents.filter((one) => one !== undefined).map((one) => one.replaceAll('&#39;', "'"));
  return [headers.get('content-security-policy') ?? '', ...written].flatMap(parsePolicies);
}

function checkSources(policy: PagePolicy, { address, widget, frameOrigin }: PageToCheck, handler: string): Found {
  const page = address.origin;
  const { connect, frame } = widgetNeeds(widget, frameOrigin);
  const blocked = (kind: string, origins: string[]) =>
    origins.filter((one) => !allowsAddress(sourcesOf(policy, kind), `${one}/`, page));
  const add = (kind: string, origin: string) => `Add ${origin === page ? "'self'" : origin} to ${kind}.`;
  const [found, meaning] = ['connect-src blocks the handler.', 'The widget may fail to load offers.'];
  const framed = widget?.isolation === 'frame' && !frameOrigin ? [handler] : frame;
  return allOf(
    blocked('connect-src', [handler]).map((one) => wrong(found, 'Forms cannot be sent.', add('connect-src', one))),
    blocked('connect-src', connect).map((one) =>
      unsure(`connect-src blocks ${one}.`, meaning, add('connect-src', one)),
    ),
    blocked('frame-src', framed).map((one) => wrong(`frame-src blocks ${one}.`, NO_WIDGET, add('frame-src', one))),
    checkScripts(policy, page, widget),
  );
}

const NO_WIDGET = 'Applicants cannot see the widget.';

function checkScripts(policy: PagePolicy, page: string, widget: WidgetSettings | undefined): Found {
  const sources = sourcesOf(policy, 'script-src');
  if (!sources) return undefined;
  const isNone = sources.length === 0 || (sources.length === 1 && sources[0]!.toLowerCase() === "'none'");
  if (isNone)
    return wrong('script-src blocks every script.', 'The elements cannot start.', "Use 'nonce-…' 'strict-dynamic'.");
  if (!widget || widget.isolation === 'frame') return undefined;
  const has = (start: string) => sources.some((source) => source.startsWith(start));
  const runsInline = has("'nonce-") || (has("'unsafe-inline'") && !has("'sha"));
  if (widget.embedCode && !runsInline)
    return wrong(
      'script-src blocks inline scripts, but the embed code contains them.',
      NO_WIDGET,
      'Use a nonce. The library passes it on to the scripts of the embed code.',
    );
  const { scriptUrl } = widget;
  if (!scriptUrl || has("'strict-dynamic'") || has("'nonce-") || allowsAddress(sources, scriptUrl, page))
    return undefined;
  const { origin } = new URL(scriptUrl);
  return wrong(`script-src blocks ${origin}.`, NO_WIDGET, `Add ${origin} to script-src, or use 'strict-dynamic'.`);
}

/** Checks that `trusted-types` contains the names of our policies: without them the elements cannot start. */
function checkTrustedTypes(policy: PagePolicy): Found {
  const names = policy.get('trusted-types');
  if (!names || names.includes('*')) return undefined;
  const lost = ['lit-html', 'lending-elements'].filter((name) => !names.includes(name));
  if (lost.length === 0) return undefined;
  const isNone = names.every((name) => name.toLowerCase() === "'none'");
  if (isNone)
    return wrong(
      "trusted-types 'none' forbids every policy.",
      'The elements cannot start, and can report nothing.',
      "Write trusted-types lit-html lending-elements instead of 'none'.",
    );
  const remedy = `Add ${lost.join(' ')} to trusted-types.`;
  return wrong(`trusted-types lacks ${lost.join(' and ')}.`, 'Forms or the widget cannot be shown.', remedy);
}

function allowsAnyScript(policy: PagePolicy): Found {
  const sources = sourcesOf(policy, 'script-src');
  const isOpen =
    !sources ||
    sources.some((source) => source === '*' || /^https?:$/.test(source)) ||
    (sources.includes("'unsafe-inline'") && !sources.some((source) => /^'(nonce-|sha)/.test(source)));
  if (!isOpen || sources?.includes("'strict-dynamic'")) return undefined;
  const remedy = "Use script-src 'nonce-…' 'strict-dynamic'.";
  return unsure('its policy allows any script.', 'An injected script can run and read everything.', remedy);
}

const noncesOf = (policies: PagePolicy[]) =>
  policies.flatMap((policy) => sourcesOf(policy, 'script-src') ?? []).filter((one) => one.startsWith("'nonce-"));

function checkNonces(first: PagePolicy[], second: PagePolicy[]): Found {
  const nonces = noncesOf(second);
  if (!noncesOf(first).some((nonce) => nonces.includes(nonce))) return undefined;
  return wrong(
    'two requests got the same nonce.',
    'An attacker who knows the nonce can inject a script that runs.',
    'Make a new nonce for each request, and do not cache the page.',
  );
}
