import type { SandboxPart } from '../../../src/sandbox/api/body.js';
import { pdf } from './files.js';
import { created, read, setup, type Fetch } from '../setup.js';

/** The largest document here, in bytes. */
export const LIMIT = 1000;
export const BOUNDARY = 'sample-boundary';

/** Sends a form, or a body with the boundary above, for Jane's application. */
export async function upload(
  body: FormData | string | Uint8Array,
  options: Parameters<typeof setup>[0] = {},
  type?: string | null,
) {
  const sent: string[] = [];
  const { page, received } = await created({
    settings: { maxDocumentBytes: LIMIT },
    service:
      (real: Fetch): Fetch =>
      async (...given) => {
        const request = new Request(...given);
        sent.push(Buffer.from(await request.clone().arrayBuffer()).toString('latin1'));
        return real(request);
      },
    ...options,
  });
  const raw = { 'content-type': type === undefined ? `multipart/form-data; boundary=${BOUNDARY}` : type };
  const headers: Record<string, string | null> = body instanceof FormData ? {} : raw;
  const answer = await read(await page.send('documents', { body, headers }));
  const [form] = received('uploadDocument') as ({ parts: SandboxPart[] } | undefined)[];
  return { ...answer, parts: form?.parts, sent: sent[1] };
}

/** A form written out: for each part its header lines and its content. */
export const written = (...parts: [string, string | Uint8Array][]) =>
  Buffer.concat([
    ...parts.flatMap(([header, content]) => [
      Buffer.from(`--${BOUNDARY}\r\n${header}\r\n\r\n`, 'latin1'),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
export const typePart: [string, string] = ['Content-Disposition: form-data; name="type"', 'bank-statement'];
export const filePart = (filename: string, name = 'file'): [string, Uint8Array] => [
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/pdf`,
  pdf(),
];
export const fileOf = (size: number, name = 'a.pdf', type = 'application/pdf') =>
  new File([size ? pdf(new Uint8Array(size - pdf().length)) : ''] as BlobPart[], name, { type });
