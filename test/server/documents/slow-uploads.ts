import { memoryStore } from '../../../src/server/index.js';
import { bytes, pdf } from './files.js';
import { MOUNT, ORIGIN, setup } from '../setup.js';

/** The largest document here, in bytes. */
export const LIMIT = 100_000;
export const BOUNDARY = 'sample-boundary';
export const disposition = (name: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
export const START = disposition('file', '; filename="a.pdf"');
export const FORM = bytes(START, pdf(), `\r\n${disposition('type')}bank-statement\r\n--${BOUNDARY}--\r\n`);

/** Jane, or somebody else, with an application, and what a request of theirs needs. */
export async function jane(options: Parameters<typeof setup>[0] = {}) {
  const limits = { requests: { requests: 1000, seconds: 60 } };
  // The other store of these tests waits for a timer, which some tests stop.
  const store = memoryStore();
  const made = setup({ limits, store, settings: { maxDocumentBytes: LIMIT }, ...options });
  return { ...made, ...(await applicant(made, 'jane')), another: (user: string) => applicant(made, user) };
}

async function applicant(made: ReturnType<typeof setup>, user: string) {
  const page = made.browser(user);
  await page.create();
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    origin: ORIGIN,
    'x-lending-elements': '1',
    cookie: [...page.cookies].map((pair) => pair.join('=')).join('; '),
  };
  const upload = (body: ReadableStream<Uint8Array> | Uint8Array, init: RequestInit = {}) =>
    made.handle(
      new Request(`${ORIGIN}${MOUNT}/documents`, {
        method: 'POST',
        body,
        duplex: 'half',
        ...init,
        headers: { ...headers, ...init.headers },
      } as RequestInit),
    );
  return { headers, upload };
}

/** A body that comes a little at a time, and knows how much of it was read and whether the reader let go. */
export function slowly(start: Uint8Array, next: () => Uint8Array | undefined) {
  const told = { sent: 0, isLeft: false };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(start),
      pull(controller) {
        const more = next();
        if (more) controller.enqueue(more);
        else controller.close();
        told.sent += more?.length ?? 0;
      },
      cancel: () => void (told.isLeft = true),
    },
    { highWaterMark: 0 },
  );
  return { body, told };
}
