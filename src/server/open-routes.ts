import { widgetOrigins } from '../schema/widget/addresses.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import { ELEMENTS, elementsReply, type ElementFiles } from './elements.js';
import type { OpenOptions } from './options/resolve-options.js';
import { HEADERS, type Reply } from './reply.js';

/** A request for a route without personal data. */
export interface OpenRequest {
  request: Request;
  url: URL;
  /** The part of the path after the name of the route. */
  rest: string;
  /** The files of the platform, if it sends responses as they are. */
  elements: ElementFiles | undefined;
}

/** Creates the routes without personal data. Any page may request them. They need no signed-in user and have no rate limit. */
export function createOpenRoutes({ prefix, serveFiles, frame, widget, origins }: OpenOptions) {
  const filesOf = (open: OpenRequest) => (serveFiles === false ? undefined : (serveFiles ?? open.elements));

  async function respondWithFrame(open: OpenRequest): Promise<Reply> {
    const isHere = !frame.scriptUrl && !!(await filesOf(open)?.find('frame.js'));
    const usual = isHere ? `${prefix}${ELEMENTS}/frame.js` : '/lending-elements/frame.js';
    return frameReply(widget, frame.scriptUrl || usual, origins, isFrameHost(frame, open.url));
  }

  async function respondWithFile(open: OpenRequest): Promise<Reply> {
    const { request, rest } = open;
    // Next removes `content-encoding` from a `Response` and sends its body, so only our own listener gets compressed files.
    const accepted = open.elements && request.headers.get('accept-encoding');
    return elementsReply(request, rest, filesOf(open), accepted);
  }

  return {
    frame: { GET: respondWithFrame },
    [ELEMENTS]: { GET: respondWithFile, HEAD: respondWithFile },
  };
}

/** Whether a request is for the host of the frame document alone. Behind a proxy that ends TLS, its URL has another scheme. */
export const isFrameHost = ({ origin }: OpenOptions['frame'], { host }: URL): boolean =>
  !!origin && new URL(origin).host === host;

/**
 * Returns the document in which the service's script runs isolated. Its policy gives the document an opaque origin wherever it is opened, so it
 * reaches neither the partner's pages nor their cookies; on the host of `frame.origin`, it has that origin. It contains no data: the token comes
 * over a port.
 */
function frameReply(
  widget: WidgetSettings | undefined,
  scriptUrl: string,
  ancestors: readonly string[],
  isOwnHost: boolean,
): Reply {
  const nonce = crypto.randomUUID();
  const origins = widget ? widgetOrigins(widget) : [];
  const service = origins.join(' ');
  // A source with https does not allow wss.
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws')).join(' ');
  const policy = [
    `sandbox allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox${isOwnHost ? ' allow-same-origin' : ''}`,
    "default-src 'none'",
    // A script that runs here may load any other, so it may also make code from text.
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
    // Event handlers in the service's markup may run; scripts still need the nonce.
    "script-src-attr 'unsafe-inline'",
    `connect-src ${service} ${sockets} blob:`,
    // Workers from these URLs have this policy too. Browsers block all others, because the document has an opaque origin; Chromium also blocks modules
    // from a blob.
    'worker-src blob: data:',
    `img-src ${service} data: blob:`,
    `media-src ${service} data: blob:`,
    // Spec: not shown how the widget adds its styles; inline styles are allowed, inline scripts are not.
    `style-src ${service} 'unsafe-inline'`,
    `font-src ${service} data:`,
    `frame-src ${service}`,
    `object-src ${service}`,
    `form-action ${service}`,
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
  ];
  const source = new URL(scriptUrl, 'https://page.invalid').href
    .replace('https://page.invalid', '')
    .replaceAll('"', '%22');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Offers</title><body><script nonce="${nonce}" src="${source}"></script></body></html>`;
  return {
    status: 200,
    body: html,
    headers: {
      ...HEADERS,
      'content-security-policy': policy.join('; '),
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/html; charset=utf-8',
    },
  };
}
