import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8 } from 'fflate';
import { fileKind } from '../../src/schema/file-kinds.js';
import { bytes, fixture, office, png, utf16, zip } from '../server/documents/files.js';

const LISTED = '.pdf .jpg .jpeg .png .csv .txt .docx .xlsx .tif .webp .heic .ofx';

/** Counts the bytes that are read. */
class CountedBlob extends Blob {
  count = 0;
  override slice(...range: [number, number]) {
    const part = super.slice(...range);
    this.count += part.size;
    return part;
  }
}

async function decide(content: string | Uint8Array, name = 'a.pdf', listed = LISTED) {
  const file = new CountedBlob([bytes(content) as Uint8Array<ArrayBuffer>]);
  const kind = await fileKind(file, name, listed.split(' '));
  return { found: typeof kind === 'string' ? kind : `${kind.extension} ${kind.type}`, count: file.count, kind };
}

const printed = fixture('printed.pdf');
const HEIC = bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic', new Uint8Array(20));
const SHEET = office('xl', 'workbook.xml');
const LETTER = office('word', 'document.xml');
const PARTS = Array.from({ length: 900 }, (_, at) => [`word/media/a-picture-with-a-long-name-${at}.png`, strToU8('x')]);
const PDF_TYPE = '.pdf application/pdf';
const OTHER_TYPE = 'application/octet-stream';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

