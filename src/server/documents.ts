import {
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import { LendingError } from '../errors.js';
import { documentFields } from '../schema/document.js';
import { problemsOf } from '../schema/problems.js';
import type { Settings } from '../schema/session.js';
import { checkContentType } from './guard.js';

const TYPES: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/** Reads one file and its kind, within the limits of the settings. What the applicant called the file does not go on. */
export async function readDocument(request: Request, settings: Settings): Promise<{ file: File; type: string }> {
  checkContentType(request, 'multipart/form-data');
  const parts = await readParts(request, settings.max_document_bytes);
  const result = documentFields.safeParse(textFields(parts));
  if (!result.success) throw invalid('its fields are not as expected', problemsOf(result.error));
  const [file, ...more] = parts.filter((part) => part.isFile);
  if (!file || more.length > 0 || file.name !== 'file') throw invalid('it must have one part that is a file');
  return { file: namedByUs(file, settings.document_endings), type: result.data.type };
}

async function readParts(request: Request, maxFileSize: number): Promise<MultipartPart[]> {
  const parts: MultipartPart[] = [];
  try {
    const limits = { maxFileSize, maxTotalSize: maxFileSize + 8192, maxParts: 2, maxHeaderSize: 8192 };
    for await (const part of parseMultipartRequest(request, limits)) parts.push(part);
    return parts;
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
      throw new LendingError('handler-too-large', `Refused: the document is over ${maxFileSize} bytes.`);
    }
    if (error instanceof MultipartParseError) throw invalid('it is not a well-formed form');
    throw error;
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

function namedByUs(part: MultipartPart, endings: readonly string[]): File {
  const name = part.filename?.toLowerCase() ?? '';
  const ending = endings.find((one) => name.endsWith(one));
  if (!ending) throw invalid('it is not a kind of file that is taken', [{ path: 'file', reason: 'file-type' }]);
  if (part.size === 0) throw invalid('it is empty', [{ path: 'file', reason: 'file-empty' }]);
  const type = TYPES[ending] ?? 'application/octet-stream';
  return new File(part.content as Uint8Array<ArrayBuffer>[], `document-${crypto.randomUUID()}${ending}`, { type });
}

const invalid = (why: string, issues: LendingError['issues'] = []) =>
  new LendingError('handler-invalid', `Refused the document: ${why}.`, { issues });
