import { LendingError } from '../errors.js';
import { version } from '../version.js';
import type { Reply } from './reply.js';

/** The encodings in which a file can be sent, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file of the elements. */
export interface ElementFile {
  /** The value of the `content-type` header. */
  readonly type: string;
  /** Changes with the content. It does not depend on the encoding. */
  readonly hash: string;
  /** Returns the content, in the encoding if one is given. */
  read(encoding: Encoding | undefined): Promise<Uint8Array<ArrayBuffer>>;
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
 * neither the user nor the page.
 */
export async function elementsReply(
  request: Request,
  name: string,
  files: ElementFiles | undefined,
  encoding: Encoding | undefined,
): Promise<Reply> {
  const [first = '', ...rest] = name.split('/');
  const isVersioned = first === version;
  const path = isVersioned ? rest.join('/') : name;
  const file = await files?.find(path);
  if (!file) throw await notFound(first, rest, files);
  const tag = `"${[file.hash, encoding].filter(Boolean).join('-')}"`;
  const isFixed = isVersioned || HAS_HASH.test(path);
  const headers = { ...HEADERS, 'cache-control': isFixed ? FOREVER : ASK_AGAIN, etag: tag };
  if (hasTag(request.headers.get('if-none-match'), tag)) return { status: 304, headers, body: null };
  const body = await file.read(encoding);
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

/** Returns the best encoding that the browser accepts. */
export function chooseEncoding(header: string | null | undefined): Encoding | undefined {
  const weights = new Map(
    (header ?? '').split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q='));
      return [name, weight ? Number(weight.slice(2)) : 1];
    }),
  );
  return ENCODINGS.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

/** True if the header contains the tag. A proxy that compresses the response may have made it a weak tag. */
function hasTag(header: string | null, tag: string): boolean {
  if (!header) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

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
