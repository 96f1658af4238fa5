import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { decodeProtectedHeader } from 'jose';
import { createSeal } from '../../../src/server/seal.js';
import { agreed, HOST, read, sampleApplication, samplePrequalification, SECRET, setup, streamed } from '../setup.js';
import { draftPage, revision, saved, typed, watchedStore, withDrafts } from './draft-page.js';

const OTHER = 'another-secret-of-thirty-two-characters-or-more';
const CONFLICT = [409, 'handler-draft-conflict'];
const ENDED = [409, 'handler-draft-ended'];
const DAY = 24 * 3600;
const outcome = ({ status, code }: { status: number; code?: string | undefined }) => [status, code];

describe('a draft that is saved', () => {
  it('is there on another device, as it was saved last', async () => {
    const { page, browser } = await saved();
    await page.save(typed('Newer LTD'));
    const { saved: found } = await (await draftPage(browser())).load();
    assert.deepEqual(found!.draft, typed('Newer LTD'));
    assert.ok(Math.abs(Date.parse(found!.savedAt) - Date.now()) < 5000);
  });

  it('is nobody else’s, and nothing where none is saved', async () => {
    const { browser, page } = await saved();
    const tom = await draftPage(browser('tom'));
    assert.notEqual(tom.owner, page.owner);
    assert.deepEqual(await tom.load(), { status: 200, owner: tom.owner });
    assert.equal((await tom.save(typed('Tom LTD'))).status, 200);
    assert.equal((await page.load()).saved!.draft.inputs.company!.registered_name, 'Acme LTD');
  });

  it('is not opened by a subject at whose place the store has another’s', async () => {
    const { rows, browser, page } = await saved();
    const [sealed] = [...rows.values()];
    const tom = await draftPage(browser('tom'));
    await tom.save();
    for (const key of rows.keys()) rows.set(key, sealed!);
    assert.equal((await tom.load()).saved, undefined);
    assert.ok((await page.load()).saved);
  });

  it('is sealed, under a key that does not say whose it is', async () => {
    const { rows } = await saved();
    const [[key, value]] = [...rows] as [[string, string]];
    assert.match(key, /^[\w-]{43}$/);
    const read =
      key + value + Buffer.from(value, 'base64url').toString() + JSON.stringify(decodeProtectedHeader(value));
    for (const word of ['jane', 'Jane', 'Acme', 'registered_name', 'company']) assert.ok(!read.includes(word), word);
    for (const secret of [SECRET, OTHER]) {
      for (const purpose of ['session', 'consent', 'draft', ...(secret === OTHER ? ['saved-draft'] : [])]) {
        assert.equal(await createSeal([secret], `lending-elements/${purpose}`).open(value, 'jane'), undefined);
      }
    }
    assert.ok(await createSeal([SECRET], 'lending-elements/saved-draft').open(value, 'jane'));
  });

  it('is no session, and a session is no draft', async () => {
    const { rows, jane, page } = await saved();
    const [[key, value]] = [...rows] as [[string, string]];
    jane.cookies.set(HOST, value);
    assert.equal((await read(await jane.post('widget-token', {}))).code, 'handler-not-created');
    const other = setup().browser();
    await other.create();
    jane.cookies.delete(HOST);
    rows.set(key, other.cookies.get(HOST)!);
    assert.equal((await page.load()).saved, undefined);
  });

  it('is kept for 14 days after the last change, by the store and by what the seal says', async (t) => {
    const { rows, seconds, page, browser } = await saved();
    assert.deepEqual(seconds, [14 * DAY]);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 13 * DAY * 1000 });
    assert.equal((await page.save(typed('Later LTD'))).status, 200);
    t.mock.timers.tick(13 * DAY * 1000);
    const phone = await draftPage(browser());
    assert.equal((await phone.load()).saved!.draft.inputs.company!.registered_name, 'Later LTD');
    t.mock.timers.tick(DAY * 1000 + 1000);
    assert.equal(rows.size, 1, 'the store has forgotten nothing');
    assert.equal((await phone.load()).saved, undefined);
    assert.deepEqual(outcome(await page.save()), ENDED);
  });

  it('opens after the secret was changed, moves to the new one’s place, and is deleted from both', async () => {
    const { rows, store, browser } = await saved();
    const before = [...rows.keys()];
    const { browser: next } = setup({ drafts: { store }, sessions: { secret: [OTHER, SECRET] } });
    const page = await draftPage(next());
    assert.deepEqual((await page.load()).saved!.draft, typed());
    assert.equal((await page.save(typed('Moved LTD'))).status, 200);
    assert.equal(rows.size, 1);
    assert.ok(!rows.has(before[0]!), 'the earlier place is empty');
    const [moved] = [...rows];
    rows.set(before[0]!, moved![1]);
    assert.equal((await page.delete()).status, 200);
    assert.equal(rows.size, 0);
    assert.equal((await (await draftPage(browser())).load()).saved, undefined);
  });

  it('is still taken from a page that was opened before the secret was changed', async () => {
    const { page, store } = await saved();
    const { browser } = setup({ drafts: { store }, sessions: { secret: [OTHER, SECRET] } });
    const { draftOwner } = await read(await browser().get('session'));
    assert.notEqual(draftOwner, page.owner);
    assert.equal((await read(await browser().post('draft', page.body(typed())))).status, 200);
  });

  it('goes on after a restart with the same store', async () => {
    const { store, page } = await saved();
    const { browser } = setup({ drafts: { store } });
    const same = browser();
    assert.equal((await read(await same.post('draft', page.body(typed('After LTD'))))).status, 200);
    const phone = await draftPage(browser());
    assert.equal((await phone.load()).saved!.draft.inputs.company!.registered_name, 'After LTD');
  });

  it('may be null in a database that has none', async () => {
    const { browser } = withDrafts({
      drafts: { store: { get: () => null as never, set: () => {}, delete: () => {} } },
    });
    const page = await draftPage(browser());
    assert.equal((await page.load()).saved, undefined);
    assert.equal((await page.save()).status, 200);
  });
});

