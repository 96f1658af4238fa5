import { bytes, chunk, fixture, office, pdf, photo, png, segment, unpackingTo, utf16, zip } from './files.js';
import { behind, inDirectory, inPdf, lastUnpackingTo, officeOf, twice } from './archives.js';

const SCRIPT = '<script>alert(1)</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const EXE = bytes('MZ\x90\0\x03\0\0\0', 'This program cannot be run in DOS mode.', new Uint8Array(64));
export const SHEET = office('xl', 'workbook.xml');
export const LETTER = office('word', 'document.xml');
const OLE = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', new Uint8Array(512));

/** What it is, its name, its content, and why it is refused or as what it goes on; the type that it is declared as. */
export type Row = [what: string, name: string, content: Uint8Array, reason?: string, type?: string];

export const IMPOSTORS: Row[] = [
  ['a page', 'a.pdf', bytes(HTML)],
  ['a page', 'a.png', bytes(HTML)],
  ['a page', 'a.jpg', bytes(HTML)],
  ['a program', 'a.pdf', EXE],
  ['a program', 'a.jpeg', EXE],
  ['a program for Linux', 'a.pdf', bytes('\x7fELF\x02\x01\x01\0', new Uint8Array(64))],
  ['an SVG with a script', 'a.png', bytes(SVG)],
  ['an SVG with a script', 'a.pdf', bytes('<?xml version="1.0"?>', SVG)],
  ['an archive', 'a.pdf', zip('a.txt', 'x')],
  ['an archive', 'a.xlsx', zip('a.txt', 'x')],
  ['a program’s archive', 'a.docx', zip('META-INF/MANIFEST.MF', 'x')],
  ['a letter', 'a.xlsx', LETTER],
  ['a sheet', 'a.docx', SHEET],
  ['an old office document', 'a.docx', OLE],
  ['a GIF that is a script', 'a.jpg', bytes('GIF89a=1;alert(1)')],
  ['a GIF', 'a.png', bytes('GIF89a\x01\0\x01\0\0\0\0;')],
  ['a PNG', 'a.jpg', png(1, 1)],
  ['a JPEG', 'a.png', fixture('photo.jpg')],
  ['a PDF', 'a.jpg', pdf()],
  ['a PNG', 'a.pdf', png(1, 1)],
  ['a text', 'a.pdf', bytes('Balance: 5 pounds')],
  ['a PDF with a page at its beginning', 'a.pdf', pdf(HTML)],
  ['a PDF with a page behind its end', 'a.pdf', bytes(pdf(), HTML)],
  ['a long PDF with a page behind its end', 'a.pdf', bytes(pdf('x'.repeat(9000)), HTML)],
  ['a long PDF with an archive behind its end', 'a.pdf', bytes(pdf('x'.repeat(9000)), zip('a.js', 'alert(1)'))],
  ['a PDF with an archive behind its end', 'a.pdf', bytes(pdf(), zip('a.js', 'alert(1)'))],
  ['a PDF around an archive with a long comment', 'a.pdf', inPdf(zip('a.exe', 'MZ'), 2000)],
  ['a PDF around an archive with the longest comment', 'a.pdf', inPdf(zip('a.exe', 'MZ'), 65_535)],
  ['a long PDF around an archive of long names', 'a.pdf', inPdf(zip(`${'x'.repeat(65_000)}.exe`, 'MZ'), 65_535)],
  ['a photo behind which an archive has a long comment', 'a.jpg', behind(fixture('photo.jpg'), 5000)],
  [
    'a PDF that ends an archive’s comment',
    'a.pdf',
    bytes('%PDF-1.7\n', zip('a.js', 'x').subarray(0, -2), '\x06\0%%EOF\n'),
  ],
  ['a PNG with a script in it', 'a.png', png(1, 1, chunk('tEXt', `Comment\0${SCRIPT}`))],
  ['a PNG with an archive behind its end', 'a.png', bytes(png(1, 1), zip('a.js', 'x'))],
  ['a JPEG with a script in its comment', 'a.jpg', photo(segment(0xfe, '<?php system(1) ?>'))],
  ['a JPEG with an archive behind its end', 'a.jpg', bytes(fixture('photo.jpg'), zip('a.class', 'x'))],
  ['a PDF behind 1,000 bytes of something', 'a.pdf', bytes('x'.repeat(1000), pdf())],
  ['a PDF behind a program’s beginning', 'a.pdf', bytes('MZ', pdf())],
  ['a PDF behind a song’s', 'a.pdf', bytes('ID3\x03\0\0\0\0\0\0', pdf())],
  ['a JPEG behind a byte', 'a.jpg', bytes(' ', fixture('photo.jpg'))],
  ['one byte', 'a.pdf', bytes('%')],
  ['one byte', 'a.jpg', bytes('\xff')],
  ['a beginning and nothing more', 'a.pdf', bytes('%PDF-')],
  ['a beginning and nothing more', 'a.jpg', bytes('\xff\xd8\xff')],
  ['a beginning and nothing more', 'a.png', bytes('\x89PNG\r\n\x1a\n')],
  ['a beginning and nothing more', 'a.xlsx', bytes('PK\x03\x04')],
  ['a PDF that is cut off', 'a.pdf', fixture('printed.pdf').subarray(0, 6000)],
  ['a JPEG that is cut off', 'a.jpg', fixture('photo.jpg').subarray(0, -40)],
  [
    'a JPEG that is cut off behind its small picture',
    'a.jpg',
    photo(segment(0xe1, bytes('Exif\0\0', fixture('photo.jpg')))).subarray(0, -40),
  ],
  ['a PNG that is cut off', 'a.png', fixture('screenshot.png').subarray(0, -12)],
  ['a sheet that is cut off', 'a.xlsx', SHEET.subarray(0, -30)],
  ['nothing', 'a.pdf', bytes(''), 'file-empty'],
  ['a PNG of 65,000 × 65,000 dots', 'a.png', png(65_000, 65_000), 'file-expands'],
  ['a JPEG of 65,000 × 65,000 dots', 'a.jpg', largeJpeg(), 'file-expands'],
  ['a sheet that unpacks to 4 GB', 'a.xlsx', unpackingTo(SHEET, 0xffff_ffff), 'file-expands'],
  ['a letter that unpacks to 1 GB', 'a.docx', unpackingTo(LETTER, 0x2000_0000), 'file-expands'],
  ['a sheet of 1,300 files, the last of 4 GB', 'a.xlsx', lastUnpackingTo(officeOf(1300), 0xffff_ffff), 'file-expands'],
  ['a sheet of more files than anybody’s', 'a.xlsx', officeOf(30, 'x'.repeat(40_000)), 'file-expands'],
  ['a sheet with something in its directory', 'a.xlsx', inDirectory(SHEET)],
  ['a sheet whose directory stands in two places', 'a.xlsx', twice(SHEET)],
  ['a page', 'a.csv', bytes(HTML)],
  ['a page behind a mark', 'a.csv', bytes('\xef\xbb\xbf \n', HTML)],
  ['a page in UTF-16', 'a.csv', utf16(HTML)],
  ['a script', 'a.txt', bytes('#!/bin/sh\nrm -rf /')],
  ['a program', 'a.csv', EXE],
  ['a PDF', 'a.csv', pdf()],
  ['UTF-16 without its mark', 'a.csv', utf16('Date,Amount', '')],
  ['what only begins as UTF-16', 'a.csv', bytes('\xff\xfe\x00\xd8\x00\xd8a\0')],
  ['a program, behind 100,000 letters', 'a.csv', bytes('x'.repeat(100_000), EXE)],
  ['a PDF', 'x.pdf.exe', pdf(), 'file-type'],
  ['a PDF', 'x.pdf.html', pdf(), 'file-type'],
  ['a PDF', 'x.pdf.', pdf(), 'file-type'],
  ['a PDF', 'x.pdf\0', pdf(), 'file-type'],
  ['a PDF', 'x.pdf\u202Eexe', pdf(), 'file-type'],
  ['a PDF', 'x.pdf::$DATA', pdf(), 'file-type'],
  ['a program', 'x.exe.pdf', EXE],
  ['a program', 'a\u202Efdp.pdf', EXE],
  ['a PDF that is declared a page', 'a.pdf', pdf(), 'file-content', 'text/html'],
  ['a PNG that is declared an SVG', 'a.png', png(1, 1), 'file-content', 'image/svg+xml'],
  ['a PDF that is declared a script', 'a.pdf', pdf(), 'file-content', 'text/javascript'],
  ['a JPEG that is declared a PDF', 'a.jpg', fixture('photo.jpg'), 'file-content', 'application/pdf'],
  ['a table that is declared a page', 'a.csv', bytes('a,b'), 'file-content', 'text/html'],
  ['a PDF that is declared a form of its own', 'a.pdf', pdf(), 'file-content', 'multipart/mixed'],
];

function largeJpeg(): Buffer {
  const picture = Buffer.from(fixture('photo.jpg'));
  const frame = picture.indexOf('\xff\xc0', 'latin1');
  picture.writeUInt32BE(0xfde8_fde8, frame + 5);
  return picture;
}
