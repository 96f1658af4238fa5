/** One part of a recorded multipart form: `value` of a text part; `filename`, `type` and `size` in bytes of a file. */
export interface SandboxPart {
  readonly name: string;
  readonly value?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly size?: number;
}

/** A request's body, read once: as a recorder wants it, and as the call wants it. */
export interface Body {
  /** The content type without its parameters, in lower case. */
  readonly type: string;
  /** The parsed JSON; `{ parts }` of a form; the text of anything else; `undefined` where there is none. */
  readonly recorded: unknown;
  /** The form of a multipart request, empty for any other. */
  readonly form: FormData;
  /** Whether it is not what its content type says. */
  readonly malformed: boolean;
}

/** Reads the body of a request. It rejects only where the body cannot be received, as after an abort. */
export async function readBody(request: Request): Promise<Body> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'multipart/form-data') return readForm(request, type);
  const text = await request.text();
  const body = { type, recorded: text || undefined, form: new FormData(), malformed: false };
  if (type !== 'application/json') return body;
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
