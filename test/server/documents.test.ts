import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SandboxPart } from '../../src/sandbox/body.js';
import { fixture, pdf } from './files.js';
import { documentForm, read, setup, type Fetch } from './setup.js';

const LIMIT = 1000;
const BOUNDARY = 'sample-boundary';

/** Sends a form, or a body with the boundary above, for Jane's application. */
async function upload(
  body: FormData | string | Uint8Array,
  options: Parameters<typeof setup>[0] = {},
  type?: string | null,
) {
  const sent: string[] = [];
  const { browser, received } = setup({
    settings: { max_document_bytes: LIMIT },
    service:
      (real: Fetch): Fetch =>
      async (...given) => {
        const request = new Request(...given);
        sent.push(Buffer.from(await request.clone().arrayBuffer()).toString('latin1'));
        return real(request);
      },
    ...options,
  });
  const page = browser();
  await page.create();
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
/** A PDF of so many bytes. */
const fileOf = (size: number, name = 'a.pdf', type = 'application/pdf') =>
  new File([size ? pdf(new Uint8Array(size - pdf().length)) : ''] as BlobPart[], name, { type });

describe('a document', () => {
  for (const [ending, type, content] of [
    ['pdf', 'application/pdf', pdf()],
    ['PDF', 'application/pdf', pdf()],
    ['jpg', 'image/jpeg', fixture('photo.jpg')],
    ['jpeg', 'image/jpeg', fixture('photo.jpg')],
    ['png', 'image/png', fixture('screenshot.png')],
  ] as const) {
    for (const declared of [type, '', 'application/octet-stream']) {
      it(`ending in .${ending} goes on as ${type}, where it was declared as “${declared}”`, async () => {
        const file = new File([content as Uint8Array<ArrayBuffer>], `a.${ending}`, { type: declared });
        const settings = { max_document_bytes: 5000 };
        const { status, parts } = await upload(documentForm({ file }), { settings });
        assert.equal(status, 200);
        assert.match(parts![0]!.filename!, new RegExp(`^document-[0-9a-f-]{36}\\.${ending.toLowerCase()}$`));
        assert.equal(parts![0]!.type, type);
      });
    }

    it(`ending in .${ending} and declared as a page is refused`, async () => {
      const file = new File([content as Uint8Array<ArrayBuffer>], `a.${ending}`, { type: 'text/html' });
      const { issues, parts } = await upload(documentForm({ file }), { settings: { max_document_bytes: 5000 } });
      assert.deepEqual(issues, [{ path: 'file', reason: 'file-content' }]);
      assert.equal(parts, undefined);
    });
  }

  it('keeps its bytes', async () => {
    const bytes = pdf(Uint8Array.from({ length: 900 }, (_, index) => index % 256));
    const { sent } = await upload(documentForm({ file: new File([bytes as Uint8Array<ArrayBuffer>], 'a.pdf') }));
    assert.ok(sent!.includes(Buffer.from(bytes).toString('latin1')));
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
    it(`named ${JSON.stringify(name).slice(0, 40)} goes on under a name of ours, with nothing of the applicant’s`, async () => {
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

  it('named by a header of its own in another encoding goes on under a name of ours', async () => {
    const header = `Content-Disposition: form-data; name="file"; filename="a.pdf"; filename*=UTF-8''evil%2epdf`;
    const { sent } = await upload(written([header, pdf()], typePart));
    assert.doesNotMatch(sent!, /evil/);
  });

  it('of exactly the limit is taken', async () => {
    assert.equal((await upload(documentForm({ file: fileOf(LIMIT) }))).status, 200);
  });

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

  it('without a boundary is refused', async () => {
    assert.equal(
      (await upload(written(filePart('a.pdf'), typePart), {}, 'multipart/form-data')).code,
      'handler-invalid',
    );
  });

  it('with something behind its form is taken', async () => {
    const body = Buffer.concat([written(filePart('a.pdf'), typePart), Buffer.from('\r\nepilogue')]);
    assert.equal((await upload(body)).status, 200);
  });

  it('is of one of the types in the partner’s settings, or of any where they have none', async () => {
    const settings = { document_types: [{ value: 'accounts' }, { value: 'tax-return' }] };
    const other = await upload(documentForm({ type: 'bank-statement' }), { settings });
    assert.deepEqual(other.issues, [{ path: 'type', reason: 'format' }]);
    assert.equal(other.parts, undefined);
    assert.equal((await upload(documentForm({ type: 'tax-return' }), { settings })).status, 200);
    assert.equal((await upload(documentForm({ type: 'tax-return' }))).status, 200);
  });

  it('is taken in the kinds that the partner’s settings say', async () => {
    const settings = { document_endings: ['.csv'] };
    const { parts } = await upload(documentForm({ file: new File(['a,b'], 'a.csv', { type: 'text/csv' }) }), {
      settings,
    });
    assert.equal(parts![0]!.type, 'text/csv');
    assert.equal((await upload(documentForm(), { settings })).issues?.[0]?.reason, 'file-type');
  });
});
