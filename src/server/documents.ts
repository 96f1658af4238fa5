import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import { LendingError } from '../errors.js';
import { documentFields } from '../schema/document.js';
import { problemsOf } from '../schema/problems.js';
import type { Settings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { mediaType } from './document-content.js';
import { refused } from './document-shape.js';
import { checkContentType } from './guard.js';
import { HeldFile } from './held-file.js';
import type { Visit } from './routes.js';
import { piecesOf, UploadError } from './upload-body.js';
import { createRoom, OPEN, type Place } from './upload-room.js';

/** One file and its kind, within the limits of the settings. What the applicant called the file does not go on. */
interface Document {
  file: HeldFile;
  type: string;
}

/**
 * Reads documents for as long as they are used, with no more of all of them in memory at once than there is room for. One
 * subject's documents fill at most half of the room that is not reserved for small ones.
 */
export function createDocuments(settings: Settings, most = 64 * 2 ** 20) {
  const enter = createRoom(most, Math.max(1, Math.floor((most * OPEN) / 2 / settings.max_document_bytes)));
  return async function withDocument<T>(visit: Visit, use: (document: Document) => Promise<T>): Promise<T> {
    const length = visit.request.headers.get('content-length');
    const place = enter(visit.subject, visit.arrival.signal, length === null ? undefined : Number(length));
    try {
      return await use(await readDocument(visit, settings, place));
    } finally {
      place.leave();
    }
  };
}

async function readDocument(visit: Visit, settings: Settings, place: Place): Promise<Document> {
  checkContentType(visit.request, 'multipart/form-data');
  const parts = await readParts(visit, settings.max_document_bytes, place);
  const result = documentFields.safeParse(textFields(parts));
  if (!result.success) throw invalid('its fields are not as expected', problemsOf(result.error));
  const { type } = result.data;
  // Spec: the allowed document types are not shown; where the partner lists some, only those.
  const listed = codes(settings);
  if (!listed.includes(type) && listed.join() !== codes(defaultSettings).join()) {
    throw invalid('its type is not in the settings', [{ path: 'type', reason: 'format' }]);
  }
  const [file, ...more] = parts.filter((part) => part.isFile);
  if (!file || more.length > 0 || file.name !== 'file') throw invalid('it must have one part that is a file');
  return { file: await namedByUs(file, settings.document_endings), type };
}

const codes = ({ document_types }: Settings) => document_types.map(({ value }) => value);

/** What a form has beside its file: the heads of its parts, and the kind. */
const BESIDE = 20_000;

/** Of what and how long RFC 2046 makes a boundary. The parser's work for each piece grows with its length. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** The parts of a form. No more is read of a body than its file may have. */
async function readParts(visit: Visit, maxFileSize: number, place: Place): Promise<MultipartPart[]> {
  const boundary = getMultipartBoundary(visit.request.headers.get('content-type')!) ?? '';
  if (!BOUNDARY.test(boundary) || !visit.arrival.body) throw invalid('it is not a well-formed form');
  const parser = new MultipartParser(boundary, { maxFileSize, maxParts: 2, maxHeaderSize: 8192 });
  const parts: MultipartPart[] = [];
  let isWhole = false;
  try {
    for await (const piece of piecesOf(visit, maxFileSize + BESIDE, place)) {
      // What follows the end of a form says nothing.
      if (isWhole) continue;
      parts.push(...parser.write(piece));
      isWhole = parts.length > 1 && isAtEnd(parser);
    }
    parser.finish();
    return parts;
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || (error instanceof UploadError && error.reason === 'large')) {
      const details = { issues: [{ path: 'file', reason: 'file-large' }] };
      throw new LendingError('handler-too-large', `Refused: the document is over ${maxFileSize} bytes.`, details);
    }
    if (error instanceof UploadError && error.reason === 'crowded') {
      const details = { recoverable: true, retryAfter: 30 };
      throw new LendingError(
        'handler-too-many',
        'Refused the document: it came too slowly while others waited.',
        details,
      );
    }
    // Beside the parser's errors there is only a connection that broke, or brings nothing more.
    throw invalid(error instanceof MultipartParseError ? 'it is not a well-formed form' : 'it did not come whole');
  }
}

function isAtEnd(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

/** The parts that are no files. Their names and texts are decoded here, and may turn out not to be UTF-8. */
function textFields(parts: readonly MultipartPart[]): Record<string, string> {
  try {
    return Object.fromEntries(parts.filter((part) => !part.isFile).map((part) => [part.name, part.text]));
  } catch {
    throw invalid('it is not a well-formed form');
  }
}

async function namedByUs(part: MultipartPart, endings: readonly string[]): Promise<HeldFile> {
  const name = part.filename?.toLowerCase() ?? '';
  const ending = endings.find((one) => name.endsWith(one));
  if (!ending) throw refused('file-type');
  // Nobody but mail encodes the content of a part.
  if (/base64|quoted/i.test(part.headers['content-transfer-encoding'] ?? '')) throw refused('file-content');
  const content = new HeldFile(part.content);
  if (content.size === 0) throw refused('file-empty');
  const type = await mediaType(content, ending, part.mediaType);
  return new HeldFile(content.pieces, `document-${crypto.randomUUID()}${ending}`, type);
}

const invalid = (why: string, issues: LendingError['issues'] = []) =>
  new LendingError('handler-invalid', `Refused the document: ${why}.`, { issues });
