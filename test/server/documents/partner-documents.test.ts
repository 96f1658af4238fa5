import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SandboxPart } from '../../../src/sandbox/api/body.js';
import { memoryStore } from '../../../src/server/index.js';
import type { HandlerOptions } from '../../../src/server/types.js';
import { created, faultAt, read, setup } from '../setup.js';
import { bytes, pdf } from './files.js';

type PartnerFile = Awaited<ReturnType<NonNullable<HandlerOptions['documents']>>>[number];

/** A statement of the platform, as `documents()` returns it. */
function statement(month: string, changes: Partial<PartnerFile> = {}): PartnerFile {
  const bytes = pdf(month);
  const name = `${month}.pdf`;
  const type = 'bank-statement';
  return { id: `id of ${month}`, name, label: month, type, sizeBytes: bytes.length, read: () => bytes, ...changes };
}
const months = ['January', 'February', 'March'];
const documents: HandlerOptions['documents'] = ({ subject }) =>
  subject === 'jane' ? months.map((month) => statement(month)) : [statement('Other')];

type Page = ReturnType<ReturnType<typeof setup>['browser']>;
const offered = async (page: Page) =>
  (await read(await page.get('session'))) as { documents?: { id: string; isSent: boolean }[]; code?: string };
const attach = async (page: Page, month: string) => read(await page.post('documents', { id: `id of ${month}` }));
const partsOf = (received: (name: string) => unknown[]) =>
  (received('uploadDocument') as { parts: SandboxPart[] }[]).map(({ parts }) => parts);

describe('the documents of the partner’s platform', () => {
  it('reach the page without their types and bytes, and only the page of their owner', async () => {
    const { page, browser } = await created({ documents });
    const { documents: list } = await offered(page);
    const { type: _, read: _read, ...first } = statement('January');
    assert.deepEqual(list?.[0], { ...first, isSent: false });
    assert.deepEqual(Object.keys(list[0]!), ['id', 'name', 'label', 'sizeBytes', 'isSent']);
    assert.deepEqual(
      (await offered(browser('tom'))).documents?.map(({ id }) => id),
      ['id of Other'],
    );
  });

  it('are sent as an upload is: checked, with their type, under a generated name', async () => {
    const { page, received, events } = await created({ documents });
    assert.deepEqual((await attach(page, 'March')).done, ['createApplication', 'uploadDocument']);
    const [parts] = partsOf(received);
    const of = (wanted: string) => parts!.find(({ name }) => name === wanted);
    assert.equal(of('type')?.value, 'bank-statement');
    assert.deepEqual([of('file')?.type, of('file')?.size], ['application/pdf', pdf('March').length]);
    assert.doesNotMatch(JSON.stringify(parts), /March/);
    assert.deepEqual(events(), ['changed'], 'an earlier consent does not cover it');
  });

  it('are sent once for each application: by several tabs at the same time, later sessions and other processes', async (test) => {
    const store = memoryStore();
    const { page, received, handle } = await created({ documents, store });
    const tab = setup({ documents, store }).browser();
    await Promise.all([...months, ...months].map((month) => attach(page, month)));
    await Promise.all([attach(page, 'January'), attach(tab, 'January')]);
    const tomorrow = performance.now() + 24 * 3600 * 1000;
    test.mock.method(performance, 'now', () => tomorrow);
    await attach(page, 'January');
    assert.equal(partsOf(received).length, 3);
    assert.deepEqual(
      (await offered(tab)).documents?.map(({ isSent }) => isSent),
      [true, true, true],
    );
    await handle.closeApplication({ subject: 'jane' });
    assert.deepEqual(
      (await offered(tab)).documents?.map(({ isSent }) => isSent),
      [false, false, false],
    );
  });

  it('are sent again after a failure, and only those that failed', async () => {
    let isDown = true;
    const service = faultAt('/documents', (real) =>
      isDown ? Promise.resolve(new Response('{}', { status: 503 })) : real(),
    );
    const { page, received } = await created({ documents, service });
    assert.equal((await attach(page, 'January')).code, 'upstream-unavailable');
    isDown = false;
    for (const month of ['February', 'January', 'February']) await attach(page, month);
    assert.equal(partsOf(received).length, 2);
  });

  for (const [what, id] of [
    ['another owner’s', 'id of Other'],
    ['an unknown', 'id of April'],
    ['a blank', ''],
    ['no', undefined],
    ['a list as', ['id of March']],
    ['an object’s own', '__proto__'],
  ] as const)
    it(`are not sent with ${what} id`, async () => {
      const { page, sandbox } = await created({ documents });
      const before = sandbox.calls.length;
      const answer = await read(await page.post('documents', { id }));
      assert.equal(answer.code, 'handler-invalid');
      assert.deepEqual(
        answer.issues?.map(({ path }) => path),
        ['id'],
      );
      assert.equal(sandbox.calls.length, before);
    });

  it('cannot be named if the partner has no function for them, nor before the application exists', async () => {
    const { page } = await created();
    assert.equal((await attach(page, 'March')).code, 'handler-unsupported-type');
    assert.equal((await attach(setup({ documents }).browser(), 'March')).code, 'handler-not-created');
  });

  const small = {
    settings: { maxDocumentBytes: 40, documentTypes: [{ value: 'accounts' }, { value: 'bank-statement' }] },
  };
  for (const [what, changes, code, reason] of [
    ['larger than the limit', { sizeBytes: 41 }, 'handler-too-large', 'file-large'],
    ['larger than its sizeBytes', { sizeBytes: 5 }, 'config-invalid', undefined],
    ['empty', { read: () => new Blob([]) }, 'handler-invalid', 'file-empty'],
    ['a program in a PDF’s name', { read: () => bytes('MZ') }, 'handler-invalid', 'file-content'],
    ['a program', { name: 'march.exe', read: () => bytes('MZ') }, 'handler-invalid', 'file-type'],
    ['of an unlisted type', { type: 'gossip' }, 'handler-invalid', 'format'],
    ['unreadable', { read: () => Promise.reject(new Error('gone')) }, 'handler-failed', undefined],
    ['slow', { read: () => new Promise<never>(() => undefined) }, 'handler-failed', undefined],
  ] as [string, Partial<PartnerFile>, string, string | undefined][])
    it(`are rejected if one is ${what}, and the next one is sent`, async () => {
      const list = [statement('March', changes), statement('April')];
      const { page, received } = await created({ ...small, documents: () => list, hookTimeoutMs: 50 });
      const answer = await attach(page, 'March');
      assert.deepEqual([answer.code, answer.issues?.[0]?.reason], [code, reason]);
      assert.deepEqual(partsOf(received), []);
      assert.equal((await attach(page, 'April')).code, undefined, 'its memory is free again');
    });

  for (const [what, list, at] of [
    ['has no size', [statement('March', { sizeBytes: undefined as never })], '0.sizeBytes'],
    ['has no function', [statement('May'), statement('March', { read: 'bytes' as never })], '1.read'],
  ] as [string, PartnerFile[], string][])
    it(`are left out, and the page works, if one ${what}`, async (test) => {
      const { mock } = test.mock.method(console, 'error', () => undefined);
      const { page } = await created({ documents: () => list });
      const { code, documents: shown } = await offered(page);
      assert.deepEqual([code, shown], [undefined, undefined]);
      assert.match(
        String(mock.calls[0]?.arguments[1]),
        new RegExp(`documents\\(\\) returned a list that is not valid at "${at}"`),
      );
    });
});
