import { widgetOrigins } from '../../schema/widget/addresses.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';

// Spec: requests of the widget are not shown; connections to the origins in its settings are allowed.
export function widgetNeeds(
  widget: WidgetSettings | undefined,
  frameOrigin?: string,
): { connect: string[]; frame: string[] } {
  const { isolation, handOff, embedCode } = widget ?? {};
  // Scripts in the frame obey the policy of the frame document.
  if (!widget || isolation === 'frame') return { connect: [], frame: widget && frameOrigin ? [frameOrigin] : [] };
  const origins = widgetOrigins(widget);
  // Embed code, or its scripts, may put the widget into a frame.
  const framed = handOff?.iframe ? [new URL(handOff.iframe.src).origin] : [];
  return { connect: origins, frame: embedCode ? origins : framed };
}

/**
 * Returns the strictest Content-Security-Policy under which a page can show the whole journey with this widget. The page replaces `{nonce}` with
 * a new nonce each time it is loaded, and its script tags have the same nonce. `handler` is the handler's origin if it is not the page's, `files`
 * the origin of the elements if they are on another one, and `frameOrigin` the option `frame.origin` of the handler.
 */
export function strictPolicy(
  widget: WidgetSettings | undefined,
  handler?: string,
  files?: string,
  frameOrigin?: string,
): string {
  const { connect, frame } = widgetNeeds(widget, frameOrigin);
  const own = ["'self'", ...(handler ? [handler] : [])];
  const styles = new Set([...own, ...(files ? [files] : [])]);
  return [
    "default-src 'none'",
    "script-src 'nonce-{nonce}' 'strict-dynamic'",
    `style-src ${[...styles].join(' ')}`,
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

/** The sources of a policy by the names of its directives. */
export type PagePolicy = ReadonlyMap<string, readonly string[]>;

/** Parses a `Content-Security-Policy` header. It may contain several policies, and a browser enforces all of them. */
export function parsePolicies(header: string): PagePolicy[] {
  const policies = header.split(',').map((one) => {
    const directives = one.split(';').map((part) => part.trim().split(/\s+/));
    // Browsers ignore a repeated directive.
    return new Map(directives.reverse().flatMap(([name, ...values]) => (name ? [[name.toLowerCase(), values]] : [])));
  });
  return policies.filter((policy) => policy.size > 0);
}

const FALLBACKS: Record<string, readonly string[]> = {
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
};

/** Returns the sources for a kind of request, or `undefined` if the policy does not limit it. */
export const sourcesOf = (policy: PagePolicy, kind: string) =>
  FALLBACKS[kind]!.map((name) => policy.get(name)).find((sources) => sources !== undefined);

/** Returns true if the sources allow a page of this origin to load a URL. */
export function allowsAddress(sources: readonly string[] | undefined, address: string, page: string): boolean {
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
