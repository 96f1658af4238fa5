import { bytes, chunk, fixture, office, pdf, photo, png, segment, utf16, zip } from './files.js';

const SCRIPT = '<script>alert(1)</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const EXE = bytes('MZ\x90\0\x03\0\0\0', 'This program cannot be run in DOS mode.', new Uint8Array(64));
export const SHEET = office('xl', 'workbook.xml');
export const LETTER = office('word', 'document.xml');
const OLE = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', new Uint8Array(512));

/** What it is, its name, its content, and why it is rejected or as what it goes on; the type that it is declared as. */
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
  ['an old office document', 'a.docx', OLE],
  ['a GIF that is a script', 'a.jpg', bytes('GIF89a=1;alert(1)')],
  ['a GIF', 'a.png', bytes('GIF89a\x01\0\x01\0\0\0\0;')],
  ['a PNG', 'a.jpg', png(1, 1)],
  ['a JPEG', 'a.png', fixture('photo.jpg')],
  ['a PDF', 'a.jpg', pdf()],
  ['a PNG', 'a.pdf', png(1, 1)],
  ['a PNG', 'a.xlsx', png(1, 1)],
  ['a text', 'a.pdf', bytes('Balance: 5 pounds')],
  ['a PDF with a page at its beginning', 'a.pdf', pdf(HTML)],
  ['a PNG with a script in it', 'a.png', png(1, 1, chunk('tEXt', `Comment\0${SCRIPT}`))],
  ['a JPEG with a script in its comment', 'a.jpg', photo(segment(0xfe, '<?php system(1) ?>'))],
  ['a PDF behind 1,000 bytes of something', 'a.pdf', bytes('x'.repeat(1000), pdf())],
  ['a PDF behind a program’s beginning', 'a.pdf', bytes('MZ', pdf())],
  ['a PDF behind a song’s', 'a.pdf', bytes('ID3\x03\0\0\0\0\0\0', pdf())],
  ['a JPEG behind a byte', 'a.jpg', bytes(' ', fixture('photo.jpg'))],
  ['one byte', 'a.pdf', bytes('%')],
  ['one byte', 'a.jpg', bytes('\xff')],
  ['a beginning and nothing more', 'a.pdf', bytes('%PDF-')],
  ['a beginning and nothing more', 'a.png', bytes('\x89PNG\r\n\x1a\n')],
  ['a PDF that is cut off', 'a.pdf', fixture('printed.pdf').subarray(0, 6000)],
  ['nothing', 'a.pdf', bytes(''), 'file-empty'],
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
