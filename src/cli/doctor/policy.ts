import type { WidgetSettings } from '../../schema/widget-settings.js';
import { widgetOrigins } from '../../schema/widget/addresses.js';

/** What the page's own policy must let through for this widget. */
// Spec: what the widget asks for, and where, is not shown; connections to the origins that the settings name are let through.
export function widgetNeeds(widget: WidgetSettings | undefined): { connect: string[]; frame: string[] } {
  const { isolation, hand_off, embed_code } = widget ?? {};
  // What runs in the frame document obeys that document's policy.
  if (!widget || isolation === 'frame') return { connect: [], frame: [] };
  const origins = widgetOrigins(widget);
  // Embed code, or its scripts, may put the widget into a frame.
  const framed = hand_off?.iframe ? [new URL(hand_off.iframe.src).origin] : [];
  return { connect: origins, frame: embed_code ? origins : framed };
}

/**
 * The strictest Content-Security-Policy under which a page shows the whole journey with this widget. `{nonce}` stands for
 * one that is new for each page and stands on its script tags. `handler` is the handler's origin, where it is another one.
 */
export function strictPolicy(widget: WidgetSettings | undefined, handler?: string): string {
  const { connect, frame } = widgetNeeds(widget);
  const own = ["'self'", ...(handler ? [handler] : [])];
  return [
    "default-src 'none'",
    "script-src 'nonce-{nonce}' 'strict-dynamic'",
    "style-src 'self'",
    `connect-src ${[...own, ...connect].join(' ')}`,
    "img-src 'self' data:",
    `frame-src ${[...own, ...frame].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html lending-elements',
  ].join('; ');
}

/** A policy by its directives. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** The policies of a header or of several, each of which a browser obeys. */
export function parsePolicies(header: string): Policy[] {
  const policies = header.split(',').map((one) => {
    const directives = one.split(';').map((part) => part.trim().split(/\s+/));
    // Of a directive that stands there twice the first one counts.
    return new Map(directives.reverse().flatMap(([name, ...values]) => (name ? [[name.toLowerCase(), values]] : [])));
  });
  return policies.filter((policy) => policy.size > 0);
}

const FALLBACKS: Record<string, readonly string[]> = {
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
};

/** The sources that count for a kind; `undefined` where the policy does not limit it. */
export const sourcesOf = (policy: Policy, kind: string) =>
  FALLBACKS[kind]!.map((name) => policy.get(name)).find((sources) => sources !== undefined);

/** Whether sources let an address through, asked for by a page of an origin. */
export function lets(sources: readonly string[] | undefined, address: string, page: string): boolean {
  if (!sources) return true;
  const url = new URL(address);
  return sources.some((source) => {
    if (source.toLowerCase() === "'self'") return url.origin === page;
    if (source === '*') return /^https?:$/.test(url.protocol);
    if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return url.protocol === source.toLowerCase();
    return !source.startsWith("'") && isHost(source, url, page);
  });
}

function isHost(source: string, url: URL, page: string): boolean {
  const [, scheme, host = '', port, path = '/'] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  const wanted = scheme ? `${scheme.toLowerCase()}:` : new URL(page).protocol;
  const isScheme = url.protocol === wanted || (wanted === 'http:' && url.protocol === 'https:');
  const name = host.toLowerCase();
  const isName = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : name === '*' || url.hostname === name;
  const usual = url.protocol === 'https:' ? '443' : '80';
  const isPort = port === '*' || (port ?? usual) === (url.port || usual);
  const isPath = path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path;
  return isScheme && isName && isPort && isPath;
}
