/** One part of a recorded multipart form. A string has `value`. A file has `filename`, `type` and its `size` in bytes. */
export interface SandboxPart {
  readonly name: string;
  readonly value?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly size?: number;
}

/** The body of a request, for the record and for the call. */
export interface Body {
  /** The content type without its parameters, in lower case. */
  readonly type: string;
  /** The parsed JSON, `{ parts }` of a form, or another body as a string. `undefined` if the body is empty. */
  readonly recorded: unknown;
  /** The form of a multipart request, empty for any other. */
  readonly form: FormData;
  /** True if the body does not match its content type. */
  readonly malformed: boolean;
}

/**
 * Reads the body of a request. Rejects only if the body cannot be received, for example after an abort. If `strict` is false, it also parses
 * JSON that has another content type.
 */
export async function readBody(request: Request, strict = true): Promise<Body> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'multipart/form-data') return readForm(request, type);
  const text = await request.text();
  const body = { type, recorded: text || undefined, form: new FormData(), malformed: false };
  if (strict && type !== 'application/json') return body;
  try {
    return { ...body, recorded: JSON.parse(text) as unknown };
  } catch {
    return { ...body, malformed: true };
  }
}

async function readForm(request: Request, type: string): Promise<Body> {
  try {
    const form = await request.formData();
    return { type, recorded: { parts: [...form].map(partOf) }, form, malformed: false };
  } catch {
    request.signal.throwIfAborted();
    return { type, recorded: undefined, form: new FormData(), malformed: true };
  }
}

const partOf = ([name, value]: [string, FormDataEntryValue]): SandboxPart =>
  typeof value === 'string'
    ? { name, value }
    : { name, filename: value.name, type: value.type.split(';')[0]!.trim(), size: value.size };

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