describe('two devices at once', () => {
  it('do not write over each other: who does not know of the newest is refused, and nothing is mixed', async () => {
    const { page: laptop, browser } = await saved();
    const phone = await draftPage(browser());
    await phone.load();
    assert.equal((await phone.save(typed('Phone LTD'))).status, 200);
    const answer = await laptop.save(typed('Laptop LTD'));
    assert.deepEqual(outcome(answer), CONFLICT);
    assert.doesNotMatch(JSON.stringify(answer), /LTD|Jane/);
    const { saved: found } = await laptop.load();
    assert.deepEqual(found!.draft, typed('Phone LTD'));
    assert.equal((await laptop.save(typed('Chosen LTD'))).status, 200);
    assert.deepEqual(outcome(await phone.save()), CONFLICT);
  });

  it('that both begin are two: the second is refused', async () => {
    const { browser } = withDrafts();
    const [one, two] = [await draftPage(browser()), await draftPage(browser())];
    const answers = await Promise.all([one.save(typed('One LTD')), two.save(typed('Two LTD'))]);
    assert.deepEqual(new Set(answers.map(({ code }) => code)), new Set([undefined, CONFLICT[1]]));
  });

  it('are not taken for two where a page saves twice, and its answers are lost', async () => {
    const { page } = await saved();
    const first = page.body(typed('First LTD'));
    assert.equal((await page.send(first)).status, 200);
    assert.equal((await page.send(first)).status, 200, 'once more');
    const second = { ...page.body(typed('Second LTD')), after: [...first.after, first.revision] };
    assert.equal((await page.send(second)).status, 200);
    assert.deepEqual(outcome(await page.send(first)), CONFLICT, 'what was overtaken is not taken');
  });
});

