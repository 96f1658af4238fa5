import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8 } from 'fflate';
import { fileTypeFromBuffer } from 'file-type';
import { enDocuments } from '../../../src/components/documents/documents.sentences.js';
import type { SandboxPart } from '../../../src/sandbox/api/body.js';
import { bytes, chunk, fixture, office, pdf, photo, png, segment, utf16, zip } from './files.js';
import { created, documentForm, read } from '../setup.js';

const ENDINGS = '.pdf .jpg .jpeg .png .csv .txt .docx .xlsx .tif .webp .heic .ofx'.split(' ');

async function upload(content: Uint8Array, name: string, type = '') {
  const { page, received, sandbox } = await created({
    settings: { documentExtensions: ENDINGS, documentTypes: [{ value: 'bank-statement' }] },
  });
  const before = sandbox.calls.length;
  const file = new File([content as Uint8Array<ArrayBuffer>], name, { type });
  const answer = await read(await page.send('documents', { body: documentForm({ file }) }));
  const [form] = received('uploadDocument') as ({ parts: SandboxPart[] } | undefined)[];
  return { ...answer, file: form?.parts.find((part) => part.name === 'file'), calls: sandbox.calls.length - before };
}

const SCRIPT = '<script>alert(1)</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const EXE = bytes('MZ\x90\0\x03\0\0\0', 'This program cannot be run in DOS mode.', new Uint8Array(64));
const SHEET = office('xl', 'workbook.xml');
const LETTER = office('word', 'document.xml');
const HEIC = bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic', new Uint8Array(20));
const OLE = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', new Uint8Array(512));

/** What it is, its name, its content, and why it is rejected or as what it goes on; the type that it is declared as. */
type Row = [what: string, name: string, content: Uint8Array, reason?: string, type?: string];

const IMPOSTORS: Row[] = [
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
  ['a text', 'a.pdf', bytes('Balance: 5 pounds')],
  ['a PDF with a page at its beginning', 'a.pdf', pdf(HTML)],
  ['a PNG with a script in it', 'a.png', png(1, 1, chunk('tEXt', `Comment\0${SCRIPT}`))],
  ['a JPEG with a script in its comment', 'a.jpg', photo(segment(0xfe, '<?php system(1) ?>'))],
  ['a PDF behind a program’s beginning', 'a.pdf', bytes('MZ', pdf())],
  ['a PDF behind a page', 'a.pdf', bytes(HTML, pdf())],
  ['a picture with a PDF behind it', 'a.png', bytes(png(1, 1), pdf())],
  ['any archive', 'a.docx', zip('a.txt', 'x')],
  ['a presentation', 'a.docx', office('ppt', 'presentation.xml')],
  ['a presentation with a sheet in it', 'a.xlsx', bytes(SHEET, office('ppt', 'presentation.xml'))],
  ['a sheet with macros', 'a.xlsx', office('xl', 'vbaProject.bin', 'x', { 'xl/workbook.xml': strToU8('<w/>') })],
  ['a page', 'page', bytes(HTML), 'file-type'],
  ['a program', 'a.exe', EXE, 'file-type'],
  ['an archive', 'a.zip', zip('a.txt', 'x'), 'file-type'],
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
  ['UTF-16 without its mark', 'a.csv', utf16('Date,Amount', '')],
  ['what only begins as UTF-16', 'a.csv', bytes('\xff\xfe\x00\xd8\x00\xd8a\0')],
  ['a program, behind 100,000 letters', 'a.csv', bytes('x'.repeat(100_000), EXE)],
  ['a program', 'x.exe.pdf', EXE],
  ['a program', 'a\u202Efdp.pdf', EXE],
  ['a PDF that is declared a page', 'a.pdf', pdf(), 'file-content', 'text/html'],
  ['a PNG that is declared an SVG', 'a.png', png(1, 1), 'file-content', 'image/svg+xml'],
  ['a PDF that is declared a script', 'a.pdf', pdf(), 'file-content', 'text/javascript'],
  ['a table that is declared a page', 'a.csv', bytes('a,b'), 'file-content', 'text/html'],
  ['a PDF that is declared as a multipart body', 'a.pdf', pdf(), 'file-content', 'multipart/mixed'],
];

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  csv: 'text/csv',
  tif: 'image/tiff',
  webp: 'image/webp',
  heic: 'image/heic',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const EXIF = segment(0xe1, bytes('Exif\0\0MM\0*', fixture('photo.jpg')));
