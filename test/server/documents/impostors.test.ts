import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileTypeFromBuffer } from 'file-type';
import { enDocuments } from '../../../src/components/documents/documents.sentences.js';
import type { SandboxPart } from '../../../src/sandbox/api/body.js';
import { bytes, chunk, fixture, office, pdf, photo, png, segment, utf16, zip } from './files.js';
import { created, documentForm, read } from '../setup.js';
import { IMPOSTORS, LETTER, SHEET, type Row } from './impostor-files.js';

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

const version = (number: string) =>
  Buffer.from(
    fixture('printed.pdf')
      .toString('latin1')
      .replace(/%PDF-\d\.\d/, `%PDF-${number}`),
    'latin1',
  );
const updated = (file: Buffer) =>
  bytes(
    file,
    '9 0 obj<</Type/Annot>>endobj\nxref\n9 1\n0000000000 00000 n \ntrailer<</Size 10/Prev 9>>\nstartxref\n9\n%%EOF\n',
  );
const EXIF = segment(0xe1, bytes('Exif\0\0MM\0*', fixture('photo.jpg')));
const XMP = segment(
  0xe1,
  'http://ns.adobe.com/xap/1.0/\0<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>',
);
const MPF = segment(0xe2, 'MPF\0MM\0*');
const TABLE = 'Date,Details,Amount\r\n01/06/2025,Café “Zoë”,-12.50\r\n';

const GENUINE: Row[] = [
  ...['1.3', '1.4', '1.5', '1.6', '1.7', '2.0'].map((number): Row => [
    `a PDF of version ${number}`,
    'a.pdf',
    version(number),
  ]),
  ['a PDF for the web', 'a.pdf', fixture('linearised.pdf')],
  ['a PDF with object streams', 'a.pdf', fixture('object-streams.pdf')],
  ['a PDF with a table of objects', 'a.pdf', fixture('object-table.pdf')],
  ['a scanned PDF', 'a.pdf', fixture('scanned.pdf')],
  ['a PDF with an update', 'a.pdf', updated(fixture('object-streams.pdf'))],
  ['a PDF with two updates', 'a.pdf', updated(updated(fixture('printed.pdf')))],
  ['a PDF that nobody may change', 'a.pdf', fixture('owner-password.pdf')],
  ['a PDF that asks for a password', 'a.pdf', fixture('password.pdf')],
  ['a PDF behind a blank line', 'a.pdf', bytes('\r\n', fixture('printed.pdf'))],
  ['a PDF behind a mark', 'a.pdf', bytes('\xef\xbb\xbf', fixture('printed.pdf'))],
  ['a PDF with lines behind its end', 'a.pdf', bytes(fixture('printed.pdf'), '\r\n\r\n')],
  ['a PDF without a line’s end', 'a.pdf', fixture('printed.pdf').subarray(0, -1)],
  ['a PDF that is filled up to a block', 'a.pdf', bytes(fixture('printed.pdf'), new Uint8Array(32_000))],
  ['a PDF that speaks of an archive', 'a.pdf', pdf(bytes('x'.repeat(5000), zip('a.csv', 'x'), 'x'.repeat(70_000)))],
  ['a PDF with the mark of an archive’s end', 'a.pdf', pdf(bytes('x'.repeat(5000), 'PK\x05\x06', 'x'.repeat(5000)))],
  ['a PDF', 'A STATEMENT.PDF', pdf()],
  ['a PDF', 'x.exe.pdf', pdf()],
  ['a PDF', 'x.pdf ', pdf()],
  ['a PDF', `${'x'.repeat(5000)}.pdf`, pdf()],
  ['a PDF that is declared one', 'a.pdf', pdf(), 'application/pdf', 'application/pdf'],
  ['a PDF of bytes', 'a.pdf', pdf(), 'application/pdf', 'application/octet-stream'],
  ['a PDF in an old word', 'a.pdf', pdf(), 'application/pdf', 'application/x-pdf'],
  ['a photo', 'a.jpg', fixture('photo.jpg'), 'image/jpeg', 'image/jpeg'],
  ['a photo in an old word', 'a.jpg', fixture('photo.jpg'), 'image/jpeg', 'image/jpg'],
  ['a progressive photo', 'a.jpeg', fixture('progressive.jpg'), 'image/jpeg', 'image/jpeg'],
  ['a phone’s photo', 'a.jpg', photo(EXIF, XMP)],
  ['a phone’s photo with a second picture', 'a.jpg', bytes(photo(EXIF, MPF), fixture('photo.jpg'))],
  ['a phone’s photo with a film', 'a.jpg', bytes(photo(EXIF), '\0\0\0\x18ftypmp42', new Uint8Array(200_000))],
  ['a photo with a filled segment', 'a.jpg', photo(bytes('\xff\xff'), EXIF)],
  [
    'a photo with its colours',
    'a.jpg',
    photo(...[1, 2, 3].map(() => segment(0xe2, `ICC_PROFILE\0${'x'.repeat(60_000)}`))),
  ],
  ['a screenshot', 'a.png', fixture('screenshot.png'), 'image/png', 'image/png'],
  ['a screenshot with text', 'a.png', png(1, 1, chunk('tEXt', 'Software\0gnome-screenshot'))],
  ['a screenshot that was cut', 'a.png', bytes(fixture('screenshot.png'), new Uint8Array(100_000))],
  ['a scan of 1,200 dots an inch', 'a.png', png(9921, 14_031)],
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
  ['a sheet that is filled up', 'a.xlsx', bytes(SHEET, new Uint8Array(500))],
  ['a letter', 'a.docx', LETTER],
  ['any archive', 'a.docx', zip('a.txt', 'x')],
  ['a letter of another program', 'a.docx', office('word', 'document2.xml')],
  ['a scan', 'a.tif', bytes('II*\0\x08\0\0\0\0\0', new Uint8Array(20))],
  ['a phone’s photo', 'a.heic', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic', new Uint8Array(20))],
  ['a picture of the web', 'a.webp', bytes('RIFF\x10\0\0\0WEBPVP8 ', new Uint8Array(20)), 'image/webp', 'image/webp'],
  ['a text without a type in its content', 'a.ofx', bytes('<OFX>'), 'application/octet-stream', 'text/html'],
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
      assert.match(file!.filename!, /^document-[0-9a-f-]{36}\.[a-z]{3,4}$/);
    });
  }

  it('has the same type in a well-known detector, except text files, which the detector does not support', async () => {
    for (const [what, name, content] of GENUINE) {
      if (/\.(csv|txt|ofx)$/.test(name) || /blank|any archive/.test(what)) continue;
      const found = await fileTypeFromBuffer(content);
      assert.equal(found?.mime, TYPES[endingOf(name)], what);
    }
  });
});