describe('a saved draft is deleted', () => {
  it('when the application is created, and what arrives late is not taken', async () => {
    const { rows, jane, page } = await saved();
    const late = page.body(typed());
    await jane.create();
    assert.equal(rows.size, 0);
    assert.equal((await read(await jane.get('session'))).draftOwner, undefined);
    for (const content of [late, { ...late, after: [] }]) assert.deepEqual(outcome(await page.send(content)), ENDED);
    assert.equal((await page.load()).saved, undefined);
    assert.equal(rows.size, 0);
  });

  it('when it is created on another device, which this one does not know of', async () => {
    const { rows, browser, page, jane } = await saved();
    await browser().create();
    assert.equal(rows.size, 0);
    for (const after of [page.body(typed()).after, []]) {
      assert.deepEqual(outcome(await page.send({ ...page.body(typed()), after })), ENDED);
    }
    assert.equal((await read(await jane.get('session'))).draftOwner, undefined);
    assert.equal(rows.size, 0);
  });

  it('where another process creates it while this one saves', async () => {
    const idempotency = new Map<string, string>();
    const kept = watchedStore();
    const { browser } = setup({
      idempotency: {
        add: (key, value) => !idempotency.has(key) && (idempotency.set(key, value), true),
        get: (key) => idempotency.get(key),
        set: (key, value) => void idempotency.set(key, value),
        delete: (key) => void idempotency.delete(key),
      },
      drafts: {
        store: {
          ...kept.store,
          set(...row) {
            void kept.store.set(...row);
            idempotency.set('create/jane', JSON.stringify({ state: 'done', at: Date.now() }));
          },
        },
      },
    });
    assert.deepEqual(outcome(await (await draftPage(browser())).save()), ENDED);
    assert.equal(kept.rows.size, 0);
  });

  it('once the partner knows of an application, whoever created it', async () => {
    let known = false;
    const existing = { company_id: crypto.randomUUID(), email: 'jane.doe@example.com' };
    const { rows, jane, page } = await saved({ existingApplication: () => (known ? existing : undefined) });
    known = true;
    assert.deepEqual(outcome(await page.save()), ENDED);
    assert.equal((await page.load()).saved, undefined);
    assert.equal((await read(await jane.get('session'))).draftOwner, undefined);
    assert.equal(rows.size, 0);
  });

  it('and not where the creation is refused, fails or ended nobody knows how', async () => {
    const { rows, jane, page, browser } = await saved({
      service: () => async () => new Response('<html>', { status: 504 }),
    });
    assert.equal((await jane.post('applications', {})).status, 422);
    assert.equal((await read(await jane.post('applications', sampleApplication()))).code, 'outcome-unknown');
    assert.equal(rows.size, 1);
    assert.equal((await page.save(typed('Still LTD'))).status, 200);
    assert.ok((await (await draftPage(browser())).load()).saved);
  });

  it('when a consent is withdrawn', async () => {
    const { rows, jane } = await saved();
    const [[key, value]] = [...rows] as [[string, string]];
    await jane.create();
    await jane.post('prequalification', samplePrequalification());
    assert.equal((await jane.post('request-offers', await agreed(await jane.get('consent')))).status, 200);
    // As a store has it that did not delete when it was asked to.
    rows.set(key, value);
    assert.equal((await jane.post('consent', { decision: 'withdrawn' })).status, 200);
    assert.equal(rows.size, 0);
  });

  it('when the subject signs out: forget() deletes theirs alone', async () => {
    const { rows, handle, browser, page } = await saved();
    const tom = await draftPage(browser('tom'));
    await tom.save();
    await handle.forget('jane');
    assert.equal(rows.size, 1);
    assert.ok((await tom.load()).saved);
    assert.equal((await page.load()).saved, undefined);
    assert.deepEqual(outcome(await page.save()), ENDED, 'a page that is still open');
    assert.deepEqual(await Promise.all(['', undefined, { subject: 'jane' }].map((one) => refusal(handle, one))), [
      'config-invalid',
      'config-invalid',
      'config-invalid',
    ]);
    await setup().handle.forget('jane');
  });

  it('and what is on its way then is not taken, even the first', async () => {
    const { rows, store } = watchedStore();
    const { browser, handle } = setup({ drafts: { store } });
    const jane = browser();
    const page = await draftPage(jane);
    const text = JSON.stringify(page.body(typed()));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const slow = writable.getWriter();
    const answer = handle(streamed('draft', readable));
    await slow.write(new TextEncoder().encode(text.slice(0, 10)));
    await handle.forget('jane');
    await slow.write(new TextEncoder().encode(text.slice(10)));
    await slow.close();
    assert.deepEqual(outcome(await read(await answer)), ENDED);
    assert.equal(rows.size, 0);
  });

  it('when the applicant wants it, and begins again only when they say so', async () => {
    const { rows, page, browser } = await saved();
    const phone = await draftPage(browser());
    await phone.load();
    assert.equal((await page.delete()).status, 200);
    assert.equal(rows.size, 0);
    for (const one of [page, phone]) assert.deepEqual(outcome(await one.save()), ENDED);
    assert.equal((await (await draftPage(browser())).save()).status, 200);
    assert.equal((await page.delete()).status, 200, 'there may be none');
  });

  it('with a failing store: what was done is done, and the developer hears of it', async (t) => {
    const said = t.mock.method(console, 'error', () => {});
    const { store, seconds } = watchedStore();
    const fails = { ...store, delete: () => Promise.reject(new Error('the database is away')) };
    const { browser, handle } = setup({ drafts: { store: fails } });
    const phone = await draftPage(browser());
    await phone.save();
    await browser().create();
    assert.match(inspect(said.mock.calls[0]!.arguments), /a draft could not be deleted.*the database is away/s);
    assert.equal((await phone.load()).saved, undefined, 'what is left over is shown to nobody');
    await phone.save();
    assert.equal(seconds.length, 1, 'and nothing more is written');
    assert.equal(await refusal(handle, 'jane'), 'handler-failed');
  });
});

