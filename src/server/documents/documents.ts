import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import { LendingError } from '../../errors.js';
import { defaultSettings } from '../../schema/default-settings.js';
import { documentFields } from '../../schema/calls/document.js';
import { fileKind, type FileProblem } from '../../schema/file-kinds.js';
import { toProblems } from '../../schema/problems.js';
import type { Settings } from '../../schema/settings.js';
import { checkContentType } from '../request.js';
import type { PartnerFile, RequestContext } from '../types.js';
import { blocksOf, incomplete, tooLarge } from './upload-body.js';
import { createUploadMemory, type UploadMemory } from './upload-memory.js';

/** One file and its kind, within the limits of the settings. The name that the applicant gave the file is not sent to the service. */
interface Document {
  file: File;
  type: string;
}

/** The most bytes of a form besides its file: the headers of its parts, and the kind. */
const FORM_OVERHEAD_BYTES = 20_000;

/**
 * Returns a function that reads the document of a form, or one of the partner's platform, and keeps it in memory while it is used.
 * `maxBytes` is the limit for all documents together.
 */
export function createDocuments(settings: Settings, maxBytes: number) {
  const { maxDocumentBytes } = settings;
  const openMemory = createUploadMemory(maxBytes);

  /** The most bytes of a form, and the function that reads its document. */
  function openForm(request: Request) {
    checkContentType(request, 'multipart/form-data');
    const { headers, body } = request;
    const boundary = getMultipartBoundary(headers.get('content-type')!) ?? '';
    if (!BOUNDARY.test(boundary) || !body) throw invalid('its multipart body cannot be parsed');
    // Without a Content-Length, the body may have the largest size.
    const [length] = /^\d+$/.exec(headers.get('content-length') ?? '') ?? [];
    const bytes = Number(length ?? maxDocumentBytes + FORM_OVERHEAD_BYTES);
    if (bytes > maxDocumentBytes + FORM_OVERHEAD_BYTES) {
      void body.cancel();
      throw tooLarge();
    }
    const parts = (memory: UploadMemory) =>
      readParts(boundary, blocksOf(body, bytes, memory), maxDocumentBytes).catch(rejectForm);
    return { bytes, read: async (memory: UploadMemory) => readDocument(await parts(memory), settings) };
  }

  function openPartnerFile({ read, name, type, sizeBytes }: PartnerFile) {
    if (sizeBytes > maxDocumentBytes) throw tooLarge();
    const readContent = async (memory: UploadMemory) => {
      await memory.take(sizeBytes);
      const content = new Blob([await read()]);
      if (content.size <= sizeBytes) return checkedDocument(content, name, type, settings);
      throw new LendingError('config-invalid', 'documents(): read() returned more bytes than sizeBytes.');
    };
    return { bytes: sizeBytes, read: readContent };
  }

  return async function withDocument<T>(
    { request, applicant }: RequestContext,
    partnerFile: PartnerFile | undefined,
    use: (document: Document) => Promise<T>,
  ) {
    const { bytes, read } = partnerFile ? openPartnerFile(partnerFile) : openForm(request);
    const memory = await openMemory(applicant.subject, bytes, request.signal).catch(rejectForm);
    try {
      const document = await read(memory);
      memory.isWhole();
      return await use(document);
    } finally {
      memory.free();
    }
  };
}

