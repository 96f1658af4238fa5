// The library's adapter as a page of the partner's has it, in front of a handler without a server.
import { createAdapter } from 'lending-elements/adapter';

export const ORIGIN = 'https://partner.example';

/** The adapter of a page, whose cookie signs its user in. `headers` are added to each request. */
export function pageOf(handler, cookie = 'user=jane', { origin = ORIGIN, ...headers } = {}) {
  const send = async (url, init) => {
    const request = new Request(url, init);
    const added = { origin, 'sec-fetch-site': 'same-origin', cookie, ...headers };
    for (const [name, value] of Object.entries(added)) request.headers.set(name, value);
    return handler(request);
  };
  return createAdapter({ endpoint: `${origin}/api/lending`, fetch: send });
}
