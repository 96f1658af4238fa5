import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pdf } from './files.js';
import { documentForm } from '../setup.js';
import { BOUNDARY, fileOf, filePart, LIMIT, typePart, upload, written } from './document-upload.js';

/** The head of a file's part, which more may follow, and a part that nobody asks for. */
const PDF = 'Content-Disposition: form-data; name="file"; filename="a.pdf"';
const idPart: [string, string] = ['Content-Disposition: form-data; name="company_id"', 'x'];

describe('a document', () => {
  /** What it is, what is sent, and the reason that is told. */
  const rejected: [string, FormData | Uint8Array, string?][] = [
    ['one byte over the limit', documentForm({ file: fileOf(LIMIT + 1) }), 'file-large'],
    ['far over the limit', documentForm({ file: fileOf(200_000) }), 'file-large'],
    ['empty', documentForm({ file: fileOf(0) }), 'file-empty'],
    ['a page', documentForm({ file: fileOf(50, 'a.html') }), 'file-type'],
    ['a program that is declared a PDF', documentForm({ file: fileOf(50, 'a.pdf.exe') }), 'file-type'],
    ['without an ending', documentForm({ file: fileOf(50, 'pdf') }), 'file-type'],
    ['with a NUL before its ending’s end', documentForm({ file: fileOf(50, 'a.pdf\u0000') }), 'file-type'],
    ['without a type', documentForm({ type: null }), 'empty'],
    ['of a blank type', documentForm({ type: ' ' }), 'empty'],
    ['of a type that is too long', documentForm({ type: 'x'.repeat(101) }), 'too-long'],
    ['without a file', documentForm({ file: null })],
    ['of two types', written(filePart('a.pdf'), typePart, typePart)],
    ['that is a text', written(['Content-Disposition: form-data; name="file"', 'text'], typePart), 'unknown'],
    ['under another name', written(filePart('a.pdf', 'document'), typePart)],
    ['beside another file', written(filePart('a.pdf'), filePart('b.pdf'))],
    ['beside another file and a type', written(filePart('a.pdf'), filePart('b.pdf'), typePart)],
    ['beside another part', written(filePart('a.pdf'), typePart, idPart)],
    ['beside a part instead of its type', written(filePart('a.pdf'), idPart)],
    ['beside a type that is a file', written(filePart('a.pdf'), filePart('bank-statement', 'type'))],
    ['beside a part without a name', written(filePart('a.pdf'), ['Content-Disposition: form-data', 'x'])],
    ['beside __proto__', written(filePart('a.pdf'), ['Content-Disposition: form-data; name="__proto__"', 'x'])],
    ['with a long header', written([`${filePart('a.pdf')[0]}\r\nx-more: ${'x'.repeat(9000)}`, 'x'], typePart)],
    ['with a name that is not UTF-8', written(filePart('\xe9\x41.pdf'), typePart)],
    ['beside a type that is not UTF-8', written(filePart('a.pdf'), [typePart[0], Uint8Array.of(0xe9, 0x41)])],
    ['that is cut off', written(filePart('a.pdf'), typePart).subarray(0, -20)],
    ['with something before it', Buffer.concat([Buffer.from('junk'), written(filePart('a.pdf'), typePart)])],
    ['that is no form', Buffer.from('%PDF-1.7')],
    ['that is nothing', new Uint8Array()],
    [
      'in the encoding of a letter',
      written([`${filePart('a.pdf')[0]}\r\nContent-Transfer-Encoding: base64`, pdf()], typePart),
      'file-content',
    ],
    [
      'that is a form in a form',
      written([`${PDF}\r\nContent-Type: multipart/mixed; boundary=x`, pdf()], typePart),
      'file-content',
    ],
    ['whose other name is a program’s', written([`${PDF}; filename*=UTF-8''a.exe`, pdf()], typePart), 'file-type'],
    [
      'of another form’s boundary',
      Buffer.from(written(filePart('a.pdf'), typePart).toString('latin1').replaceAll(BOUNDARY, 'another'), 'latin1'),
    ],
  ];
  for (const [name, body, reason] of rejected) {
    it(`${name} is rejected, and nothing is sent`, async () => {
      const { code, issues, parts } = await upload(body);
      assert.equal(code, reason === 'file-large' ? 'handler-too-large' : 'handler-invalid');
      if (reason) assert.deepEqual(issues?.[0]?.reason, reason);
      assert.equal(parts, undefined);
    });
  }

  for (const type of [
    null,
    'application/json',
    'application/pdf',
    'multipart/mixed; boundary=x',
    'multipart/form-data-x',
    'application/x-www-form-urlencoded',
  ]) {
    it(`sent as ${type} is rejected`, async () => {
      const { status, code, parts } = await upload(written(filePart('a.pdf'), typePart), {}, type);
      assert.deepEqual([status, code], [415, 'handler-unsupported-type']);
      assert.equal(parts, undefined);
    });
  }

  for (const [what, boundary, isTaken] of [
    ['70 characters', 'a'.repeat(70), true],
    ['every kind of character', `"'()+_,-./:=? 09AZaz"`, true],
    ['71 characters', 'a'.repeat(71), false],
    ['13,000 characters', 'a'.repeat(13_000), false],
    ['a character that none has', '"a;b"', false],
    ['a letter that none has', '"ä"', false],
    ['a space at its end', '"a "', false],
  ] as const) {
    it(`with a boundary of ${what} is ${isTaken ? 'taken' : 'rejected'}`, async () => {
      const plain = written(filePart('a.pdf'), typePart).toString('latin1');
      const body = Buffer.from(plain.replaceAll(BOUNDARY, boundary.replaceAll('"', '')), 'latin1');
      const { code } = await upload(body, {}, `multipart/form-data; boundary=${boundary}`);
      assert.equal(code, isTaken ? undefined : 'handler-invalid');
    });
  }

  it('without a boundary is rejected', async () => {
    const { code } = await upload(written(filePart('a.pdf'), typePart), {}, 'multipart/form-data');
    assert.equal(code, 'handler-invalid');
  });
});
