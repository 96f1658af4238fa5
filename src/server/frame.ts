import { version } from '../version.js';
import { widgetOrigins } from '../schema/widget/addresses.js';
import type { WidgetSettings } from '../schema/widget-settings.js';
import type { Reply } from './respond.js';

export interface FrameOptions {
  /** Where the page of the frame finds the library's `cdn/frame.js`. Default: `/lending-elements/frame.js`. */
  script_url?: string | undefined;
}

/**
 * The document in which the service's script runs when it is isolated. Its own policy gives it an opaque origin, wherever
 * it is opened: it reaches neither the partner's pages nor their cookies. It holds nothing: the token comes over a port.
 */
export function frameReply(
  widget: WidgetSettings | undefined,
  { script_url = '/lending-elements/frame.js' }: FrameOptions,
  ancestors: readonly string[],
): Reply {
  const nonce = crypto.randomUUID();
  const service = widget ? widgetOrigins(widget).join(' ') : '';
  const policy = [
    'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Handlers in the markup are the vendor's, as all that is in this document; its scripts still need the nonce.
    "script-src-attr 'unsafe-inline'",
    `connect-src ${service}`,
    `img-src ${service} data:`,
    // Spec: how the widget styles itself is not shown; styles of its own are let through, scripts are not.
    `style-src ${service} 'unsafe-inline'`,
    `font-src ${service} data:`,
    `frame-src ${service}`,
    `form-action ${service}`,
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
  ];
  const source = new URL(script_url, 'https://page.invalid').href
    .replace('https://page.invalid', '')
    .replaceAll('"', '%22');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Offers</title><body><script nonce="${nonce}" src="${source}"></script></body></html>`;
  return {
    status: 200,
    cookies: [],
    body: html,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': policy.join('; '),
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-lending-elements': version,
    },
  };
}
