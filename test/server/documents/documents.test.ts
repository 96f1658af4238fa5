import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { digestOf } from '../../../src/server/documents/documents.js';
import { pdf } from './files.js';
import { documentForm } from '../setup.js';
import { fileOf, filePart, LIMIT, typePart, upload, written } from './document-upload.js';

describe('a document', () => {
  it('reaches the service with the same bytes', async () => {
    const bytes = pdf(Uint8Array.from({ length: 900 }, (_, index) => index % 256));
    const { sent } = await upload(documentForm({ file: new File([bytes as Uint8Array<ArrayBuffer>], 'a.pdf') }));
    assert.ok(sent!.includes(Buffer.from(bytes).toString('latin1')));
  });

  it('has a digest of all its parts, which does not change between versions of the library', async () => {
    const part = 256 * 1024;
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
    for (const length of [1, part - 1, part, part + 1, 3 * part + 7]) {
      const bytes = randomBytes(length);
      let hash = Buffer.alloc(0);
      for (let at = 0; at < length; at += part) hash = sha256(Buffer.concat([hash, bytes.subarray(at, at + part)]));
      assert.equal(await digestOf(new Blob([bytes])), hash.toString('hex'), `${length} bytes`);
    }
  });

  const names = [
    'Jane Doe June.pdf',
    '../../etc/passwd.pdf',
    '..\\..\\boot.pdf',
    'a"; name="type.pdf',
    'a\r\nx-bs-sk: 1.pdf',
    'txt.\u202Efdp.pdf',
    'a\u0000b.pdf',
    '💷.pdf',
    `${'a'.repeat(200)}.pdf`,
    'html.html.pdf',
    '.pdf',
    'a;b=c.pdf',
    '%2e%2e%2fa.pdf',
  ];
  for (const name of names) {
    it(`named ${JSON.stringify(name).slice(0, 40)} is sent under a generated name, with nothing of the applicant’s name`, async () => {
      const { status, sent } = await upload(documentForm({ file: fileOf(50, name, '') }));
      assert.equal(status, 200);
      const heads = sent!.match(/content-(disposition|type):.*/gi)!;
      assert.match(heads[0]!, /^Content-Disposition: form-data; name="file"; filename="document-[0-9a-f-]{36}\.pdf"$/i);
      assert.deepEqual(
        heads.slice(1).map((head) => head.toLowerCase()),
        ['content-type: application/pdf', 'content-disposition: form-data; name="type"'],
      );
      assert.doesNotMatch(sent!, /Jane|passwd|boot|x-bs-sk|canary/);
    });
  }

  it('named by a header in another encoding is sent under a generated name', async () => {
    const header = `Content-Disposition: form-data; name="file"; filename="a.pdf"; filename*=UTF-8''evil%2epdf`;
    const { sent } = await upload(written([header, pdf()], typePart));
    assert.doesNotMatch(sent!, /evil/);
  });

  it('of exactly the maximum size is accepted', async () => {
    assert.equal((await upload(documentForm({ file: fileOf(LIMIT) }))).status, 200);
  });

  it('with bytes after its form is accepted', async () => {
    const body = Buffer.concat([written(filePart('a.pdf'), typePart), Buffer.from('\r\nepilogue')]);
    assert.equal((await upload(body)).status, 200);
  });

  it('has one of the document types in the partner’s settings, or any type if they list none', async () => {
    const settings = { documentTypes: [{ value: 'accounts' }, { value: 'tax-return' }] };
    const other = await upload(documentForm({ type: 'bank-statement' }), { settings });
    assert.deepEqual(other.issues, [{ path: 'type', reason: 'format' }]);
    assert.equal(other.parts, undefined);
    assert.equal((await upload(documentForm({ type: 'tax-return' }), { settings })).status, 200);
    assert.equal((await upload(documentForm({ type: 'tax-return' }))).status, 200);
  });

  it('is accepted only in the file types of the partner’s settings', async () => {
    const settings = { documentExtensions: ['.csv'] };
    const { parts } = await upload(documentForm({ file: new File(['a,b'], 'a.csv', { type: 'text/csv' }) }), {
      settings,
    });
    assert.equal(parts![0]!.type, 'text/csv');
    assert.equal((await upload(documentForm(), { settings })).issues?.[0]?.reason, 'file-type');
  });
});
