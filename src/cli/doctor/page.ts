import type { WidgetSettings } from '../../schema/widget-settings.js';
import { isLoopback } from '../../server/loopback.js';
import { ask, isSilent, leadsTo, typeOf, type Heard } from './ask.js';
import { about, type Finding } from './findings.js';
import { lets, parsePolicies, sourcesOf, strictPolicy, widgetNeeds, type Policy } from './policy.js';

export interface PageToCheck {
  address: URL;
  /** The handler's origin. Default: the page's. */
  handler: string | undefined;
  widget: WidgetSettings | undefined;
  seconds: number;
}

const { fine, unsure, wrong } = about('the page');

/** Whether the policy of the page lets through what the journey needs, and whether it is one. */
export async function checkPage(page: PageToCheck): Promise<Finding[]> {
  const { address, seconds } = page;
  const look = () => ask(address, seconds, { headers: { accept: 'text/html' } });
  const answer = await look();
  if (isSilent(answer)) return [wrong(`${address.origin} ${answer.silence}.`, 'Nobody sees it.', answer.remedy)];
  const none = noPage(answer);
  if (none) return [none];
  const policies = policiesOf(answer);
  const found = inPolicies(policies, page);
  const again = policies.length > 0 && found.length === 0 ? await look() : undefined;
  const kept = again && !isSilent(again) ? keptNonce(policies, policiesOf(again)) : [];
  const all = [...inTheClear(address), ...found, ...kept];
  return all.length > 0 ? all : [fine('its Content-Security-Policy lets through what is needed.')];
}

/** Why an answer shows no page, if it shows none. */
function noPage(answer: Heard): Finding | undefined {
  if (answer.status >= 300 && answer.status < 400)
    return unsure(
      `it answers with a redirect to ${leadsTo(answer)}.`,
      'Its policy was not seen.',
      'Name a page that is shown without signing in, with the same headers.',
    );
  if (answer.status >= 400 || typeOf(answer) !== 'text/html')
    return wrong(`it answers with ${answer.status}, and no page.`, 'Its policy was not seen.', 'Check the address.');
  return undefined;
}

function inTheClear({ protocol, hostname }: URL): Finding[] {
  if (protocol !== 'http:' || isLoopback(hostname)) return [];
  const means = 'What an applicant types is read and changed on the way.';
  return [wrong('it is served over http.', means, 'Serve it over https.')];
}

/** What is wrong with the policies, or that there is none. */
function inPolicies(policies: readonly Policy[], { address: { origin }, handler = origin, widget }: PageToCheck) {
  if (policies.length > 0)
    return policies.flatMap((policy) => [
      ...missing(policy, origin, handler, widget),
      ...trustedTypes(policy),
      ...weak(policy),
    ]);
  const remedy = `Send Content-Security-Policy: ${strictPolicy(widget, handler === origin ? undefined : handler)}`;
  return [unsure('it has no Content-Security-Policy.', 'It works, and nothing holds an attacker’s script.', remedy)];
}

