import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOUNDARY, fileOf, filePart, LIMIT, typePart, upload, written } from './document-upload.js';
import { pdf } from './files.js';
import { documentForm } from './setup.js';

describe('a document', () => {
  const refused: [string, FormData | Uint8Array, string, string?][] = [
    ['one byte over the limit', documentForm({ file: fileOf(LIMIT + 1) }), 'handler-too-large'],
    ['far over the limit', documentForm({ file: fileOf(200_000) }), 'handler-too-large'],
    ['empty', documentForm({ file: fileOf(0) }), 'handler-invalid', 'file-empty'],
    ['a page', documentForm({ file: fileOf(50, 'a.html') }), 'handler-invalid', 'file-type'],
    [
      'a program that is declared a PDF',
      documentForm({ file: fileOf(50, 'a.pdf.exe') }),
      'handler-invalid',
      'file-type',
    ],
    ['without an ending', documentForm({ file: fileOf(50, 'pdf') }), 'handler-invalid', 'file-type'],
    [
      'with a NUL before its ending’s end',
      documentForm({ file: fileOf(50, 'a.pdf\u0000') }),
      'handler-invalid',
      'file-type',
    ],
    ['without a type', documentForm({ type: null }), 'handler-invalid', 'empty'],
    ['of a blank type', documentForm({ type: ' ' }), 'handler-invalid', 'empty'],
    ['of a type that is too long', documentForm({ type: 'x'.repeat(101) }), 'handler-invalid', 'too-long'],
    ['without a file', documentForm({ file: null }), 'handler-invalid'],
    ['of two types', written(filePart('a.pdf'), typePart, typePart), 'handler-invalid'],
    [
      'that is a text',
      written(['Content-Disposition: form-data; name="file"', 'text'], typePart),
      'handler-invalid',
      'unknown',
    ],
    ['under another name', written(filePart('a.pdf', 'document'), typePart), 'handler-invalid'],
    ['beside another file', written(filePart('a.pdf'), filePart('b.pdf')), 'handler-invalid'],
    ['beside another file and a type', written(filePart('a.pdf'), filePart('b.pdf'), typePart), 'handler-invalid'],
    [
      'beside another part',
      written(filePart('a.pdf'), typePart, ['Content-Disposition: form-data; name="company_id"', 'x']),
      'handler-invalid',
    ],
    [
      'beside a part instead of its type',
      written(filePart('a.pdf'), ['Content-Disposition: form-data; name="company_id"', 'x']),
      'handler-invalid',
    ],
    ['beside a type that is a file', written(filePart('a.pdf'), filePart('bank-statement', 'type')), 'handler-invalid'],
    [
      'beside a part without a name',
      written(filePart('a.pdf'), ['Content-Disposition: form-data', 'x']),
      'handler-invalid',
    ],
    [
      'beside __proto__',
      written(filePart('a.pdf'), ['Content-Disposition: form-data; name="__proto__"', 'x']),
      'handler-invalid',
    ],
    [
      'with a long header',
      written([`${filePart('a.pdf')[0]}\r\nx-more: ${'x'.repeat(9000)}`, 'x'], typePart),
      'handler-invalid',
    ],
    ['with a name that is not UTF-8', written(filePart('\xe9\x41.pdf'), typePart), 'handler-invalid'],
    [
      'beside a type that is not UTF-8',
      written(filePart('a.pdf'), [typePart[0], Uint8Array.of(0xe9, 0x41)]),
      'handler-invalid',
    ],
    ['that is cut off', written(filePart('a.pdf'), typePart).subarray(0, -20), 'handler-invalid'],
    [
      'with something before it',
      Buffer.concat([Buffer.from('junk'), written(filePart('a.pdf'), typePart)]),
      'handler-invalid',
    ],
    ['that is no form', Buffer.from('%PDF-1.7'), 'handler-invalid'],
    ['that is nothing', new Uint8Array(), 'handler-invalid'],
    [
      'in the encoding of a letter',
      written([`${filePart('a.pdf')[0]}\r\nContent-Transfer-Encoding: base64`, pdf()], typePart),
      'handler-invalid',
      'file-content',
    ],
    [
      'that is a form in a form',
      written(
        [
          `Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: multipart/mixed; boundary=x`,
          pdf(),
        ],
        typePart,
      ),
      'handler-invalid',
      'file-content',
    ],
    [
      'whose other name is a program’s',
      written(
        [`Content-Disposition: form-data; name="file"; filename="a.pdf"; filename*=UTF-8''a.exe`, pdf()],
        typePart,
      ),
      'handler-invalid',
      'file-type',
    ],
    [
      'of another form’s boundary',
      Buffer.from(written(filePart('a.pdf'), typePart).toString('latin1').replaceAll(BOUNDARY, 'another'), 'latin1'),
      'handler-invalid',
    ],
  ];
  for (const [name, body, expected, reason] of refused) {
    it(`${name} is refused, and nothing is sent`, async () => {
      const { code, issues, parts } = await upload(body);
      assert.equal(code, expected);
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
    it(`sent as ${type} is refused`, async () => {
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
    it(`with a boundary of ${what} is ${isTaken ? 'taken' : 'refused'}`, async () => {
      const plain = written(filePart('a.pdf'), typePart).toString('latin1');
      const body = Buffer.from(plain.replaceAll(BOUNDARY, boundary.replaceAll('"', '')), 'latin1');
      const { code } = await upload(body, {}, `multipart/form-data; boundary=${boundary}`);
      assert.equal(code, isTaken ? undefined : 'handler-invalid');
    });
  }

  it('without a boundary is refused', async () => {
    assert.equal(
      (await upload(written(filePart('a.pdf'), typePart), {}, 'multipart/form-data')).code,
      'handler-invalid',
    );
  });
});
