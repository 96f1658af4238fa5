/** The same request with the bytes of its form: WebKit sends a form with a file, but cannot read it back from a Request. */
export async function withBytes(init: RequestInit = {}): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const boundary = `form-${crypto.randomUUID()}`;
  const parts = [...init.body].flatMap(([name, value]) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`,
    typeof value === 'string' ? '' : `; filename="${escaped(value.name)}"\r\ncontent-type: ${typeOf(value)}`,
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  const headers = new Headers(init.headers);
  headers.set('content-type', `multipart/form-data; boundary=${boundary}`);
  return { ...init, headers, body: await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer() };
}

const typeOf = ({ type }: Blob) => type || 'application/octet-stream';

/** Names as the platform writes them into a form. */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
