import type { ServiceFetch } from '../service/types.js';

/** Loads undici at the first call. If it were loaded earlier, it would replace the dispatcher of Node's own `fetch`. */
async function load() {
  const { Agent, FormData } = await import('undici');
  // Only the signal limits the time of a call.
  return { agent: new Agent({ headersTimeout: 0, bodyTimeout: 0 }), FormData };
}
let loading: ReturnType<typeof load> | undefined;

/**
 * A `fetch` for calls to the service, over `request` of undici. It is several times faster than Node's own `fetch`, and keeps
 * connections open. It sends a string or a form. It does not follow a redirect, and does not read the body of a redirect. It rejects like `fetch`:
 * with the signal's reason, or with a `TypeError` that has a `cause`.
 */
export const nodeFetch: ServiceFetch = async (url, { method = 'GET', headers, body, signal } = {}) => {
  const { agent, FormData } = await (loading ??= load());
  signal?.throwIfAborted();
  const { origin, pathname, search } = new URL(url);
  let content = body as string | InstanceType<typeof FormData>;
  if (body instanceof globalThis.FormData) {
    // undici accepts only its own `FormData`.
    content = new FormData();
    for (const [name, value] of body) content.append(name, value);
  }
  const head = { method: method as 'POST', headers: headers as Record<string, string> };
  try {
    const response = await agent.request({ origin, path: pathname + search, ...head, body: content, signal });
    const { statusCode: status } = response;
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect) await response.body.dump();
    const get = (name: string) => response.headers[name.toLowerCase()]?.toString() ?? null;
    return { status, headers: { get }, body: isRedirect ? null : response.body };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  }
};