const refusal = (handle: { forget: (subject: string) => Promise<void> }, subject: unknown) =>
  handle.forget(subject as string).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

describe('a page that was opened by one user, after another has signed in', () => {
  it('neither saves into theirs nor deletes it, and learns that what is there is not its own', async () => {
    const { browser, page, rows } = await saved();
    const tom = browser('tom');
    const toms = await draftPage(tom);
    await toms.save(typed('Tom LTD'));
    const before = [...rows];
    for (const body of [
      page.body(typed('Jane LTD')),
      { ...page.body(typed('Jane LTD')), after: [] },
      { owner: page.owner, delete: true },
    ]) {
      assert.deepEqual(outcome(await read(await tom.post('draft', body))), [403, 'handler-forbidden']);
    }
    assert.deepEqual([...rows], before);
    const { owner } = await read(await tom.get('draft'));
    assert.notEqual(owner, page.owner);
  });
});

describe('what is no draft', () => {
  const { inputs } = typed();
  const nested = (levels: number): object => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as object;
  for (const [what, change] of [
    ['nothing', () => null],
    ['another key', () => ({ ...typed(), files: [] })],
    ['no inputs', () => ({ answers: {} })],
    ['inputs of a later step', () => ({ ...typed(), inputs: { ...inputs, documents: { a: '1' } } })],
    ['an input that is no text', () => ({ ...typed(), inputs: { company: { registered_name: 5 } } })],
    ['an input of a name that none has', () => ({ ...typed(), inputs: { company: { 'Jane Doe': 'x' } } })],
    ['a step that comes later', () => ({ ...typed(), step: 'widget' })],
    ['a list of answers', () => ({ ...typed(), answers: { company: [] } })],
    ['answers without end', () => ({ ...typed(), answers: { company: nested(1000) } })],
  ] as [string, () => unknown][]) {
    it(`is refused, and not said to anybody: ${what}`, async () => {
      const { page, rows, log } = await saved();
      const before = [...rows];
      const answer = await page.save(change());
      assert.deepEqual(outcome(answer), [422, 'handler-invalid']);
      assert.doesNotMatch(JSON.stringify([answer, inspect(log, { depth: Infinity })]), /Jane|Acme|registered/);
      assert.deepEqual([...rows], before);
    });
  }

  it('holds no key that would reach into every object', async () => {
    const { page } = await saved();
    const steps = JSON.stringify(page.body(typed())).replace('"inputs":{', '"inputs":{"__proto__":{"polluted":"x"},');
    assert.equal((await page.send(steps)).code, 'handler-invalid');
    const fields = JSON.stringify(page.body(typed())).replace('"registered_name":"Acme LTD",', '"__proto__":"x",');
    assert.equal((await page.send(fields)).status, 200);
    assert.deepEqual(Object.keys((await page.load()).saved!.draft.inputs.company!), ['formation_date.day']);
  });

  for (const change of [
    { revision: 'short' },
    { revision: '../../x' },
    { after: ['x'] },
    { after: Array.from({ length: 21 }, revision) },
    { owner: 'jane' },
    { more: 1 },
    { delete: true },
  ]) {
    it(`is refused with ${JSON.stringify(change).slice(0, 40)}`, async () => {
      const { page, rows } = await saved();
      assert.equal((await page.send({ ...page.body(typed()), ...change })).status, 422);
      assert.equal(rows.size, 1);
    });
  }

  it('is refused over 64 KiB, whatever its letters, and taken up to that', async () => {
    const { page, rows } = await saved();
    const long = (size: number, letter = 'x') => {
      const of = (text: string) => ({ inputs: { company: { registered_name: text } }, answers: {} });
      const room = size - JSON.stringify(of('')).length;
      return of(letter.repeat(Math.floor(room / Buffer.byteLength(letter))));
    };
    assert.equal((await page.save(long(64 * 1024))).status, 200);
    assert.ok([...rows.values()][0]!.length < 96 * 1024);
    for (const draft of [long(64 * 1024 + 1), long(64 * 1024 + 3, '☃'), long(10 ** 6)]) {
      assert.deepEqual(outcome(await page.save(draft)), [413, 'handler-too-large']);
    }
    assert.equal(JSON.stringify((await page.load()).saved!.draft).length, 64 * 1024);
  });
});

