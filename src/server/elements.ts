import { LendingError } from '../errors.js';
import { version } from '../version.js';
import type { Reply } from './reply.js';

/** The encodings in which a file can be sent, best first. */
const ENCODINGS = ['br', 'gzip'] as const;

/** A file of the elements: its content, and its content in each encoding in which it can be sent. */
export interface ElementFile extends Partial<Record<(typeof ENCODINGS)[number], Uint8Array<ArrayBuffer>>> {
  /** The value of the `content-type` header. */
  readonly type: string;
  /** Changes with the content. It does not depend on the encoding. */
  readonly hash: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** The files that browsers load: those of the package's `cdn` folder. */
export interface ElementFiles {
  /** Returns the file with this name, such as `journey.js`. Only names of known files may return a file. */
  find(name: string): Promise<ElementFile | undefined>;
}

/** The name of the route. The name of a file follows it. */
export const ELEMENTS = 'elements';

/** A URL with a version, or with a hash in the file's name, always has the same content. Other URLs have the files of the installed version. */
const [FOREVER, ASK_AGAIN] = ['public, max-age=31536000, immutable', 'public, no-cache'];

/** The chunks that the scripts load, such as `elements/later-steps-Cx4kdZ0q.js`. */
const HAS_HASH = /^elements\/[\w-]+-[\w-]{8}\.js(\.map)?$/;

/**
 * Responds to a request for a file of the elements. The files are public: pages of any origin may load them, and the response depends on
 * neither the user nor the page. `accepted` is the `accept-encoding` header; a weight in it counts as "not accepted".
 */
export async function elementsReply(
  request: Request,
  name: string,
  files: ElementFiles | undefined,
  accepted: string | null | undefined,
): Promise<Reply> {
  const [first = '', ...rest] = name.split('/');
  const isVersioned = first === version;
  const path = isVersioned ? rest.join('/') : name;
  const file = await files?.find(path);
  if (!file) throw await notFound(first, rest, files);
  const encodings = accepted?.split(/[\s,]+/);
  const encoding = ENCODINGS.find((one) => file[one] && encodings?.includes(one));
  const tag = `"${[file.hash, encoding].filter(Boolean).join('-')}"`;
  const isFixed = isVersioned || HAS_HASH.test(path);
  const headers = { ...HEADERS, 'cache-control': isFixed ? FOREVER : ASK_AGAIN, etag: tag };
  // A proxy that compresses the response may have made it a weak tag.
  if (request.headers.get('if-none-match')?.includes(tag)) return { status: 304, headers, body: null };
  const body = (encoding && file[encoding]) ?? file.content;
  Object.assign(headers, { 'content-type': file.type, 'content-length': String(body.byteLength) });
  if (encoding) Object.assign(headers, { 'content-encoding': encoding });
  return { status: 200, headers, body: request.method === 'HEAD' ? null : body };
}

const HEADERS = {
  // A page of another origin loads module scripts and files with a hash only with this header. The files contain no personal data.
  'access-control-allow-origin': '*',
  // The frame of an isolated widget has an opaque origin.
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'x-lending-elements': version,
  vary: 'accept-encoding',
};

const OTHER_VERSION = `The URL has another version than the backend, which has ${version}. Print the page's lines again, or use the URL without a version.`;
const NO_FILES =
  'This handler has no files of the elements. On Node, toNodeListener() and fromEnv() find them in the installed package, unless ' +
  'createHandler({ serveFiles }) is false or a bundler has moved the code. Or serve the folder dist/cdn of the package yourself.';

async function notFound(first: string, rest: string[], files: ElementFiles | undefined): Promise<LendingError> {
  const isThere = async (name: string) => !!(await files?.find(name));
  const isOtherVersion = /^\d+\.\d+\.\d+/.test(first) && (await isThere(rest.join('/')));
  const remedy = !(await isThere('integrity.json')) ? NO_FILES : isOtherVersion ? OTHER_VERSION : undefined;
  return new LendingError('handler-not-found', 'The handler has no file at this address.', { remedy });
}
