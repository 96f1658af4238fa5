/* eslint-disable no-control-regex -- Bytes are compared here. */

/** The extension and the media type under which a file is sent. */
export interface FileKind {
  readonly extension: string;
  readonly type: string;
  /** Whether a PDF may need a password. Banks also lock statements against changes only. */
  readonly isLocked: boolean;
}

/** Why a file is rejected. The page has a sentence for each reason. */
export type FileProblem = 'file-type' | 'file-content' | 'file-empty' | 'file-heic';

/** The spellings of an extension, the media type, and the first bytes of such files, each as one character. Text has no such bytes. */
const KINDS: readonly (readonly [extensions: RegExp, type: string, beginning?: RegExp])[] = [
  [/\.pdf$/, 'application/pdf', /^%PDF-/],
  [/\.(jpe?g|jpe|jfif)$/, 'image/jpeg', /^\xff\xd8\xff/],
  [/\.png$/, 'image/png', /^.PNG\r\n\x1a\n.{4}IHDR/s],
  [/\.tiff?$/, 'image/tiff', /^(II[*+]\0|MM\0[*+])/],
  [/\.webp$/, 'image/webp', /^RIFF.{4}WEBP/s],
  [/\.(hei[cf]|hif)$/, 'image/heic', /^.{4}ftyp(?!.{0,40}avi[fs])(he[iv]|m[is]f1)/s],
  [/\.docx$/, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', /^PK word/],
  [/\.xlsx$/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /^PK xl/],
  [/\.csv$/, 'text/csv'],
  [/\.txt$/, 'text/plain'],
];
const [PDF, JPEG, , , , HEIC] = KINDS;
const kindOf = (ending = '') => KINDS.find(([extensions]) => extensions.test(ending));

/** The beginnings of archives and TIFF pictures, which many other types share. */
const SHARED_BEGINNING = /^(PK|II|MM)/;

/** Markup of a page, which a browser could run if the service showed it the file. */
const MARKUP = /<(!doctype\s(html|svg)|\?php|html|head|body|script|svg|iframe)\b/i;

/** Readers find the beginning of a PDF within 1,024 bytes. Only remains of a transfer may be before it, and no other type. */
const PDF_SEARCH_BYTES = 1024;
const OTHER_TYPE =
  /^(.PNG|GIF8|\xff[\xd8\xe0-\xfe]|\xfe\xff|RIFF|FORM|II[*+]|MM\0|BM|8BPS|AT&T|\0\0[\x01\x02]|\0\x01\0\0|\0\0\0\f|.{4}(ftyp|mdat|moov)|ID3|OggS|fLaC|MThd|FLV|[CFZ]WS|\x1aE\xdf|OTTO|true\0|wOF|PK|Rar!|7z|\x1f[^\0-\x7f]|BZh|.7zXZ|\(\xb5\/|LZIP|MSCF|!<arch|0707|.{257}ustar|.{128}DICM|MZ|\x7fELF|\xca\xfe\xba|\xfe\xed\xfa|[\xce\xcf]\xfa\xed|\0asm|\x1bLua|dex\n|L\0\0\0|\xd0\xcf\x11\xe0|SQLite|\{\\rtf|%!|-----BEGIN)/s;
const CODE = /<\0?[a-z!?%/]|#!|\/[*/]|`|\)\s*[;{]/i;

/** The last lines of a PDF. Some programs leave out one of them. */
const PDF_END = /trailer|startxref|%%EOF/;
/** A trailer refers to its encryption dictionary, or contains it. */
const LOCK = /\/Encrypt\s*(<<|\d+ \d+ R)/;
const PADDING = /^[\0\s\x1a\xff]*$/;

/** The main part of an office document, and its macros, in the list at the end of an archive. The lists of archives in it come before. */
const PARTS =
  /PK\x01\x02.{42}(?:(word|xl|ppt)[\\/](?:document|workbook|presentation)\d*\.xml|(?:word|xl)[\\/](vba)Project)/gis;

/** Control characters that text files do not contain. Line feeds, page feeds and the end-of-file character of DOS are allowed. */
const CONTROLS = /[\0-\x08\x0e-\x19\x1b-\x1f]/;
const OTHER_TEXT = /^(\xef\xbb\xbf)?\s*(<[a-z!?]|#!|%PDF|{\\rtf)/i;

const HEAD_BYTES = 4096;
/** The number of bytes that one read of the rest returns. A line of the end, or a name in a list, may be in two reads. */
const SPAN_BYTES = 65_536;
const OVERLAP_BYTES = 128;

/**
 * Decides by its content which of the listed kinds a file is. Its name decides among text files, and among listed extensions of other types.
 * The rest of a picture or an archive is not read: the service decides whether it can use the file.
 */
export async function fileKind(file: Blob, name: string, listed: readonly string[]): Promise<FileKind | FileProblem> {
  if (file.size === 0) return 'file-empty';
  const own = listed.find((ending) => name.toLowerCase().endsWith(ending));
  const head = await read(file, 0, HEAD_BYTES);
  const isOther = own && !kindOf(own);
  // A file of another type may contain a PDF.
  const pdfAt = head.slice(0, isOther ? 6 : PDF_SEARCH_BYTES + 5).search(/%PDF-\d/);
  const end = pdfAt >= 0 || head.startsWith('PK') ? await endOf(file) : '';
  const beginning = pdfAt >= 0 ? '%PDF-' : end ? mainPart(end) : head;
  const kind = KINDS.find((one) => one[2]?.test(beginning));
  if (!kind || (isOther && SHARED_BEGINNING.test(head))) return kindByName(file, own);
  const extension = [own, ...listed].find((ending) => kindOf(ending) === kind);
  if (!extension && kind === HEIC && listed.some((ending) => kindOf(ending) === JPEG)) return 'file-heic';
  if (!extension) return own ? 'file-content' : 'file-type';
  const isWhole = kind === PDF ? isPdf(head, pdfAt, end) : !!end || !MARKUP.test(head);
  return isWhole ? { extension, type: kind[1], isLocked: kind === PDF && LOCK.test(head + end) } : 'file-content';
}

/** Its comments and form fields may contain markup. They are objects. An encrypted PDF is accepted: most statements open without a password. */
function isPdf(head: string, at: number, end: string): boolean {
  const before = head.slice(0, at);
  const [beginning = ''] = head.slice(at).split('obj', 1);
  return !OTHER_TYPE.test(before) && !CODE.test(before) && !MARKUP.test(beginning) && PDF_END.test(end);
}

/** Returns the folder of an office document's main part. A document with macros is of another type. */
function mainPart(end: string): string {
  const parts = [...end.matchAll(PARTS)].map(([, main, macros]) => macros ?? main!.toLowerCase());
  return parts.includes('vba') ? '' : `PK ${parts.pop()}`;
}

async function kindByName(file: Blob, own: string | undefined): Promise<FileKind | FileProblem> {
  if (!own) return 'file-type';
  const [, type, beginning] = kindOf(own) ?? [];
  if (beginning || (type && !(await isText(file)))) return 'file-content';
  return { extension: own, type: type ?? 'application/octet-stream', isLocked: false };
}

const read = async (file: Blob, from: number, to: number) =>
  new TextDecoder('latin1').decode(await file.slice(Math.max(0, from), to).arrayBuffer());

/** Returns the end of a PDF without the padding behind it, or the part of an archive's list that has the main part. */
async function endOf(file: Blob): Promise<string> {
  for (let to = file.size; ; to -= SPAN_BYTES - OVERLAP_BYTES) {
    const text = await read(file, to - SPAN_BYTES, to);
    const isList = text.includes('PK\x01\x02') && text.search(PARTS) < 0;
    const isFound = PDF_END.test(text) || !(isList || PADDING.test(text.slice(OVERLAP_BYTES)));
    if (isFound || to <= SPAN_BYTES) return text;
  }
}

/**
 * Whether a file has no control characters, and does not begin as markup, a script or another document. Its bytes may be in any code page;
 * UTF-16 needs its byte order mark. Formulas in a table are accepted: the program that opens the table must not calculate them.
 */
async function isText(file: Blob): Promise<boolean> {
  const mark = await read(file, 0, 2);
  const decoder = new TextDecoder({ '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }[mark] ?? 'latin1', {
    fatal: true,
  });
  for (let at = 0; at < file.size; at += SPAN_BYTES) {
    const bytes = await file.slice(at, at + SPAN_BYTES).arrayBuffer();
    try {
      const text = decoder.decode(bytes, { stream: at + SPAN_BYTES < file.size });
      if (CONTROLS.test(text) || (at === 0 && OTHER_TEXT.test(text))) return false;
    } catch {
      return false; // It is not UTF-16.
    }
  }
  return true;
}