/** A multipart boundary (RFC 2046). The parser's work for each block grows with its length. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

async function readParts(
  boundary: string,
  blocks: AsyncIterable<Uint8Array>,
  maxFileSize: number,
): Promise<MultipartPart[]> {
  const parser = new MultipartParser(boundary, { maxFileSize, maxParts: 2, maxHeaderSize: 8192 });
  const parts: MultipartPart[] = [];
  let isWhole = false;
  for await (const block of blocks) {
    // Bytes after the end of a form are ignored.
    if (isWhole) continue;
    parts.push(...parser.write(block));
    isWhole = parts.length > 1 && isAtEnd(parser);
  }
  parser.finish();
  return parts;
}

function isAtEnd(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

function rejectForm(error: unknown): never {
  if (error instanceof LendingError) throw error;
  if (error instanceof MaxFileSizeExceededError) throw tooLarge();
  throw error instanceof MultipartParseError ? invalid('its multipart body cannot be parsed') : incomplete();
}

async function readDocument(parts: readonly MultipartPart[], settings: Settings): Promise<Document> {
  const result = documentFields.safeParse(textFields(parts));
  if (!result.success)
    throw invalid('it must have one text part, "type", with the code of a document type', toProblems(result.error));
  const [file, ...more] = parts.filter((part) => part.isFile);
  if (!file || more.length > 0 || file.name !== 'file')
    throw invalid('it must have one file part, with the name "file"');
  // Only mail encodes the content of a part.
  if (/base64|quoted/i.test(file.headers['content-transfer-encoding'] ?? '')) throw fileRejected('file-content');
  const content = new Blob(file.content as Uint8Array<ArrayBuffer>[]);
  return checkedDocument(content, file.filename ?? '', result.data.type, settings, file.mediaType);
}

const codes = ({ documentTypes }: Settings) => documentTypes.map(({ value }) => value);

/** Returns the text parts by their names. Rejects a name or a content that is not UTF-8. */
function textFields(parts: readonly MultipartPart[]): Record<string, string> {
  try {
    return Object.fromEntries(parts.filter((part) => !part.isFile).map((part) => [part.name, part.text]));
  } catch {
    throw invalid('its multipart body cannot be parsed');
  }
}

async function checkedDocument(
  content: Blob,
  name: string,
  type: string,
  settings: Settings,
  declared = '',
): Promise<Document> {
  // Spec: the allowed document types are not shown; if the partner lists some, only those are accepted.
  const listed = codes(settings);
  if (!listed.includes(type) && listed.join() !== codes(defaultSettings).join()) {
    throw invalid('its type is not in settings.documentTypes', [{ path: 'type', reason: 'format' }]);
  }
  const kind = await fileKind(content, name, settings.documentExtensions);
  if (typeof kind === 'string') throw fileRejected(kind);
  const isOther = kind.type === 'application/octet-stream';
  if (!isOther && DECLARED_ACTIVE.test(declared)) throw fileRejected('file-content');
  return { file: new File([content], `document-${crypto.randomUUID()}${kind.extension}`, { type: kind.type }), type };
}

/** Types that a browser would run. A browser declares the type by the name, which may be wrong; it must not be one of these. */
const DECLARED_ACTIVE = /html|svg|script|^multipart/i;

const REASONS: Record<FileProblem, string> = {
  'file-type': 'settings.documentExtensions has neither its content’s type nor its file name extension',
  'file-content': 'its content is incomplete, or of a type that is not in settings.documentExtensions',
  'file-empty': 'it is empty',
  'file-heic': 'it is a photo in HEIC format, and settings.documentExtensions does not have .heic',
};

/** Returns the error for a rejected file. The page has a sentence for each reason. */
const fileRejected = (reason: FileProblem) => invalid(REASONS[reason], [{ path: 'file', reason }]);

/** The number of bytes that are hashed together. */
const HASHED_PART_BYTES = 256 * 1024;

/** Returns a SHA-256 digest of a file: of each part together with the digest of the parts before it. */
export async function digestOf(file: Blob): Promise<string> {
  let hash = new ArrayBuffer(0);
  for (let start = 0; start < file.size; start += HASHED_PART_BYTES) {
    const part = new Blob([hash, file.slice(start, start + HASHED_PART_BYTES)]);
    hash = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  }
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const invalid = (why: string, issues: LendingError['issues'] = []) =>
  new LendingError('handler-invalid', `Rejected the document: ${why}.`, { issues });
