import { expect } from '@open-wc/testing';
import {
  CHANGES,
  contentOf,
  draftEffects,
  isUnsaved,
  newDraft,
  STATUSES,
  wakeAt,
  type DraftFact,
  type DraftState,
} from '../../../../src/components/onboarding/drafts/draft-table.js';
import { nextDraft } from '../../../../src/components/onboarding/drafts/draft.js';
import type { SavedDraft, SavedJourney } from '../../../../src/schema/calls/draft.js';

const OWNER = 'owner';
const page = (registered_name = ''): SavedJourney => ({
  step: 'company',
  inputs: { company: { registered_name } },
  answers: {},
});
const theirs = (registered_name: string, revision = 'theirs'): SavedDraft => ({
  revision,
  savedAt: '2026-11-21T14:05:09.000Z',
  draft: page(registered_name),
});
const start = (known: Partial<DraftState> = {}): DraftState => ({
  ...newDraft({ owner: OWNER, device: 'device', at: 0, page: page(), isOver: false, isCreated: false }),
  ...known,
});
const typed: DraftFact = { is: 'acted', isMove: false, isChange: true };
const loaded = (saved?: SavedDraft, owner = OWNER): DraftFact => ({ is: 'loaded', answer: { owner, saved } as never });

/** A draft in each state, with an answer of the applicant: a save is pending in those that save. */
const sending = { turn: 1, revision: 'device-1', after: ['base'], content: JSON.stringify(page('Acme')) };
const inState = (status: DraftState['status'], known: Partial<DraftState> = {}) =>
  start({ status, page: page('Acme'), hasChanged: true, hasEntered: true, base: 'base', turn: 1, sending, ...known });

/** The facts that change the status, each with the state that it needs. */
const FACTS: Record<keyof typeof CHANGES, [DraftFact, Partial<DraftState>?]> = {
  slow: [{ is: 'woke' }, { at: 2000, unconfirmed: 0 }],
  late: [{ is: 'woke' }, { at: 8000, unconfirmed: 0 }],
  undone: [{ is: 'hidden' }, { sending: undefined, base: undefined, saved: JSON.stringify(page('Acme')) }],
  confirmed: [{ is: 'saved', turn: 1 }],
  rejected: [{ is: 'failed', turn: 1, code: 'adapter-unreachable' }],
  gone: [{ is: 'failed', turn: 1, code: 'handler-draft-ended' }],
  stranger: [loaded(undefined, 'another'), { loading: { why: 'choice' } }],
  closed: [{ is: 'failed', turn: 1, code: 'handler-closed' }],
  differs: [loaded(theirs('Other')), { loading: { why: 'conflict' } }],
  same: [loaded(theirs('Acme')), { loading: { why: 'began' } }],
  filled: [loaded(theirs('Other')), { loading: { why: 'began' }, saved: JSON.stringify(page('Acme')) }],
  wanted: [{ is: 'wanted-again' }],
  delete: [{ is: 'delete' }],
  deleted: [{ is: 'deleted' }],
  'not-deleted': [{ is: 'not-deleted', isSignedOut: false }],
  created: [{ is: 'created' }],
  stopped: [{ is: 'stopped' }],
};
/** In a conflict the applicant chooses, so the same change has another fact there. */
const IN_CONFLICT: typeof FACTS = {
  ...FACTS,
  same: [loaded(theirs('Acme')), { loading: { why: 'choice' } }],
  filled: [loaded(theirs('Other')), { loading: { why: 'choice' } }],
  wanted: [{ is: 'chose-own' }],
};

describe('the table of the draft', () => {
  for (const [name, [to, from]] of Object.entries(CHANGES)) {
    it(`changes to ${to} when it is ${name}, only from ${from.length === STATUSES.length ? 'every state' : from.join(', ')}`, () => {
      for (const status of STATUSES) {
        const [fact, known] = (status === 'conflict' ? IN_CONFLICT : FACTS)[name as keyof typeof CHANGES];
        const { status: after } = nextDraft(inState(status, known), fact);
        expect(after, `${name} in ${status}`).to.equal((from as readonly string[]).includes(status) ? to : status);
      }
    });
  }

  for (const [what, code, isSentAgain] of [
    ['sends a draft again that could not be saved', 'adapter-unreachable', true],
    ['does not send a draft again that is too large', 'handler-too-large', false],
    ['does not send a draft again that is not valid', 'handler-invalid', false],
  ] as const)
    it(what, () => {
      const failed = nextDraft(inState('nothing', { saved: sending.content }), { is: 'failed', turn: 1, code });
      expect(failed.dueAt !== undefined).to.equal(isSentAgain);
    });

  it('asks to sign in after a save or a deletion that nobody was signed in for', () => {
    const save = nextDraft(inState('saved'), { is: 'failed', turn: 1, code: 'handler-signed-out' });
    expect([save.signIns, save.isNews]).to.deep.equal([1, false]);
    expect(nextDraft(inState('deleting'), { is: 'not-deleted', isSignedOut: true }).signIns).to.equal(1);
  });

  it('ignores the end of a save that is not the newest', () => {
    const newer = nextDraft(inState('saving', { hasChanged: true, page: page('Newer') }), { is: 'hidden' });
    expect(newer.sending!.turn).to.equal(2);
    expect(nextDraft(newer, { is: 'saved', turn: 1 })).to.equal(newer);
    expect(nextDraft(newer, { is: 'failed', turn: 1, code: undefined })).to.equal(newer);
  });

  it('announces a status only if the applicant’s situation changes', () => {
    const saved = nextDraft(inState('saving'), { is: 'saved', turn: 1 });
    expect([saved.status, saved.isNews]).to.deep.equal(['saved', false]);
    const failed = nextDraft(inState('saving'), { is: 'failed', turn: 1, code: undefined });
    expect(failed.isNews).to.be.true;
    expect(nextDraft({ ...failed, sending }, { is: 'saved', turn: 1 }).isNews).to.be.true;
  });
});

