import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { memoryStore, type HandlerOptions } from '../../../src/server/index.js';
import { TABLES } from '../../../src/server/records/records.js';
import {
  agreed,
  COMPANY,
  EMAIL,
  goodBodies,
  OTHER,
  read,
  sampleApplication,
  samplePrequalification,
  SECRET,
  setup,
  streamed,
  testStore,
} from '../setup.js';
import { added, far, rowsOf, storeWith, waitingStore, type Coming } from '../stores.js';
import { draftPage, draftsIn, revision, saved, typed } from './draft-page.js';

const CONFLICT = [409, 'handler-draft-conflict'];
const ENDED = [409, 'handler-draft-ended'];
const FAILED = [500, 'handler-failed'];
const DAY = 24 * 3600_000;
const JANE = { subject: 'jane', business: 'jane' };
const FILE = { name: 'Acme.pdf', size: 1000, lastModified: 1, state: 'lost' } as const;
const outcome = ({ status, code }: { status: number; code?: string | undefined }) => [status, code];

describe('a draft that is saved', () => {
  it('can be loaded on another device, in its newest version', async () => {
    const { page, browser } = await saved();
    await page.save(typed('Newer LTD'));
    const { saved: found } = await (await draftPage(browser())).load();
    assert.deepEqual(found!.draft, typed('Newer LTD'));
    assert.deepEqual((await read(await browser().get('session'))).draft, found);
    assert.ok(Math.abs(Date.parse(found!.savedAt) - Date.now()) < 5000);
  });

  it('is not returned to another subject, and is undefined if none is saved', async () => {
    const { browser, page } = await saved();
    const tom = await draftPage(browser('tom'));
    assert.notEqual(tom.owner, page.owner);
    assert.deepEqual(await tom.load(), { status: 200, owner: tom.owner });
    assert.equal((await read(await browser('tom').get('session'))).draft, undefined);
    assert.equal((await tom.save(typed('Tom LTD'))).status, 200);
    assert.equal((await page.load()).saved!.draft.inputs.company!.registered_name, 'Acme LTD');
  });

  it('cannot be copied to another subject in the store', async () => {
    const { store, drafts, browser, page } = await saved();
    const [draft] = await drafts();
    const tom = await draftPage(browser('tom'));
    await tom.save();
    await (
      await rowsOf(store)
    ).change(
      { subject: 'tom', business: 'tom' },
      (records) => [
        { ...records, drafts: [{ ...records.drafts[0]!, id: crypto.randomUUID(), sealed: draft!.sealed }] },
        undefined,
      ],
      { all: ['drafts'] },
    );
    assert.deepEqual(outcome(await tom.load()), FAILED);
    const { status, draft: none } = await read(await browser('tom').get('session'));
    assert.deepEqual([status, none], [200, undefined], 'the page starts without it');
    assert.ok((await page.load()).saved);
  });

  it('is sealed', async () => {
    const { store } = await saved();
    const rows = await (await rowsOf(store)).read(JANE, { all: TABLES });
    const texts = TABLES.flatMap((table) => rows[table].flatMap((row) => Object.values(row)))
      .map(String)
      .flatMap((text) => text.split('.').map((part) => part + Buffer.from(part, 'base64url').toString()));
    for (const word of ['Jane', 'Acme', 'registered_name', 'company', SECRET])
      assert.ok(!texts.join('\n').includes(word), word);
  });

  it('is kept for 14 days after the last change', async () => {
    let ahead = 0;
    const { page } = await saved({ store: testStore({ clock: () => Date.now() + ahead }) });
    ahead += 13 * DAY;
    assert.equal((await page.save(typed('Later LTD'))).status, 200);
    ahead += 13 * DAY;
    assert.ok((await page.load()).saved);
    ahead += DAY;
    assert.equal((await page.load()).saved, undefined);
    assert.deepEqual(outcome(await page.save()), ENDED);
  });
});