describe('a PDF with other bytes before its beginning', () => {
  for (const before of [
    '\x14',
    '\0\0\0\0',
    '\n\n\n',
    '\xef\xbb\xbf',
    '\xff\xff\xff',
    'Some junk (before)\n',
    'x'.repeat(1023),
    '\x1b%-12345X@PJL ENTER LANGUAGE = PDF\r\n',
    'HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename="statement (1).pdf"\r\n\r\n',
    bytes('\0\x09statement', new Uint8Array(54), 'PDF CARO', new Uint8Array(55)),
  ]) {
    it(`is accepted if they are of no type: ${JSON.stringify(String(before)).slice(0, 40)}`, async () => {
      assert.equal((await decide(bytes(before, printed))).found, PDF_TYPE);
    });
  }

  for (const [what, before] of [
    ['a page', '<!doctype html><html>'],
    ['a page in UTF-16', utf16('<html>', '')],
    ['a paragraph', '<p>'],
    ['words and a script', 'see <script>alert(1)</script>'],
    ['a picture of lines', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a comment in markup', '<!--'],
    ['a script of a server', '<% x %>'],
    ['a comment in a script', 'x=1/*\n'],
    ['a call in a script', 'alert(1);\n'],
    ['a line of a script', '//'],
    ['a string of a script', 'x=`'],
    ['a script for a shell', '#!/bin/sh\n'],
    ['a program', 'MZ'],
    ['a program for Linux', '\x7fELF\x02\x01\x01\0'],
    ['a program for a Mac', '\xcf\xfa\xed\xfe\x07\0'],
    ['a class of Java', '\xca\xfe\xba\xbe\0\0'],
    ['a song', 'ID3\x03\0\0\0\0\0\0'],
    ['a film', '\0\0\0\x18ftypmp42'],
    ['a film for the web', '\x1aE\xdf\xa3'],
    ['a GIF', 'GIF89a\x01\0\x01\0\0\0\0;'],
    ['a PNG', png(1, 1)],
    ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
    ['a bitmap', 'BM\x36\0\0\0'],
    ['a scan', 'II*\0\x08\0'],
    ['an icon', '\0\0\x01\0\x01\0'],
    ['a font', 'OTTO\0'],
    ['an archive', 'PK\x03\x04\x0a\0\0\0\0\0'],
    ['a compressed file', '\x1f\x8b\x08'],
    ['an archive of tapes', bytes('a.pdf', new Uint8Array(252), 'ustar\x0000', new Uint8Array(247))],
    ['a letter', '{\\rtf1 '],
    ['an old office document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['a print job', '%!PS-Adobe-3.0\n'],
    ['1,024 bytes', 'x'.repeat(1024)],
  ] as const) {
    it(`is rejected under all names if they are ${what}`, async () => {
      for (const name of ['a.pdf', 'a.png', 'a.csv', 'a']) {
        const { found } = await decide(bytes(before, printed), name);
        assert.match(found, /^file-(content|type)$/, name);
      }
    });
  }
});

describe('the kind of a file', () => {
  for (const [what, content, name, found, listed] of [
    ['a PDF', printed, 'a', PDF_TYPE],
    ['a PDF', printed, 'a.docx', PDF_TYPE],
    ['a PDF', printed, 'a.pdf.exe', PDF_TYPE],
    ['a PDF', printed, 'a.ofx', PDF_TYPE],
    ['a PDF that is filled up', bytes(printed, new Uint8Array(300_000)), 'a.pdf', PDF_TYPE],
    ['a PDF whose end is in two reads', bytes('%PDF-1.7\nx\n%%EOF', new Uint8Array(65_533)), 'a.pdf', PDF_TYPE],
    ['a PDF that is cut off', bytes(printed.subarray(0, 6000), new Uint8Array(300_000)), 'a.pdf', 'file-content'],
    ['a PDF that is cut off', printed.subarray(0, 6000), 'a', 'file-content'],
    ['a photo', fixture('photo.jpg'), 'a.jpe', '.jpg image/jpeg'],
    ['a photo', fixture('photo.jpg'), 'a.JPEG', '.jpeg image/jpeg'],
    ['a photo', fixture('photo.jpg'), 'a.heic', '.jpg image/jpeg'],
    ['a photo', fixture('photo.jpg'), 'a.png', '.jfif image/jpeg', '.png .jfif'],
    ['a large scan', 'MM\0+\0\x08\0\0', 'a.tiff', '.tif image/tiff'],
    ['a phone’s photo', HEIC, 'a.hif', '.heic image/heic'],
    ['a phone’s photo', HEIC, 'a.jpg', '.heic image/heic'],
    ['a phone’s photo', HEIC, 'a.jpg', 'file-heic', '.pdf .jpg'],
    ['a phone’s photo', HEIC, 'a.HEIC', 'file-heic', '.pdf .jpeg'],
    ['a phone’s photo', HEIC, 'a', 'file-heic', '.jpe'],
    ['a phone’s photo', HEIC, 'a.heic', 'file-type', '.pdf'],
    ['a film', '\0\0\0\x18ftypmp42', 'a.heic', 'file-content'],
    ['a picture in AVIF', '\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'a.heic', 'file-content'],
    ['a PNG', png(1, 1), 'a.ofx', 'file-content', '.pdf .ofx'],
    ['a sheet', SHEET, 'a.docx', `.xlsx ${OFFICE}.spreadsheetml.sheet`],
    ['a sheet', SHEET, 'a.docx', 'file-content', '.docx'],
    ['a letter', LETTER, 'a.pdf', `.docx ${OFFICE}.wordprocessingml.document`],
    ['a letter with a sheet in it', bytes(SHEET, LETTER), 'a.xlsx', `.docx ${OFFICE}.wordprocessingml.document`],
    [
      'a letter of 900 parts',
      office('word', 'document2.xml', '<w/>', Object.fromEntries(PARTS)),
      'a.docx',
      `.docx ${OFFICE}.wordprocessingml.document`,
    ],
    ['a text file', 'a,b', 'a.txt', '.txt text/plain'],
    ['a text file', 'a,b', 'a.txt', 'file-type', '.csv'],
    ['an archive', zip('word/document.xml', 'x'), 'a.zip', `.zip ${OTHER_TYPE}`, '.docx .zip'],
    ['a camera’s picture', 'II*\0\x08\0', 'a.dng', `.dng ${OTHER_TYPE}`, '.tif .dng'],
    ['a signed PDF', bytes('0\x80\x06\x09', printed), 'a.p7m', `.p7m ${OTHER_TYPE}`, '.pdf .p7m'],
    ['nothing', '', 'a.exe', 'file-empty'],
  ] as [string, string | Uint8Array, string, string, string?][]) {
    it(`is ${found} for ${what} called ${name}, if the settings list ${listed ?? 'it'}`, async () => {
      assert.equal((await decide(content, name, listed)).found, found);
    });
  }
});

describe('a file of 10 MB', () => {
  const LENGTH = 10 * 2 ** 20;
  const full = (part: string) => part.repeat(Math.ceil(LENGTH / part.length));

  it('is read at its beginning and its end, if it is a picture, a PDF or an office document', async () => {
    for (const content of [
      bytes(png(1, 1), full('x')),
      bytes('%PDF-1.7\n', full('x'), '%%EOF'),
      bytes(full('x')),
      bytes('PK\x03\x04', full('x'), SHEET),
    ]) {
      assert.ok((await decide(content)).count < 2 ** 17);
    }
  });

  for (const [what, content, name] of [
    ['zeros behind a PDF', bytes('%PDF-1.7\n', new Uint8Array(LENGTH)), 'a.pdf'],
    ['keys of encryption', `%PDF-1.7\n${full('/Encrypt 1 1 ')}`, 'a.pdf'],
    ['spaces behind a key', `%PDF-1.7\n/Encrypt${full(' ')}startxref`, 'a.pdf'],
    ['digits behind a key', `%PDF-1.7\n/Encrypt ${full('1')}startxref`, 'a.pdf'],
    ['entries of an archive', `PK\x03\x04${full('PK\x01\x02')}`, 'a.docx'],
    ['entries with long names', `PK\x03\x04${full(`PK\x01\x02${'word/'.repeat(100)}`)}`, 'a.docx'],
    ['beginnings of PDFs', full('%PDF-'), 'a.pdf'],
    ['brackets', full('<'), 'a.pdf'],
    ['calls', full(') '), 'a.pdf'],
    ['lines', full('\n'), 'a.csv'],
    ['quotes', full('"'), 'a.csv'],
  ] as const) {
    it(`is read once, in less than 2 seconds of processor time, if it has many ${what}`, async () => {
      const started = process.cpuUsage();
      const { count } = await decide(content, name);
      const { user } = process.cpuUsage(started);
      assert.ok(count < LENGTH * 1.02, `${count} bytes`);
      assert.ok(user < 2_000_000, `${user} µs`);
    });
  }
});
