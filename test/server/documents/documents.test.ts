import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { SandboxPart } from '../../../src/sandbox/api/body.js';
import { digestOf } from '../../../src/server/documents/documents.js';
import { created, documentForm, read, setup, type Fetch } from '../setup.js';
import { pdf } from './files.js';

/** The largest document here, in bytes. */
const LIMIT = 1000;
const BOUNDARY = 'sample-boundary';

/** Sends a form, or a body with the boundary above, for Jane's application. */
async function upload(
  body: FormData | string | Uint8Array,
  options: Parameters<typeof setup>[0] = {},
  type?: string | null,
) {
  const sent: string[] = [];
  const { page, received } = await created({
    settings: { maxDocumentBytes: LIMIT },
    service:
      (real: Fetch): Fetch =>
      async (...given) => {
        const request = new Request(...given);
        sent.push(Buffer.from(await request.clone().arrayBuffer()).toString('latin1'));
        return real(request);
      },
    ...options,
  });
  const raw = { 'content-type': type === undefined ? `multipart/form-data; boundary=${BOUNDARY}` : type };
  const headers: Record<string, string | null> = body instanceof FormData ? {} : raw;
  const answer = await read(await page.send('documents', { body, headers }));
  const [form] = received('uploadDocument') as ({ parts: SandboxPart[] } | undefined)[];
  return { ...answer, parts: form?.parts, sent: sent[1] };
}

/** A form written out: for each part its header lines and its content. */
const written = (...parts: [string, string | Uint8Array][]) =>
  Buffer.concat([
    ...parts.flatMap(([header, content]) => [
      Buffer.from(`--${BOUNDARY}\r\n${header}\r\n\r\n`, 'latin1'),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
const typePart: [string, string] = ['Content-Disposition: form-data; name="type"', 'bank-statement'];
const filePart = (filename: string, name = 'file'): [string, Uint8Array] => [
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/pdf`,
  pdf(),
];
const fileOf = (size: number, name = 'a.pdf', type = 'application/pdf') =>
  new File([size ? pdf(new Uint8Array(size - pdf().length)) : ''] as BlobPart[], name, { type });

/** The head of a file's part, which more may follow, and a part that nobody asks for. */
const PDF = 'Content-Disposition: form-data; name="file"; filename="a.pdf"';
const idPart: [string, string] = ['Content-Disposition: form-data; name="company_id"', 'x'];

describe('a document', () => {
  /** What it is, what is sent, and the reason that is told. */
  const rejected: [string, FormData | Uint8Array, string?][] = [
    ['one byte over the limit', documentForm({ file: fileOf(LIMIT + 1) }), 'file-large'],
    ['far over the limit', documentForm({ file: fileOf(200_000) }), 'file-large'],
    ['empty', documentForm({ file: fileOf(0) }), 'file-empty'],
    ['a page', documentForm({ file: new File(['<html>'], 'a.html') }), 'file-type'],
    ['a program', documentForm({ file: new File(['MZ'], 'a.pdf.exe', { type: 'application/pdf' }) }), 'file-type'],
    ['a program without an ending', documentForm({ file: new File(['MZ'], 'pdf') }), 'file-type'],
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
    ['whose other name is a program’s', written([`${PDF}; filename*=UTF-8''a.exe`, 'MZ'], typePart), 'file-type'],
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
