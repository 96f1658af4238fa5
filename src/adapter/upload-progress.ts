/** A `fetch` for one POST that reports the share of the body that was sent, from 0 to 1. It rejects and aborts as `fetch` does. */
export const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const { headers, body, credentials = 'same-origin', signal = null } = init!;
      signal!.throwIfAborted();
      const request = new XMLHttpRequest();
      /** A redirect to another origin ends a request without a reason. A `fetch` of the same URL shows it. */
      const fail = async () => {
        const options = { credentials, signal, redirect: 'manual', cache: 'no-store' } as const;
        const { type } = await fetch(input, options).catch(() => ({ type: 'error' }));
        if (type === 'opaqueredirect') resolve(redirected());
        else reject(new TypeError('Failed to send'));
      };
      request.open('POST', input as string);
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
      request.addEventListener('error', () => void fail());
      request.addEventListener('load', () => {
        // XMLHttpRequest follows redirects. The handler accepts a slash at the end of its URL, and the response of another URL is not its own.
        resolve(request.responseURL.replace(/\/$/, '') === input ? responseOf(request) : redirected());
      });
      signal!.addEventListener('abort', () => {
        request.abort();
        reject(signal!.reason as Error);
      });
      request.send(body as XMLHttpRequestBodyInit);
    });

const redirected = () => new Response(null, { status: 302 });

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().matchAll(/^(.+?): *(.*)$/gm);
  const headers = Array.from(lines, ([, name, value]) => [name!, value!] as [string, string]);
  // Responses with some statuses may not have a body, not even an empty one.
  return new Response(request.responseText || null, { status: request.status, headers });
}