describe('the route of drafts', () => {
  it('is not there where none are saved', async () => {
    for (const drafts of [undefined, true, false]) {
      const { browser } = setup({ drafts });
      const page = browser();
      assert.equal((await read(await page.get('session'))).draftOwner, undefined);
      assert.deepEqual(outcome(await read(await page.get('draft'))), [404, 'handler-not-found']);
      assert.deepEqual(outcome(await read(await page.post('draft', {}))), [404, 'handler-not-found']);
    }
  });

  it('is guarded as the others are, and answers nobody who is signed out', async () => {
    const { browser, rows, page } = await saved();
    const body = { ...page.body(typed('Forged LTD')), after: [...rows.keys()] };
    const forged = [
      { headers: { 'x-lending-elements': null } },
      { headers: { origin: 'https://evil.example' } },
      { headers: { 'sec-fetch-site': 'cross-site' } },
      { headers: { origin: null, 'sec-fetch-site': null } },
    ];
    for (const sending of forged) {
      assert.equal((await browser().send('draft', { body, ...sending })).status, 403);
    }
    const text = { 'content-type': 'text/plain' };
    assert.equal((await browser().send('draft', { body, headers: text })).status, 415);
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    assert.equal((await browser().get('draft', { headers: cross })).status, 403);
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      assert.equal((await browser().send('draft', { method, body })).status, 405);
    }
    const nobody = browser('');
    assert.equal((await nobody.get('draft')).status, 401);
    assert.equal((await nobody.post('draft', body)).status, 401);
    assert.equal((await page.load()).saved!.draft.inputs.company!.registered_name, 'Acme LTD');
  });

  it('writes nothing of a draft into the log, and neither does an answer but the one that is asked for it', async () => {
    const { log, page, handle, jane } = await saved();
    await page.load();
    await page.save({ ...typed(), files: ['Acme'] });
    await jane.create();
    await page.save();
    const said = inspect([log, handle], { depth: Infinity, showHidden: true });
    assert.match(said, /POST \/api\/lending\/draft/);
    for (const word of ['Acme', 'Jane', 'Sample Street']) assert.ok(!said.includes(word), word);
  });

  it('costs nothing but the saving where the store fails', async () => {
    const fails = () => Promise.reject(new Error('the database is away'));
    const { browser } = withDrafts({ drafts: { store: { get: fails, set: fails, delete: () => {} } } });
    const page = browser();
    const { draftOwner, status } = await read(await page.get('session'));
    assert.deepEqual([status, typeof draftOwner], [200, 'string']);
    assert.deepEqual(outcome(await read(await page.get('draft'))), [500, 'handler-failed']);
    assert.equal((await (await draftPage(page)).save()).code, 'handler-failed');
    await page.create();
  });
});