describe('a draft after the application was created', () => {
  const later = {
    step: 'prequalification',
    inputs: { prequalification: { funding_amount: '1' } },
    answers: {},
  } as const;

  it('contains the answers that are not sent yet, and the names of the files', async () => {
    const { jane, browser } = await saved();
    await jane.create();
    const page = await draftPage(jane);
    assert.equal((await page.save({ ...later, files: [FILE] })).status, 200);
    const { draft } = await read(await browser().get('session'));
    assert.deepEqual(draft!.draft, { ...later, files: [FILE] });
    assert.deepEqual((await page.load()).saved, draft);
    await jane.post('prequalification', samplePrequalification());
    assert.equal((await page.save({ inputs: {}, answers: {} })).status, 200);
  });

  it('contains the figures that were typed before, and the page that saved them can save it again', async () => {
    const { jane, page } = await saved();
    const { inputs, answers } = typed();
    await page.save({ ...typed(), inputs: { ...inputs, ...later.inputs }, answers });
    await jane.create();
    const { draft } = await read(await jane.get('session'));
    assert.deepEqual(draft!.draft, { inputs: later.inputs, answers: {} });
    assert.equal((await page.save(later)).status, 200);
  });

  it('is rejected with answers about the company or the applicant', async () => {
    const { jane, drafts } = await saved();
    await jane.create();
    const page = await draftPage(jane);
    for (const part of ['company', 'applicant'])
      for (const where of ['inputs', 'answers'])
        assert.deepEqual(outcome(await page.save({ inputs: {}, answers: {}, [where]: { [part]: {} } })), ENDED);
    assert.deepEqual(await drafts(), []);
  });
});

