/* eslint-disable no-control-regex -- Bytes are compared here. */
import { LendingError } from '../errors.js';
import type { Content } from './held-file.js';

export const refused = (reason: string) =>
  new LendingError('handler-invalid', `Refused the document: ${reason}.`, { issues: [{ path: 'file', reason }] });

const view = async (part: Content) => new DataView(await part.arrayBuffer());
/** One character a byte, of those that are compared here. */
export const latin1 = async (part: Content) => new TextDecoder('latin1').decode(await part.arrayBuffer());

/** How much is looked at in one go, and where the end of a file is looked for. */
const SPAN = 65_536;
const MOST_PIXELS = 250e6;
const MOST_UNPACKED = 500e6;

/**
 * Refuses a PDF that is cut off. One that is encrypted is taken: most statements that are open without a password, and
 * whether one needs a password cannot be told without trying it.
 */
export async function checkPdf(file: Content): Promise<void> {
  if (!(await latin1(file.slice(-SPAN))).includes('%%EOF')) throw refused('file-content');
}

/** Refuses a picture that is cut off, or that takes more memory to show than anybody's camera or scanner makes. */
export async function checkPicture(file: Content, kind: 'jpg' | 'png'): Promise<void> {
  const { at, pixels } = kind === 'png' ? await readPng(file) : await readJpeg(file);
  if (pixels > MOST_PIXELS) throw refused('file-expands');
  // Phones write more behind the end: a second picture, or a film.
  const end = kind === 'png' ? 'IEND\xaeB`' : '\xff\xd9';
  for (let from = at; from < file.size; from += SPAN - end.length) {
    if ((await latin1(file.slice(from, from + SPAN))).includes(end)) return;
  }
  throw refused('file-content');
}

async function readPng(file: Content): Promise<{ at: number; pixels: number }> {
  const header = await view(file.slice(16, 24));
  return { at: 24, pixels: header.getUint32(0) * header.getUint32(4) };
}

/** Steps over the segments of a JPEG as far as its first scan. */
async function readJpeg(file: Content): Promise<{ at: number; pixels: number }> {
  let pixels = 0;
  for (let at = 2, segments = 0; segments < 1000; segments++) {
    const segment = await view(file.slice(at, at + 9));
    if (segment.byteLength < 9 || segment.getUint8(0) !== 0xff) break;
    const marker = segment.getUint8(1);
    if (marker === 0xda) return { at, pixels };
    // Every kind of frame; among them stand three tables.
    if (marker === 0xc0 || (marker > 0xc0 && marker < 0xd0 && marker % 4))
      pixels = segment.getUint16(5) * segment.getUint16(7);
    at += marker === 0xff ? 1 : 2 + segment.getUint16(2);
  }
  throw refused('file-content');
}

/** How far from the end of an archive its end is marked: the record, and the longest comment. */
const TAIL = 65_557;
const ARCHIVE_END = 'PK\x05\x06';
const MOST_DIRECTORY = 2 ** 20;

/**
 * Refuses an archive that has nothing in the folder of its kind, or says that it unpacks to more than anybody's sheet. Its
 * directory must be the same for who looks for its beginning and for who looks for its end, and be whole.
 */
export async function checkArchive(file: Content, folder: string): Promise<void> {
  const tail = file.slice(-TAIL);
  const end = await view(tail.slice((await latin1(tail)).lastIndexOf(ARCHIVE_END)));
  const [size, start] = end.byteLength < 22 ? [0, 0] : [end.getUint32(12, true), end.getUint32(16, true)];
  if (start + size + end.byteLength !== file.size) throw refused('file-content');
  if (size > MOST_DIRECTORY) throw refused('file-expands');
  const part = file.slice(start, start + size);
  const directory = await view(part);
  let [at, unpacked] = [0, 0];
  while (at + 46 <= size && directory.getUint32(at) === 0x504b0102) {
    unpacked += directory.getUint32(at + 24, true);
    at +=
      46 + directory.getUint16(at + 28, true) + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  if (unpacked > MOST_UNPACKED) throw refused('file-expands');
  if (at !== size || !unpacked || !(await latin1(part)).includes(folder)) throw refused('file-content');
}

/**
 * Whether an unpacker takes a file for an archive: it has the mark of an archive's end where one may be, and before that
 * a file of its directory, which is no longer than its name, its comment and one more field. By chance a photo has the one
 * or the other, hardly both.
 */
export async function isArchive(file: Content): Promise<boolean> {
  // Most have no such mark, and no more is read of them.
  if (!(await latin1(file.slice(-TAIL))).includes(ARCHIVE_END)) return false;
  const text = await latin1(file.slice(-TAIL - 3 * SPAN - 46));
  const entry = text.indexOf('PK\x01\x02');
  return entry >= 0 && text.includes(ARCHIVE_END, Math.max(entry, text.length - TAIL));
}

/** Beside the ends of lines and pages a text may have the mark that ends it in DOS. */
const CONTROLS = /[\0-\x08\x0e-\x19\x1b-\x1f]/;
/** How a text begins that is a page, a script, or another kind of document. */
const OTHER_TEXT = /^(\xef\xbb\xbf)?\s*(<[a-z!?]|#!|%PDF|{\\rtf)/i;

/**
 * Refuses what is no text: it has control characters, or begins as markup, a script or another document. Its bytes may be
 * of any code page; UTF-16 has its mark. Formulas of a table are taken: who opens it must not calculate them.
 */
export async function checkText(file: Content): Promise<void> {
  const mark = await latin1(file.slice(0, 2));
  const decoder = new TextDecoder({ '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }[mark] ?? 'latin1', {
    fatal: true,
  });
  for (let at = 0; at < file.size; at += SPAN) {
    const bytes = await file.slice(at, at + SPAN).arrayBuffer();
    try {
      const text = decoder.decode(bytes, { stream: at + SPAN < file.size });
      if (!CONTROLS.test(text) && (at || !OTHER_TEXT.test(text))) continue;
    } catch {
      // No UTF-16.
    }
    throw refused('file-content');
  }
}