/** The policies of the header, and of tags in the page. */
function policiesOf({ headers, text }: Heard): Policy[] {
  const tags = [...text.matchAll(/<meta\b[^>]*http-equiv\s*=\s*["']?content-security-policy["'\s>][^>]*/gi)];
  const contents = tags.flatMap(([tag]) => tag.match(/content\s*=\s*(?:"([^"]*)"|'([^']*)')/i)?.slice(1) ?? []);
  const written = contents.filter((one) => one !== undefined).map((one) => one.replaceAll('&#39;', "'"));
  return [headers.get('content-security-policy') ?? '', ...written].flatMap(parsePolicies);
}

/** What the policy blocks, and the journey needs. */
function missing(policy: Policy, page: string, handler: string, widget: WidgetSettings | undefined): Finding[] {
  const { connect, frame } = widgetNeeds(widget);
  const blocked = (kind: string, address: string) => !lets(sourcesOf(policy, kind), address, page);
  const add = (kind: string, origin: string) => `Add ${origin === page ? "'self'" : origin} to ${kind}.`;
  const found: Finding[] = [];
  if (blocked('connect-src', `${handler}/`))
    found.push(wrong('connect-src blocks the handler.', 'No form can be sent.', add('connect-src', handler)));
  for (const origin of connect.filter((one) => blocked('connect-src', `${one}/`)))
    found.push(
      unsure(`connect-src blocks ${origin}.`, 'The widget may not get its offers.', add('connect-src', origin)),
    );
  const framed = [...(widget?.isolation === 'frame' ? [handler] : []), ...frame];
  for (const origin of framed.filter((one) => blocked('frame-src', `${one}/`)))
    found.push(wrong(`frame-src blocks ${origin}.`, 'Applicants see no widget.', add('frame-src', origin)));
  return [...found, ...scripts(policy, page, widget)];
}

/** What the policy says of scripts: the library's own, and the widget's. */
function scripts(policy: Policy, page: string, widget: WidgetSettings | undefined): Finding[] {
  const sources = sourcesOf(policy, 'script-src');
  if (!sources) return [];
  const isNone = sources.length === 0 || (sources.length === 1 && sources[0]!.toLowerCase() === "'none'");
  if (isNone)
    return [
      wrong('script-src blocks every script.', 'The elements do not come to life.', "Use 'nonce-…' 'strict-dynamic'."),
    ];
  if (!widget || widget.isolation === 'frame') return [];
  const has = (start: string) => sources.some((source) => source.startsWith(start));
  const runsInline = has("'nonce-") || (has("'unsafe-inline'") && !has("'sha"));
  if (widget.embed_code && !runsInline)
    return [
      wrong(
        'script-src blocks what the embed code writes into the page.',
        'Applicants see no widget.',
        'Use a nonce: it is handed on to the embed code.',
      ),
    ];
  const { script_url } = widget;
  if (!script_url || has("'strict-dynamic'") || has("'nonce-") || lets(sources, script_url, page)) return [];
  const { origin } = new URL(script_url);
  return [
    wrong(
      `script-src blocks ${origin}.`,
      'Applicants see no widget.',
      `Add ${origin} to script-src, or use 'strict-dynamic'.`,
    ),
  ];
}

/** A list of names that lacks ours stops the elements before they start. */
function trustedTypes(policy: Policy): Finding[] {
  const names = policy.get('trusted-types');
  if (!names || names.includes('*')) return [];
  const lost = ['lit-html', 'lending-elements'].filter((name) => !names.includes(name));
  if (lost.length === 0) return [];
  return [
    wrong(
      `trusted-types lacks ${lost.join(' and ')}.`,
      'Forms are not shown, or the widget is not.',
      `Add ${lost.join(' ')} to trusted-types.`,
    ),
  ];
}

/** What holds nobody. */
function weak(policy: Policy): Finding[] {
  const sources = sourcesOf(policy, 'script-src');
  const isOpen =
    !sources ||
    sources.some((source) => source === '*' || /^https?:$/.test(source)) ||
    (sources.includes("'unsafe-inline'") && !sources.some((source) => /^'(nonce-|sha)/.test(source)));
  if (!isOpen || sources?.includes("'strict-dynamic'")) return [];
  return [
    unsure(
      'its policy lets any script run.',
      'It holds no attacker’s script.',
      "Use script-src 'nonce-…' 'strict-dynamic'.",
    ),
  ];
}

const noncesOf = (policies: Policy[]) =>
  policies.flatMap((policy) =>
    (sourcesOf(policy, 'script-src') ?? []).filter((source) => source.startsWith("'nonce-")),
  );

function keptNonce(first: Policy[], second: Policy[]): Finding[] {
  const again = noncesOf(second);
  if (!noncesOf(first).some((nonce) => again.includes(nonce))) return [];
  return [
    wrong(
      'its nonce was the same twice.',
      'Who has seen it once can use it in a script of theirs.',
      'Make a new one for each page, and keep the page out of caches.',
    ),
  ];
}
