import { unzipSync, zipSync } from 'fflate';
import { bytes, office, unpackingTo, zip } from './files.js';

/** The record that ends an archive: how long its directory is stands at 12, where that begins at 16. */
const END = 22;

/** An archive without its comment, whose end says that one of this length follows. */
const open = (archive: Buffer, comment: number) =>
  bytes(archive.subarray(0, -2), Uint8Array.of(comment & 255, comment >> 8));

/** An archive in the middle of a PDF, whose end is the archive's comment. */
export const inPdf = (archive: Buffer, comment: number) =>
  bytes('%PDF-1.7\n', 'x'.repeat(5000), open(archive, comment), 'x'.repeat(comment - 7), '\n%%EOF\n');

/** A file with an archive behind it, whose comment is so long. */
export const behind = (file: Uint8Array, comment: number) =>
  bytes(file, 'x'.repeat(5000), open(zip('a.exe', 'MZ'), comment), new Uint8Array(comment));

/** An archive with something between the files of its directory, where a reader may stop. */
export function inDirectory(archive: Buffer): Buffer {
  const end = Buffer.from(archive.subarray(-END));
  const second = archive.lastIndexOf('PK\x01\x02');
  end.writeUInt32LE(end.readUInt32LE(12) + 4, 12);
  return bytes(archive.subarray(0, second), 'junk', archive.subarray(second, -END), end);
}

/** An archive whose end says of two directories that they are its own: by where it begins, and by how long it is. */
export function twice(archive: Buffer): Buffer {
  const end = archive.subarray(-END);
  const directory = archive.subarray(end.readUInt32LE(16), -END);
  return bytes(archive.subarray(0, -END), unpackingTo(Buffer.from(directory), 0xffff_ffff), end);
}

/** A sheet of so many files beside its own. */
export function officeOf(count: number, name = 'n'): Buffer {
  const files = Array.from({ length: count }, (_, index) => [`xl/${name}${index}`, new Uint8Array(1)] as const);
  return Buffer.from(
    zipSync({ ...unzipSync(office('xl', 'workbook.xml')), ...Object.fromEntries(files) }, { level: 0 }),
  );
}

/** The same archive, whose last file says that it unpacks to so much. */
export function lastUnpackingTo(archive: Buffer, size: number): Buffer {
  archive.writeUInt32LE(size, archive.lastIndexOf('PK\x01\x02') + 24);
  return archive;
}
