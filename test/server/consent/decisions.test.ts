// The rules about consents as pure functions: each row is a list of what has happened, and what may happen next.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LendingError } from '../../../src/errors.js';
import * as decisions from '../../../src/server/consent/decisions.js';
import { standingConsent, withdrawal } from '../../../src/server/consent/entries.js';
import { beginCall, endCall, lapsed, stateOfFigures, withFigures } from '../../../src/server/journal/calls.js';
import { close } from '../../../src/server/journal/closing.js';
import { LIMITS } from '../../../src/server/limits.js';
import { changed, current, open } from '../../../src/server/records/current.js';
import { TABLES, type Records } from '../../../src/server/records/records.js';

const HASH = 'a'.repeat(64);
const SECONDS = 7200;
const limit = LIMITS.consents;
let ids = 0;
const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(8, '0')}0000`;

type Act = (records: Records) => Records;
const apply = (records: Records, acts: readonly Act[]) => acts.reduce((next, act) => act(next), records);
const pass =
  (milliseconds: number): Act =>
  (records) => ({ ...records, now: records.now + milliseconds });

/** An applicant with an application. */
function start(): Records {
  const tables = Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as Records;
  const counts = { entries: 0, recent: 0, recent_from: null, events: 0, done: {} };
  const empty = { ...tables, now: 1e12, owner: { number: 0, lookups: 0, lookups_from: 0 }, counts };
  return changed(open(empty, newId()), { company_id: crypto.randomUUID(), email: 'sealed' });
}

const answer = (servedId: string, facts: Partial<decisions.Answer> = {}): decisions.Answer => ({
  number: 1,
  evidence: { servedId, sha256: 'text', translated: false },
  notice: { sha256: HASH, recorded: { sha256: 'text' } as NonNullable<decisions.Answer['notice']>['recorded'] },
  origin: undefined,
  limit,
  ...facts,
});

const serve =
  (id: string): Act =>
  (records) =>
    decisions.serve(records, id, { number: 1, notice: HASH, seconds: SECONDS });
const agree =
  (id: string): Act =>
  (records) =>
    decisions.agree(records, newId(), answer(id))[0];
const decline =
  (id: string): Act =>
  (records) =>
    decisions.decline(records, newId(), answer(id), true)[0];
const withdraw: Act = (records) => decisions.withdraw(records, newId(), 1, true)[0];

/** Begins a call, as a request with this key does. */
const begin =
  (call: 'requestOffers' | 'prequalify' | 'uploadDocument', key: string, before: Act): Act =>
  (records) =>
    beginCall(records, key, { call, key, content: null, request_id: null, number: 1, limit: 1000 }, (now) => [
      before(now),
    ])[0];
const offers = (id: string, key = `offers ${id}`): Act =>
  begin('requestOffers', key, (records) => {
    const [next, decision] = decisions.agreeToRequest(records, newId(), answer(id));
    return decisions.requesting(next, newId(), decision);
  });
const end =
  (key: string, state: 'done' | 'unknown' | 'failed'): Act =>
  (records) =>
    endCall(records, key, state)[0];
/** Ends a request for offers on a notice. */
const ended =
  (id: string, outcome: 'requested' | 'failed'): Act =>
  (records) =>
    decisions.requestEnded(
      endCall(records, `offers ${id}`, outcome === 'failed' ? 'failed' : 'done')[0],
      newId(),
      outcome,
      {
        entry: records.consents.findLast(({ event }) => event === 'given')!,
        served: records.served.find((one) => one.id === id)!,
      },
    );
const change =
  (call: 'prequalify' | 'uploadDocument', key = newId()): Act =>
  (records) =>
    begin(call, key, (now) => decisions.change(now, newId(), call, limit))(records);
const figures = (key: string): Act => change('prequalify', key);
const figuresEnded =
  (key: string, state: 'done' | 'failed', sealed: string | null): Act =>
  (records) => {
    const row = records.calls.find(({ id }) => id === key)!;
    return withFigures(endCall(records, key, state)[0], row, sealed);
  };
const figuresDone = (key: string) => figuresEnded(key, 'done', `figures of ${key}`);
const figuresLost = (key: string) => figuresEnded(key, 'failed', null);

const events = ({ consents }: Records) => consents.map(({ event }) => event).join(' ');
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'allowed';
  } catch (error) {
    const { code, message } = error as LendingError;
    return `${code}: ${message}`;
  }
};

const MEANWHILE = 'handler-consent-stale: Show the consent notice again: offers were requested meanwhile.';
const ALREADY =
  'handler-consent-stale: Show the consent notice again: offers were already requested with this consent.';
const CHANGED = 'handler-consent-stale: Show the consent notice again: the application has changed.';
const DECLINED = 'handler-consent-stale: Show the consent notice again: the applicant has declined.';
const UNKNOWN =
  'handler-consent-stale: Show the consent notice again: nobody knows whether the earlier request for offers reached the service.';
const AGREED = 'handler-consent-stale: Show the consent notice again: it was already agreed to.';
const GONE =
  'handler-consent-stale: Show the consent notice again: it was served too long ago, or to another applicant.';
const WITHDRAWN = 'handler-consent-withdrawn: The applicant withdrew the consent after this notice was shown.';
const IN_FLIGHT = 'handler-in-flight: Another request is making the same call now.';

const two = [serve('one'), serve('two')];
/** What has happened, whether offers may be requested on the first and on the second notice, and the entries. */
const REQUESTS: [what: string, acts: readonly Act[], one: string, two: string, events: string][] = [
  ['nothing', two, 'allowed', 'allowed', ''],
  ['a consent for later', [...two, agree('one')], 'allowed', 'allowed', 'given'],
  ['a consent to each notice', [...two, agree('one'), agree('two')], AGREED, 'allowed', 'given given'],
  ['a request under way', [...two, offers('one')], IN_FLIGHT, IN_FLIGHT, 'given requesting'],
  ['a request', [...two, offers('one'), ended('one', 'requested')], ALREADY, MEANWHILE, 'given requesting requested'],
  [
    'a certain failure',
    [...two, offers('one'), ended('one', 'failed')],
    'allowed',
    'allowed',
    'given requesting failed',
  ],
  [
    'a second certain failure',
    [...two, offers('one'), ended('one', 'failed'), offers('one'), ended('one', 'failed')],
    'allowed',
    'allowed',
    'given requesting failed requesting failed',
  ],
  ['an unknown outcome', [...two, offers('one'), end('offers one', 'unknown')], UNKNOWN, UNKNOWN, 'given requesting'],
  ['a process that is gone', [...two, offers('one'), pass(1000), lapsed], UNKNOWN, UNKNOWN, 'given requesting'],
  ['a withdrawal', [...two, agree('one'), withdraw], WITHDRAWN, WITHDRAWN, 'given withdrawn'],
  [
    'a withdrawal after a certain failure',
    [...two, offers('one'), ended('one', 'failed'), withdraw],
    WITHDRAWN,
    WITHDRAWN,
    'given requesting failed withdrawn',
  ],
  [
    'a withdrawal during a request that then failed',
    [...two, offers('one'), withdraw, ended('one', 'failed')],
    WITHDRAWN,
    WITHDRAWN,
    'given requesting withdrawn failed',
  ],
  [
    'a withdrawal during a request',
    [...two, offers('one'), withdraw, ended('one', 'requested')],
    WITHDRAWN,
    WITHDRAWN,
    'given requesting withdrawn requested',
  ],
  [
    'a change during a request',
    [...two, offers('one'), change('prequalify'), ended('one', 'requested')],
    CHANGED,
    CHANGED,
    'given requesting changed requested',
  ],
  [
    'a withdrawal, and a new notice',
    [serve('one'), agree('one'), withdraw, serve('two')],
    WITHDRAWN,
    'allowed',
    'given withdrawn',
  ],
  ['declining', [...two, decline('one')], DECLINED, DECLINED, 'declined'],
  ['declining after a consent', [...two, agree('one'), decline('two')], DECLINED, DECLINED, 'given declined'],
  ['a change', [...two, change('prequalify')], CHANGED, CHANGED, 'changed'],
  ['a change, and a new notice', [serve('one'), change('prequalify'), serve('two')], CHANGED, 'allowed', 'changed'],
  [
    'a change that certainly failed',
    [...two, change('prequalify', 'figures'), end('figures', 'failed')],
    CHANGED,
    CHANGED,
    'changed',
  ],
  [
    'a second document',
    [serve('one'), change('uploadDocument'), serve('two'), change('uploadDocument')],
    CHANGED,
    CHANGED,
    'changed',
  ],
  ['a change after a consent', [...two, agree('one'), change('prequalify')], CHANGED, CHANGED, 'given changed'],
  ['two hours', [...two, pass(SECONDS * 1000), (now) => ({ ...now, served: [] })], GONE, GONE, ''],
  ['ten other notices', [...two, ...Array.from({ length: 9 }, (_, at) => serve(`other ${at}`))], GONE, 'allowed', ''],
  [
    'a request whose process is gone, and a new notice',
    [
      serve('one'),
      offers('one'),
      pass(1000),
      (now) => decisions.serve(lapsed(now), 'two', { number: 1, notice: HASH, seconds: SECONDS }),
    ],
    UNKNOWN,
    'allowed',
    'given requesting',
  ],
];

describe('a request for offers, after', () => {
  for (const [what, acts, one, other, entries] of REQUESTS)
    it(what, () => {
      const records = apply(
        start(),
        acts.flatMap((act) => [act, pass(1)]),
      );
      assert.deepEqual(
        [codeOf(() => offers('one', 'again')(records)), codeOf(() => offers('two', 'again')(records))],
        [one, other],
      );
      assert.equal(events(records), entries);
    });
});

const sent = { number: 1 };
/** What is stored between the consent and the call, and the error of the last look before the call. */
const LAST_LOOKS: [what: string, act: Act, error: string, events: string][] = [
  ['nothing', (same) => same, 'allowed', 'given requesting'],
  ['a withdrawal', withdraw, WITHDRAWN, 'given requesting withdrawn'],
  ['a change', change('prequalify'), CHANGED, 'given requesting changed'],
  ['a document', change('uploadDocument'), CHANGED, 'given requesting changed'],
  ['declining', decline('two'), DECLINED, 'given requesting declined'],
  ['a consent to another notice', agree('two'), 'allowed', 'given requesting given'],
  [
    'the end of the time, and closing',
    (records) => close(lapsed(pass(1000)(records)), newId(), null),
    'handler-closed: Rejected: this application was closed after the page was opened.',
    'given requesting',
  ],
];

describe('the last look before a request for offers, after', () => {
  for (const [what, act, error, entries] of LAST_LOOKS)
    it(what, () => {
      const begun = apply(start(), [...two, offers('one')]);
      const decision = { entry: begun.consents[0]!, served: begun.served.find(({ id }) => id === 'one')! };
      const records = act(begun);
      assert.equal(
        codeOf(() => decisions.requireConsent(records, sent.number, decision)),
        error,
      );
      assert.equal(events(records), entries);
    });
});

/** Records with this many entries about the application, and in the time of the limit. */
const withCounts =
  (entries: number, recent: number): Act =>
  (records) => ({
    ...records,
    counts: { ...records.counts, entries, recent, recent_from: records.now - 60_000 },
  });
const full = limit.requests;
const ROOM: [what: string, acts: readonly Act[], act: Act, most: number][] = [
  ['a consent', two, agree('one'), full - 1],
  ['declining', two, decline('one'), full - 1],
  ['a change', two, change('prequalify'), full - 1],
  ['an authority', two, (records) => decisions.prepared(records, newId(), [['authorised', {}]], limit), full - 1],
  ['a request for offers', two, offers('one'), full - 3],
  ['a repeated request for offers', [...two, offers('one'), ended('one', 'failed')], offers('one'), full - 2],
  ['a repeated consent', [...two, agree('one')], agree('one'), Infinity],
  ['a repeated refusal', [...two, decline('one')], decline('one'), Infinity],
  ['a withdrawal', [...two, agree('one')], withdraw, Infinity],
  ['the outcome of a request', [...two, offers('one')], ended('one', 'requested'), Infinity],
  ['the failure of a request', [...two, offers('one')], ended('one', 'failed'), Infinity],
];

describe('the number of entries', () => {
  for (const [what, acts, act, most] of ROOM)
    it(`leaves room for ${what} after ${most} in the time, and after ${most - full + 1000} about one application`, () => {
      const records = apply(start(), acts);
      const tried = (entries: number, recent: number) => codeOf(() => act(withCounts(entries, recent)(records)));
      const last = Math.min(most, 10_000);
      assert.deepEqual([tried(last, last), tried(last - full + 1000, 0)], ['allowed', 'allowed']);
      if (most === Infinity) return;
      const tooMany = 'handler-too-many: Rejected: too many consent entries. Wait';
      assert.equal(tried(most + 1, most + 1), `${tooMany} 540 seconds.`);
      assert.equal(tried(most - full + 1001, 0), `${tooMany} 600 seconds.`);
    });
});

describe('a withdrawal', () => {
  it('ends every consent that was given once, each with an event, and is repeated without another entry', () => {
    const records = apply(start(), [...two, agree('one'), agree('two'), withdraw]);
    const [first, second] = records.consents;
    const withdrawals = records.consents
      .slice(2)
      .map(({ entry }) => (JSON.parse(entry) as { withdraws: string }).withdraws);
    assert.deepEqual([withdrawals, records.events.length], [[first!.id, second!.id], 2]);
    assert.equal(decisions.withdraw(records, newId(), 1, true)[0], records);
    assert.equal(standingConsent(records), undefined);
    assert.equal(withdrawal(records), records.consents.at(-1));
  });

  it('needs a consent, and the application of its page', () => {
    assert.match(
      codeOf(() => withdraw(start())),
      /^handler-no-consent/,
    );
    const records = apply(start(), [...two, agree('one')]);
    assert.match(
      codeOf(() => decisions.withdraw(records, newId(), 2, true)),
      /^handler-closed/,
    );
  });
});

describe('evidence', () => {
  const REJECTED: [what: string, facts: Partial<decisions.Answer>, error: RegExp][] = [
    ['of another notice', { evidence: { servedId: 'other', sha256: 'text', translated: false } }, /too long ago/],
    ['of another wording', { notice: { ...answer('one').notice!, sha256: 'b' } }, /wording has changed/],
    ['of a notice that is not served any more', { notice: undefined }, /wording has changed/],
    ['with another text', { evidence: { servedId: 'one', sha256: 'other', translated: false } }, /handler-no-consent/],
    ['of another application', { number: 2 }, /handler-closed/],
  ];
  for (const [what, facts, error] of REJECTED)
    it(`${what} is rejected`, () => {
      const records = apply(start(), two);
      for (const decide of [decisions.agree, decisions.agreeToRequest, decisions.decline] as const)
        assert.match(
          codeOf(() => decide(records, newId(), answer('one', facts), 1 as never)),
          error,
        );
    });
});

/** The calls with figures that have begun and ended, and what is known of the figures that were sent last. */
const FIGURES: [what: string, acts: readonly Act[], state: string, figures: string | null][] = [
  ['no call', [], 'none', null],
  ['a call under way', [figures('a')], 'unknown', null],
  ['a call that is done', [figures('a'), figuresDone('a')], 'stored', 'figures of a'],
  ['a call that certainly failed', [figures('a'), end('a', 'failed')], 'none', null],
  [
    'a failure after earlier figures',
    [figures('a'), figuresDone('a'), figures('b'), end('b', 'failed')],
    'stored',
    'figures of a',
  ],
  ['a failure of a call that the service may have got', [figures('a'), figuresLost('a')], 'unknown', null],
  [
    'such a failure after earlier figures',
    [figures('a'), figuresDone('a'), figures('b'), figuresLost('b')],
    'unknown',
    null,
  ],
  [
    'figures after such a failure',
    [figures('a'), figuresLost('a'), figures('b'), figuresDone('b')],
    'stored',
    'figures of b',
  ],
  [
    'such a failure during a later call',
    [figures('a'), figures('b'), figuresLost('a'), figuresDone('b')],
    'unknown',
    null,
  ],
  ['an unknown outcome', [figures('a'), end('a', 'unknown')], 'unknown', null],
  [
    'an unknown outcome after earlier figures',
    [figures('a'), figuresDone('a'), figures('b'), end('b', 'unknown')],
    'unknown',
    'figures of a',
  ],
  [
    'figures after an unknown outcome',
    [figures('a'), end('a', 'unknown'), figures('b'), figuresDone('b')],
    'stored',
    'figures of b',
  ],
  ['a later call under way', [figures('a'), figuresDone('a'), figures('b')], 'unknown', 'figures of a'],
  [
    'two calls at the same time, the later one done first',
    [figures('a'), figures('b'), figuresDone('b'), figuresDone('a')],
    'unknown',
    null,
  ],
  [
    'two calls at the same time, the earlier one done first',
    [figures('a'), figures('b'), figuresDone('a'), figuresDone('b')],
    'unknown',
    null,
  ],
  [
    'two calls at the same time, of which the later one fails',
    [figures('a'), figures('b'), figuresDone('a'), end('b', 'failed')],
    'stored',
    'figures of a',
  ],
  [
    'two calls at the same time, of which the later one is unknown',
    [figures('a'), figures('b'), figuresDone('a'), end('b', 'unknown')],
    'unknown',
    'figures of a',
  ],
  [
    'two calls at the same time, of which the earlier one is unknown',
    [figures('a'), figures('b'), pass(1), end('a', 'unknown'), figuresDone('b')],
    'unknown',
    null,
  ],
  [
    'figures after two calls at the same time',
    [figures('a'), figures('b'), figuresDone('a'), figuresDone('b'), figures('c'), figuresDone('c')],
    'stored',
    'figures of c',
  ],
];

describe('the figures that were sent last, after', () => {
  for (const [what, acts, state, known] of FIGURES)
    it(what, () => {
      const records = apply(start(), acts);
      assert.deepEqual([stateOfFigures(records), current(records)!.figures], [state, known]);
    });
});