/** The states that say that the newest answers are not saved, or that a copy is being deleted. */
const SAID = ['failed', 'conflict', 'stranger', 'off', 'ended', 'closed', 'deleting'];
const CODES = [
  'adapter-unreachable',
  'handler-draft-conflict',
  'handler-draft-ended',
  'handler-forbidden',
  'handler-closed',
  'handler-too-large',
  'handler-signed-out',
];

/** Repeatable random numbers from 0 to below `end`. */
function dice(seed: number) {
  return (end: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * end);
  };
}

function randomFact(roll: (end: number) => number, state: DraftState): DraftFact {
  const names = ['Acme', 'Other', 'Third'];
  const saved = [undefined, theirs(names[roll(3)]!, `theirs-${roll(3)}`), theirs(names[roll(3)]!, state.base)][roll(3)];
  const turn = Math.max(0, state.turn - roll(2));
  const facts: DraftFact[] = [
    typed,
    typed,
    { is: 'acted', isMove: true, isChange: true },
    { is: 'woke' },
    { is: 'woke' },
    { is: 'hidden' },
    { is: 'shown' },
    { is: 'retried' },
    { is: 'saved', turn },
    { is: 'saved', turn },
    { is: 'failed', turn, code: CODES[roll(CODES.length)], retryAfter: roll(5) },
    loaded(saved, roll(9) ? OWNER : 'another'),
    { is: 'loaded', answer: undefined },
    { is: 'chose-theirs' },
    { is: 'chose-own' },
    { is: 'wanted-again' },
    { is: 'delete' },
    { is: 'deleted' },
    { is: 'not-deleted', isSignedOut: !roll(2) },
    { is: 'toggled' },
    ...(roll(20) ? [] : [{ is: 'created' } as const]),
  ];
  return facts[roll(facts.length)]!;
}

it('10,000 random sequences of facts lose no typed answer, and send no save while another is pending', () => {
  for (let seed = 1; seed <= 10_000; seed++) {
    const roll = dice(seed);
    let state = start();
    let confirmed = '';
    const told: string[] = [];
    for (let step = 0; step < 20; step++) {
      const fact = randomFact(roll, state);
      const isTyped = fact === typed;
      const at = fact.is === 'woke' ? Math.min(wakeAt(state), state.at + 20_000) : state.at + roll(3000);
      const before = { ...state, at, page: isTyped ? page(`${['Acme', 'Other', ''][roll(3)]}`) : state.page };
      const after = nextDraft(before, fact);
      told.push(`${fact.is} → ${after.status}`);
      const why = `${seed}: ${told.join(', ')}`;
      for (const effect of draftEffects(before, after)) {
        if (effect.does === 'save') expect(!before.sending || fact.is === 'hidden', `one save: ${why}`).to.be.true;
        if (effect.does === 'save') expect(SAID.slice(1), `no save: ${why}`).to.not.include(after.status);
      }
      if (fact.is === 'saved' && fact.turn === before.sending?.turn) confirmed = before.sending.content;
      // Another device has saved the same answers.
      if (fact.is === 'loaded' && after.base?.startsWith('theirs') && !isUnsaved(after)) confirmed = after.saved;
      state = after;
      if (after.restoring) {
        // The answers of the backend are the page's from then on.
        state = nextDraft(
          { ...after, page: after.restoring.draft },
          { is: 'restored', hasEntered: true, isTyped: false },
        );
        confirmed = contentOf(state);
      }
      const isPending = state.dueAt !== undefined || state.sending || state.loading || SAID.includes(state.status);
      expect(
        !state.hasChanged || contentOf(state) === confirmed || isPending,
        `a typed answer is saved, pending or said: ${why}`,
      ).to.be.ok;
      expect(!isUnsaved(state) || isPending, `unsaved: ${why}`).to.be.ok;
    }
  }
}).timeout(20_000);