const XMP = segment(
  0xe1,
  'http://ns.adobe.com/xap/1.0/\0<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>',
);
const TABLE = 'Date,Details,Amount\r\n01/06/2025,Café “Zoë”,-12.50\r\n';

const GENUINE: Row[] = [
  ['a PDF for the web', 'a.pdf', fixture('linearised.pdf')],
  ['a scanned PDF', 'a.pdf', fixture('scanned.pdf')],
  ['a PDF that nobody may change', 'a.pdf', fixture('owner-password.pdf')],
  ['a PDF that asks for a password', 'a.pdf', fixture('password.pdf')],
  ['a PDF behind a blank line', 'a.pdf', bytes('\r\n', fixture('printed.pdf'))],
  ['a PDF behind a mark', 'a.pdf', bytes('\xef\xbb\xbf', fixture('printed.pdf'))],
  ['a PDF with lines behind its end', 'a.pdf', bytes(fixture('printed.pdf'), '\r\n\r\n')],
  ['a PDF without a line’s end', 'a.pdf', fixture('printed.pdf').subarray(0, -1)],
  ['a PDF that is filled up to a block', 'a.pdf', bytes(fixture('printed.pdf'), new Uint8Array(32_000))],
  ['a PDF without its last line', 'a.pdf', bytes('%PDF-1.4\n1 0 obj\nendobj\nstartxref\n9')],
  ['a PDF with formatted comments', 'a.pdf', pdf(`1 0 obj\n<</RC(<?xml version="1.0"?><body xmlns="x"><p>`)],
  ['a PDF behind 1,000 bytes of something', 'a.pdf', bytes('x'.repeat(1000), pdf())],
  [
    'a PDF behind the lines of a transfer',
    'a.pdf',
    bytes('HTTP/1.1 200 OK\r\nContent-Type: application/pdf; charset=binary\r\n\r\n', fixture('printed.pdf')),
  ],
  ['a PDF', 'a', pdf(), 'application/pdf'],
  ['a PDF', 'x.pdf.exe', pdf(), 'application/pdf'],
  ['a PDF', 'x.pdf\0', pdf(), 'application/pdf'],
  ['a PDF', 'a.csv', pdf(), 'application/pdf', 'text/csv'],
  ['a photo', 'a.jfif', fixture('photo.jpg'), 'image/jpeg', 'image/jpeg'],
  ['a photo', 'a.pdf', fixture('photo.jpg'), 'image/jpeg', 'application/pdf'],
  ['a photo of Photoshop’s', 'a.jpg', photo(segment(0xed, '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN">'))],
  ['a screenshot', 'a.jpg', fixture('screenshot.png'), 'image/png', 'image/jpeg'],
  ['a phone’s photo', 'a.jpg', HEIC, 'image/heic', 'image/jpeg'],
  ['a sheet', 'a.zip', SHEET, TYPES.xlsx!, 'application/zip'],
  ['a PDF', 'A STATEMENT.PDF', pdf()],
  ['a PDF', 'x.exe.pdf', pdf()],
  ['a PDF', 'x.pdf ', pdf()],
  ['a PDF', `${'x'.repeat(5000)}.pdf`, pdf()],
  ['a PDF that is declared one', 'a.pdf', pdf(), 'application/pdf', 'application/pdf'],
  ['a PDF of bytes', 'a.pdf', pdf(), 'application/pdf', 'application/octet-stream'],
  ['a PDF in an old word', 'a.pdf', pdf(), 'application/pdf', 'application/x-pdf'],
  ['a photo', 'a.jpg', fixture('photo.jpg'), 'image/jpeg', 'image/jpeg'],
  ['a photo in an old word', 'a.jpg', fixture('photo.jpg'), 'image/jpeg', 'image/jpg'],
  ['a phone’s photo', 'a.jpg', photo(EXIF, XMP)],
  ['a phone’s photo with a film', 'a.jpg', bytes(photo(EXIF), '\0\0\0\x18ftypmp42', new Uint8Array(200_000))],
  ['a screenshot', 'a.png', fixture('screenshot.png'), 'image/png', 'image/png'],
  ['a screenshot that was cut', 'a.png', bytes(fixture('screenshot.png'), new Uint8Array(100_000))],
  ['a table in UTF-8', 'a.csv', Buffer.from(TABLE), 'text/csv', 'text/csv'],
  ['a table in UTF-8 with its mark', 'a.csv', Buffer.from(`\uFEFF${TABLE}`)],
  ['a table in UTF-16', 'a.csv', utf16(TABLE)],
  ['a table in UTF-16, the other way', 'a.csv', utf16(TABLE).swap16()],
  ['a long table in UTF-16', 'a.csv', utf16(TABLE.repeat(2000) + '💷'.repeat(30_000))],
  [
    'a table of Excel’s in Windows’ letters',
    'a.csv',
    bytes('Date,Amount\r\n1/6,\xa312.50 \x80 \x93a\x94\r\n'),
    'text/csv',
    'application/vnd.ms-excel',
  ],
  ['a table with formulas', 'a.csv', bytes('Name\r\n=HYPERLINK("https://a.example")\r\n@SUM(1)\r\n+1\r\n-1')],
  ['a table with a DOS end', 'a.csv', bytes('a,b\r\n\x1a')],
  ['a table with tabs', 'a.txt', bytes('a\tb\r\n'), 'text/plain', 'text/plain'],
  ['a sheet', 'a.xlsx', SHEET],
  ['a letter', 'a.docx', LETTER],
  ['a scan', 'a.tif', bytes('II*\0\x08\0\0\0\0\0', new Uint8Array(20))],
  ['a phone’s photo', 'a.heic', HEIC],
  ['a picture of the web', 'a.webp', bytes('RIFF\x10\0\0\0WEBPVP8 ', new Uint8Array(20)), 'image/webp', 'image/webp'],
  ['a text without a type in its content', 'a.ofx', bytes('<OFX>'), 'application/octet-stream', 'text/html'],
];

