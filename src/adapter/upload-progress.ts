/** A `fetch` for one POST that reports the share of the body that was sent, from 0 to 1. It rejects and aborts as `fetch` does. */
export const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const { headers, body, credentials, signal } = init!;
      signal!.throwIfAborted();
      const request = new XMLHttpRequest();
      const fail = () => reject(new TypeError('Failed to send'));
      request.open('POST', input as string);
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
      request.addEventListener('error', fail);
      request.addEventListener('load', () => {
        // XMLHttpRequest always follows redirects, and the response of another URL is rejected.
        if (request.responseURL === input) resolve(responseOf(request));
        else fail();
      });
      signal!.addEventListener('abort', () => {
        request.abort();
        reject(signal!.reason as Error);
      });
      request.send(body as XMLHttpRequestBodyInit);
    });

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().matchAll(/^(.+?): *(.*)$/gm);
  const headers = Array.from(lines, ([, name, value]) => [name!, value!] as [string, string]);
  // Responses with some statuses may not have a body, not even an empty one.
  return new Response(request.responseText || null, { status: request.status, headers });
}