describe('two devices at the same time', () => {
  it('do not overwrite each other: a save without the newest version is rejected, and nothing is mixed', async () => {
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

  it('that both save a first draft conflict, even in two processes: the second save is rejected', async () => {
    const store = far(memoryStore());
    const [one, two] = [await draftPage(setup({ store }).browser()), await draftPage(setup({ store }).browser())];
    const answers = await Promise.all([one.save(typed('One LTD')), two.save(typed('Two LTD'))]);
    assert.deepEqual(new Set(answers.map(({ code }) => code)), new Set([undefined, CONFLICT[1]]));
  });

  it('are not suspected if one page saves twice because the responses were lost', async () => {
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
  it('when the application is created, and a late save is rejected', async () => {
    const { drafts, browser, jane, page } = await saved();
    const late = page.body(typed());
    await browser().create();
    assert.deepEqual(await drafts(), []);
    for (const content of [late, { ...late, after: [] }]) assert.deepEqual(outcome(await page.send(content)), ENDED);
    assert.equal((await page.load()).saved, undefined);
    assert.equal((await read(await jane.get('session'))).draft, undefined);
    assert.deepEqual(await drafts(), []);
  });

  it('when another process creates the application during a save', async () => {
    const { store, reached, go } = waitingStore((coming) => added(coming, 'drafts').length > 0);
    const page = await draftPage(setup({ store }).browser());
    const saving = page.save();
    await reached;
    await setup({ store }).browser().create();
    go();
    assert.deepEqual(outcome(await saving), ENDED);
    assert.deepEqual(await draftsIn(store), []);
  });

  it('once somebody has settled a creation with an application', async () => {
    const { handle, drafts, jane, page } = await saved();
    await handle.settleApplication({ subject: 'jane' }, { company_id: COMPANY, email: EMAIL });
    assert.deepEqual(outcome(await page.save()), ENDED);
    assert.equal((await read(await jane.get('session'))).draft, undefined);
    assert.equal((await page.load()).saved, undefined);
    assert.deepEqual(await drafts(), []);
  });

  it('but not if the creation is rejected, fails or has an unknown outcome', async () => {
    const { drafts, jane, page, browser } = await saved({
      service: () => async () => new Response('<html>', { status: 504 }),
    });
    assert.equal((await jane.post('applications', {})).status, 422);
    assert.equal((await read(await jane.post('applications', sampleApplication()))).code, 'outcome-unknown');
    assert.equal((await drafts()).length, 1);
    assert.equal((await page.save(typed('Still LTD'))).status, 200);
    assert.ok((await (await draftPage(browser())).load()).saved);
  });

  it('when a consent is withdrawn', async () => {
    const { drafts, jane } = await saved();
    await jane.create();
    const figures = { inputs: { prequalification: { funding_amount: '1' } }, answers: {} };
    assert.equal((await (await draftPage(jane)).save(figures)).status, 200);
    assert.equal((await jane.post('request-offers', await agreed(await jane.get('consent')))).status, 200);
    assert.equal((await jane.post('consent', { decision: 'withdrawn' })).status, 200);
    assert.deepEqual(await drafts(), []);
  });

  it('when the partner calls forget(): only the draft of that subject', async () => {
    const { drafts, handle, browser, page } = await saved();
    const tom = await draftPage(browser('tom'));
    await tom.save();
    await handle.forget({ subject: 'jane' });
    assert.equal((await drafts()).length, 1);
    assert.ok((await tom.load()).saved);
    assert.equal((await page.load()).saved, undefined);
    assert.deepEqual(outcome(await page.save()), ENDED, 'a page that is still open');
    for (const wrong of [undefined, 'jane', {}, { subject: '' }, { subject: 7 }, { subject: 'jane', business: '' }])
      await assert.rejects(handle.forget(wrong as never), { code: 'config-invalid' });
    await setup({ drafts: false }).handle.forget({ subject: 'jane' });
  });

  it('when the partner calls forget(), and a save under way is rejected, even the first', async () => {
    const { browser, handle, store } = setup();
    const page = await draftPage(browser());
    const text = JSON.stringify(page.body(typed()));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const slow = writable.getWriter();
    const answer = handle(streamed('draft', readable));
    await slow.write(new TextEncoder().encode(text.slice(0, 10)));
    await handle.forget({ subject: 'jane' });
    await slow.write(new TextEncoder().encode(text.slice(10)));
    await slow.close();
    assert.deepEqual(outcome(await read(await answer)), ENDED);
    assert.deepEqual(await draftsIn(store), []);
  });

  it('when the applicant deletes it, and is saved again only when the applicant allows it', async () => {
    const { drafts, page, browser } = await saved();
    const phone = await draftPage(browser());
    await phone.load();
    assert.equal((await page.delete()).status, 200);
    assert.deepEqual(await drafts(), []);
    for (const one of [page, phone]) assert.deepEqual(outcome(await one.save()), ENDED);
    assert.equal((await (await draftPage(browser())).save()).status, 200);
    assert.equal((await page.delete()).status, 200, 'there may be none');
  });

  it('with a failing store: the consent is withdrawn, and the developer gets an error', async (t) => {
    const said = t.mock.method(console, 'error', () => {});
    let isDown = false;
    const change = ({ before, after }: Coming) => {
      if (isDown && before.drafts.length > 0 && after!.drafts.length === 0) throw new Error('the database is away');
    };
    const store = storeWith({ change });
    const { browser, handle } = setup({ store });
    const phone = await draftPage(browser());
    await browser().create();
    const figures = { inputs: { prequalification: { funding_amount: '1' } }, answers: {} };
    await phone.load();
    assert.equal((await phone.save(figures)).status, 200);
    assert.equal((await browser().post('request-offers', await agreed(await browser().get('consent')))).status, 200);
    isDown = true;
    assert.equal((await browser().post('consent', { decision: 'withdrawn' })).status, 200);
    assert.match(inspect(said.mock.calls[0]!.arguments), /a draft could not be deleted.*the database is away/s);
    await assert.rejects(handle.forget({ subject: 'jane' }), { code: 'handler-failed' });
  });
});

describe('a page of one user, after another user has signed in', () => {
  it('neither overwrites nor deletes the other user’s draft, and gets the code handler-other-applicant', async () => {
    const { browser, page, drafts } = await saved();
    const tom = browser('tom');
    const toms = await draftPage(tom);
    await toms.save(typed('Tom LTD'));
    const before = await drafts();
    for (const body of [
      page.body(typed('Jane LTD')),
      { ...page.body(typed('Jane LTD')), after: [] },
      { owner: page.owner, delete: true },
    ]) {
      assert.deepEqual(outcome(await read(await tom.post('draft', body))), [409, 'handler-other-applicant']);
    }
    assert.deepEqual(await drafts(), before);
    const { owner } = await read(await tom.get('draft'));
    assert.notEqual(owner, page.owner);
  });
});

describe('an invalid draft', () => {
  const { inputs } = typed();
  const nested = (levels: number): object => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as object;
  for (const [what, change] of [
    ['nothing', () => null],
    ['another key', () => ({ ...typed(), more: [] })],
    ['a file with its bytes', () => ({ ...typed(), files: [{ ...FILE, bytes: '' }] })],
    ['no inputs', () => ({ answers: {} })],
    ['inputs of a step without inputs', () => ({ ...typed(), inputs: { ...inputs, consent: { a: '1' } } })],
    ['an input that is no text', () => ({ ...typed(), inputs: { company: { registered_name: 5 } } })],
    ['an input of a name that none has', () => ({ ...typed(), inputs: { company: { 'Jane Doe': 'x' } } })],
    ['a step that there is not', () => ({ ...typed(), step: 'offers' })],
    ['a list of answers', () => ({ ...typed(), answers: { company: [] } })],
    ['answers without end', () => ({ ...typed(), answers: { company: nested(1000) } })],
  ] as [string, () => unknown][]) {
    it(`is rejected, and its contents are in no response and no log entry: ${what}`, async () => {
      const { page, drafts, log } = await saved();
      const before = await drafts();
      const answer = await page.save(change());
      assert.deepEqual(outcome(answer), [422, 'handler-invalid']);
      assert.doesNotMatch(JSON.stringify([answer, inspect(log, { depth: Infinity })]), /Jane|Acme|registered/);
      assert.deepEqual(await drafts(), before);
    });
  }

  it('contains no key that would change a prototype', async () => {
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
    it(`is rejected with ${JSON.stringify(change).slice(0, 40)}`, async () => {
      const { page, drafts } = await saved();
      assert.equal((await page.send({ ...page.body(typed()), ...change })).status, 422);
      assert.equal((await drafts()).length, 1);
    });
  }

  it('is rejected over 64 KiB, whatever its characters, and accepted up to that size', async () => {
    const { page, drafts } = await saved();
    const long = (size: number, letter = 'x') => {
      const of = (text: string) => ({ inputs: { company: { registered_name: text } }, answers: {} });
      const room = size - JSON.stringify(of('')).length;
      return of(letter.repeat(Math.floor(room / (Buffer.byteLength(JSON.stringify(letter)) - 2))));
    };
    for (const letter of ['"', 'x']) {
      assert.equal((await page.save(long(64 * 1024, letter))).status, 200);
      assert.ok((await drafts())[0]!.sealed.length < 176 * 1024);
    }
    for (const draft of [long(64 * 1024 + 1), long(64 * 1024 + 3, '☃'), long(10 ** 6)]) {
      assert.deepEqual(outcome(await page.save(draft)), [413, 'handler-too-large']);
    }
    assert.equal(JSON.stringify((await page.load()).saved!.draft).length, 64 * 1024);
  });
});

describe('the route of drafts', () => {
  it('does not exist if drafts are off', async () => {
    const page = setup({ drafts: false }).browser();
    assert.equal((await read(await page.get('session'))).draftOwner, undefined);
    assert.deepEqual(outcome(await read(await page.get('draft'))), [404, 'handler-not-found']);
    assert.deepEqual(outcome(await read(await page.post('draft', {}))), [404, 'handler-not-found']);
  });

  it('has the same guards as other routes, and rejects requests without a sign-in', async () => {
    const { browser, page } = await saved();
    const body = page.body(typed('Forged LTD'));
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    for (const [status, sending] of [
      [403, { headers: { 'x-lending-elements': null } }],
      [403, { headers: { origin: 'https://evil.example' } }],
      [403, { headers: { 'sec-fetch-site': 'cross-site' } }],
      [403, { headers: { origin: null, 'sec-fetch-site': null } }],
      [403, { headers: cross, body: { load: true } }],
      [415, { headers: { 'content-type': 'text/plain' } }],
      ...['PUT', 'DELETE', 'PATCH'].map((method) => [405, { method }] as const),
    ] as const)
      assert.equal((await browser().send('draft', { body, ...sending })).status, status);
    const nobody = browser('');
    assert.equal((await nobody.get('draft')).status, 401);
    assert.equal((await nobody.post('draft', body)).status, 401);
    assert.equal((await page.load()).saved!.draft.inputs.company!.registered_name, 'Acme LTD');
  });

  it('writes nothing of a draft into the log', async () => {
    const { log, page, handle, jane } = await saved();
    await page.load();
    await page.save({ ...typed(), files: ['Acme'] });
    await jane.create();
    await page.save();
    const said = inspect([log, handle], { depth: Infinity, showHidden: true });
    assert.match(said, /POST \/api\/lending\/draft/);
    for (const word of ['Acme', 'Jane', 'Sample Street']) assert.ok(!said.includes(word), word);
  });

  it('affects only the saving if the store fails', async () => {
    const change = (coming: Coming) => {
      if (added(coming, 'drafts').length > 0) throw new Error('the database is away');
    };
    const { browser } = setup({ store: storeWith({ change }) });
    const page = browser();
    assert.equal((await (await draftPage(page)).save()).code, 'handler-failed');
    await page.create();
  });
});

describe('the owner of a draft', () => {
  const ownerOf = async (options: Partial<HandlerOptions> = {}, user = 'jane') => {
    const { draftOwner } = (await (await setup(options).browser(user).get('session')).json()) as {
      draftOwner?: string;
    };
    return draftOwner;
  };

  it('is 43 characters, the same for an application on every machine, and while the secret is changed', async () => {
    const store = memoryStore();
    const draftOwner = await ownerOf({ store });
    assert.match(draftOwner!, /^[\w-]{43}$/);
    for (const secret of [SECRET, [OTHER, SECRET], OTHER]) assert.equal(await ownerOf({ store, secret }), draftOwner);
  });

  it('is different for another subject, business, application or store', async () => {
    const store = memoryStore();
    const long = 'u'.repeat(5000);
    const users = ['jane', 'tom', 'jane%00', long, `${long}v`];
    const owners = await Promise.all(users.map((user) => ownerOf({ store }, user)));
    owners.push(await ownerOf({ store, authorize: () => ({ subject: 'jane', business: 'acme' }) }), await ownerOf());
    const { handle, browser } = setup({ store });
    await browser().create();
    await handle.closeApplication({ subject: 'jane' });
    owners.push(await ownerOf({ store }));
    assert.equal(new Set(owners).size, 8);
  });

  it('is not returned if drafts are off, or if nobody is signed in', async () => {
    assert.equal(await ownerOf({ drafts: false }), undefined);
    assert.equal(await ownerOf({ authorize: () => null }), undefined);
  });

  it('is in no other response and no log entry', async () => {
    const { browser, log, handle } = setup();
    const page = browser();
    const said: string[] = [];
    for (const [path, body] of Object.entries(goodBodies())) {
      const answer = await page.post(path, body);
      said.push(await answer.text(), JSON.stringify([...answer.headers]));
    }
    const start = await page.get('session');
    said.push(JSON.stringify([...start.headers]), inspect([log, handle], { depth: Infinity, showHidden: true }));
    const { draftOwner } = (await start.json()) as { draftOwner: string };
    assert.match(draftOwner, /^[\w-]{43}$/);
    for (const text of said) assert.ok(!text.includes(draftOwner));
  });
});