const endingOf = (name: string) =>
  name
    .slice(name.lastIndexOf('.') + 1)
    .trim()
    .toLowerCase();
const titled = (what: string, name: string) => `${what} called ${JSON.stringify(name).slice(0, 40)}`;

describe('a file with another type than it claims', () => {
  for (const [what, name, content, reason = 'file-content', type] of IMPOSTORS) {
    it(`${titled(what, name)} is rejected, and nothing is sent`, async () => {
      const { status, code, issues, calls } = await upload(content, name, type);
      assert.deepEqual(
        { status, code, issues, calls },
        { status: 422, code: 'handler-invalid', issues: [{ path: 'file', reason }], calls: 0 },
      );
      const sentence = enDocuments[`problem.${reason}` as 'problem.file-content'];
      assert.match(sentence('', { name: 'a.pdf', endings: '.pdf .jpg' }), /“a\.pdf”/, 'the applicant reads why');
    });
  }
});

describe('a file with the type that it claims', () => {
  for (const [what, name, content, expected, type] of GENUINE) {
    it(`${titled(what, name)} is sent with its own type`, async () => {
      const { issues, file, calls } = await upload(content, name, type);
      assert.equal(issues, undefined);
      assert.equal(calls, 1);
      assert.equal(file!.type, expected ?? TYPES[endingOf(name)]);
      assert.equal(file!.size, content.length);
      const ending = Object.keys(TYPES).find((one) => TYPES[one] === file!.type) ?? '[a-z]{3}';
      assert.match(file!.filename!, new RegExp(`^document-[0-9a-f-]{36}\\.${ending.replace('jpg', 'jpe?g')}$`));
    });
  }

  it('has the same type in a well-known detector, except text files, which the detector does not support', async () => {
    for (const [what, name, content, expected = TYPES[endingOf(name)]!] of GENUINE) {
      if (/text|octet/.test(expected) || /behind/.test(what)) continue;
      const found = await fileTypeFromBuffer(content);
      assert.equal(found?.mime, expected, what);
    }
  });
});
