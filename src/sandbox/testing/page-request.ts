const ORIGIN = 'http://localhost';

/** The origin of the page, or one of this machine without a page. */
export const originOfPage = () => {
  const { origin = '' } = (globalThis as Partial<typeof globalThis>).location ?? {};
  return /^https?:/.test(origin) ? origin : ORIGIN;
};

/** The request as a backend gets it: with the headers that a browser adds, and a body that can be read in pieces. */
export async function asBackendGets(url: RequestInfo | URL, init: RequestInit = {}): Promise<Request> {
  const origin = originOfPage();
  const address = url instanceof Request ? url : new URL(url, origin);
  const request = new Request(address, await withBytes(init));
  const headers = new Headers([...request.headers, ['origin', origin], ['sec-fetch-site', 'same-origin']]);
  // Firefox's Request has no `body`.
  const { body } = new Response(request.method === 'GET' ? null : await request.arrayBuffer());
  return Object.defineProperties(request, {
    headers: { value: headers },
    body: { value: body },
    bodyUsed: { value: false },
  });
}

/** The same request with the bytes of its form: WebKit sends a form with a file, but cannot read it back from a Request. */
export async function withBytes(init: RequestInit = {}): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const boundary = `form-${crypto.randomUUID()}`;
  const parts = [...init.body].flatMap(([name, value]) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    typeof value === 'string' ? '' : `; filename="${value.name}"\r\ncontent-type: ${value.type}`,
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  const headers = new Headers(init.headers);
  headers.set('content-type', `multipart/form-data; boundary=${boundary}`);
  return { ...init, headers, body: await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer() };
}
