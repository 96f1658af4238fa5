// The changes of a saved draft, by everything that can happen to it. Without a page, a call or a timer.
import type { SavedDraft } from '../../../schema/calls/draft.js';
import { haveSameEntries, isBlank } from './draft-entries.js';
import {
  CHANGES,
  CONFIRMED,
  FAILED_AFTER_MS,
  SAVING_AFTER_MS,
  contentOf,
  hasMade,
  isOff,
  isPaused,
  isUnsaved,
  READY,
  savable,
  type Change,
  type DraftFact,
  type DraftState,
  type DraftStatus,
  type Restore,
} from './draft-table.js';

/** The pause without a change before the draft is saved, and the longest time for which a changed draft is not saved. */
export const QUIET_MS = 1000;
const MAX_UNSAVED_MS = 5000;
/** The longest wait for a retry after several failed saves. */
const MAX_RETRY_MS = 30_000;
const MIN_LOAD_INTERVAL_MS = 5000;
const MAX_SENT_REVISIONS = 20;

/** Changes the status as the table says. */
function change(state: DraftState, what: Change, theirs?: SavedDraft): DraftState {
  const [status, from] = CHANGES[what];
  if (!(from as readonly DraftStatus[]).includes(state.status)) return state;
  const [isSaving, isSaved] = [status === 'saving', status === 'saved'];
  const isNews = status === state.status ? state.isNews : !isSaving && (!isSaved || state.wasNotSaved);
  const wasNotSaved = isSaving ? state.wasNotSaved : !isSaved && status !== 'taken';
  return { ...state, status, isNews, wasNotSaved, theirs };
}

/** Plans a save of unsaved changes. */
function plan(state: DraftState, wait: number): DraftState {
  if (!isUnsaved(state) || isPaused(state)) return state;
  const { at, notBefore, dueAt, unsent = at, unconfirmed = unsent } = state;
  const plannedAt = dueAt === undefined ? at : state.plannedAt;
  const next = Math.max(Math.min(at + wait, plannedAt + MAX_UNSAVED_MS), notBefore);
  return { ...state, plannedAt, dueAt: next, unsent, unconfirmed };
}

/** Saves unsaved changes. A change that was undone needs no save. */
function save(given: DraftState, isLeaving: boolean): DraftState {
  const state = { ...given, dueAt: undefined };
  if (isPaused(state)) return state;
  if (!isUnsaved(state)) {
    if (state.sending || state.status !== 'saving') return state;
    return change({ ...state, ...CONFIRMED }, state.base === undefined ? 'undone' : 'confirmed');
  }
  if (state.sending && !isLeaving) return plan(state, QUIET_MS);
  const { base, sent, device } = state;
  const [turn, content] = [state.turn + 1, contentOf(state)];
  const isFirst = base === undefined;
  // Until the first save has a response, a second save has the same revision, so that the handler treats both as one.
  const revision = (isFirst && sent[0]) || `${device}-${turn}`;
  const sending = { turn, revision, after: isFirst ? [] : [base, ...sent], content };
  const now = isFirst ? [revision] : [...sent, revision].slice(1 - MAX_SENT_REVISIONS);
  return { ...state, turn, sending, saved: content, sent: now, unsent: undefined };
}

/** Says that the oldest change has not been saved for long. A failure stays until it is saved. */
function warn(state: DraftState): DraftState {
  const { unconfirmed = Infinity, at, status, sending } = state;
  if (status === 'failed' || !(sending || isUnsaved(state)) || at < unconfirmed + SAVING_AFTER_MS) return state;
  return change(state, at < unconfirmed + FAILED_AFTER_MS ? 'slow' : 'late');
}

/** Everything is confirmed, except for changes that no request contains. */
function confirm(given: DraftState): DraftState {
  const state = { ...given, unconfirmed: given.unsent };
  const isRecent = !(state.at >= (state.unconfirmed ?? Infinity) + SAVING_AFTER_MS);
  return isRecent ? change(state, 'confirmed') : state;
}

function restore(state: DraftState, { revision, draft }: SavedDraft, options: Omit<Restore, 'draft'>): DraftState {
  const told = change(state, haveSameEntries(savable(state), draft) ? 'same' : 'filled');
  return { ...told, ...CONFIRMED, base: revision, sent: [], restoring: { draft, ...options } };
}

/** Compares the saved draft with the answers on this page, of which some may be unsaved. */
function compare(state: DraftState, saved: SavedDraft | undefined, hasUnsavedWork: boolean): DraftState {
  if (isPaused(state)) return state;
  const own = savable(state);
  const hadSaved = state.base !== undefined;
  if (!saved) return hadSaved ? change(state, 'gone') : plan(state, 0);
  // Another page has created the application, so the saved draft continues without these answers.
  if (hadSaved && own.inputs.company && !saved.draft.inputs.company) return change(state, 'gone');
  const isFromThisPage = hasMade(state, saved.revision);
  if (!isFromThisPage && !haveSameEntries(own, saved.draft))
    return hasUnsavedWork && !isBlank(own)
      ? change(state, 'differs', saved)
      : restore(state, saved, { replacesAll: true });
  const content = isFromThisPage ? state.saved : contentOf(state);
  return plan(confirm({ ...state, base: saved.revision, sent: [], saved: content }), 0);
}

/** Saves all answers of this page, because the applicant wants that. */
function saveAll(state: DraftState): DraftState {
  const wanted = { ...change(state, 'wanted'), ...READY, ...CONFIRMED, hasChanged: true, saved: '' };
  return save(plan(wanted, 0), false);
}

/** The backend has not saved: says why, or finds out first whether another page has saved. */
function fail(given: DraftState, { code, retryAfter }: Named<'failed'>): DraftState {
  // The same content would fail again.
  const isRejected = code === 'handler-too-large' || code === 'handler-invalid';
  const state = isRejected ? given : { ...given, saved: '' };
  // Another page has saved, or this page has, and the response was lost.
  if (code === 'handler-draft-conflict') return load(state, 'conflict');
  const ended = { ...state, sending: undefined };
  const what = code && ENDS[code];
  if (what) return change(ended, what);
  const failed = deferred(ended, retryAfter);
  if (code !== 'handler-signed-out') return failed;
  // The panel says what to do, and that the answers stay on the page.
  return { ...failed, isNews: false, signIns: failed.signIns + 1 };
}

const ENDS: Partial<Record<string, Change>> = {
  'handler-draft-ended': 'gone',
  'handler-forbidden': 'stranger',
  'handler-other-applicant': 'stranger',
  'handler-closed': 'closed',
};

/** After each failed save the next one waits twice as long as before. `seconds` is the backend's retry-after time. */
function deferred(state: DraftState, seconds = 0): DraftState {
  const notBefore = state.at + Math.max(state.retryMs, seconds * 1000);
  const retryMs = Math.min(2 * state.retryMs, MAX_RETRY_MS);
  return plan({ ...change(state, 'rejected'), notBefore, retryMs }, QUIET_MS);
}

const load = (state: DraftState, why: NonNullable<DraftState['loading']>['why']): DraftState => ({
  ...state,
  loading: { why },
  loadedAt: state.at,
});

/** `answer` is undefined if the draft could not be loaded. */
function endLoad(given: DraftState, { answer }: Named<'loaded'>): DraftState {
  const why = given.loading?.why;
  const state = { ...(why === 'conflict' ? { ...given, sending: undefined } : given), loading: undefined };
  if (!why) return state;
  if (answer && answer.owner !== state.owner) return change(state, 'stranger');
  if (why === 'choice') {
    const saved = answer?.saved ?? state.theirs;
    return saved && state.status === 'conflict'
      ? restore(state, saved, { replacesAll: true, takesFocus: true })
      : state;
  }
  if (!answer) return why === 'conflict' ? deferred(state) : state;
  if (why === 'shown' && state.sending) return state;
  return compare(state, answer.saved, why === 'conflict' || isUnsaved(state));
}

function begin(state: DraftState, { saved, isBack }: Named<'began'>): DraftState {
  if (isOff(state)) return state;
  if (saved && !isBack) return restore(state, saved, { replacesAll: false });
  // This page may have saved after the backend sent the session.
  const isNewest = state.base === undefined || state.base === saved?.revision;
  return isNewest ? compare(state, saved, isUnsaved(state)) : load(state, 'began');
}

/** The page is shown again: another device may have saved since, if this page has no unsaved changes. */
function look(given: DraftState): DraftState {
  const state = plan({ ...given, ...READY }, 0);
  const isBusy = isPaused(state) || state.sending || isUnsaved(state) || state.loading;
  return isBusy || state.at < state.loadedAt + MIN_LOAD_INTERVAL_MS ? state : load(state, 'shown');
}

/** After the application was created, the saved draft goes on with the other answers. */
function create(given: DraftState): DraftState {
  // A pending save contains answers that the application now has.
  const rest = { isCreated: true, sending: undefined, saved: '', loading: undefined, theirs: undefined };
  const state = { ...given, ...READY, ...CONFIRMED, ...rest };
  // Without a base, the applicant has deleted the saved draft.
  const next = isOff(state) && state.base === undefined ? state : change(state, 'created');
  // If the draft has no other answers, the backend has deleted it.
  return plan(isBlank(savable(next)) ? { ...next, base: undefined, sent: [] } : next, QUIET_MS);
}

type Named<Name extends DraftFact['is']> = Extract<DraftFact, { is: Name }>;

/** One line for each fact. */
const FACTS: { readonly [Name in DraftFact['is']]: (state: DraftState, fact: Named<Name>) => DraftState } = {
  acted: act,
  began: begin,
  woke: (state) => (state.at >= (state.dueAt ?? Infinity) ? save(state, false) : state),
  hidden: (state) => save(state, true),
  shown: look,
  retried: (state) => plan({ ...state, ...READY }, 0),
  saved: endSave,
  failed: (state, fact) => (fact.turn === state.sending?.turn ? fail(state, fact) : state),
  loaded: endLoad,
  restored: endRestore,
  'chose-theirs': (state) => (state.status === 'conflict' ? load(state, 'choice') : state),
  'chose-own': (state) =>
    state.status === 'conflict' ? saveAll({ ...state, base: state.theirs?.revision, sent: [] }) : state,
  'wanted-again': (state) => (isOff(state) ? saveAll({ ...state, base: undefined, sent: [], isOpen: true }) : state),
  delete: (state) =>
    isPaused(state) ? state : change({ ...state, sending: undefined, saved: '', dueAt: undefined }, 'delete'),
  deleted: (state) => ({ ...change(state, 'deleted'), base: undefined, sent: [] }),
  'not-deleted': (state, { isSignedOut }) => ({
    ...plan(change(state, 'not-deleted'), QUIET_MS),
    signIns: state.signIns + Number(isSignedOut),
  }),
  created: create,
  stopped: (state) => change({ ...state, dueAt: undefined }, 'stopped'),
  toggled: (state) => ({ ...state, isOpen: !state.isOpen }),
};

/** The next state. `state.at` and `state.page` are the present ones. */
export const nextDraft = (state: DraftState, fact: DraftFact): DraftState =>
  warn((FACTS[fact.is] as (state: DraftState, fact: DraftFact) => DraftState)(state, fact));

function act(state: DraftState, { isChange, isMove }: Named<'acted'>): DraftState {
  const hasChanged = state.hasChanged || (isChange && !state.restoring);
  const hasEntered = state.hasEntered || (isChange && !isMove);
  return plan({ ...state, hasChanged, hasEntered }, isMove ? 0 : QUIET_MS);
}

function endSave(state: DraftState, { turn }: Named<'saved'>): DraftState {
  if (turn !== state.sending?.turn) return state;
  const { revision } = state.sending;
  return plan(confirm({ ...state, ...READY, sending: undefined, base: revision, sent: [] }), QUIET_MS);
}

function endRestore(state: DraftState, { hasEntered, isTyped }: Named<'restored'>): DraftState {
  const next = { ...state, hasEntered: state.hasEntered || hasEntered, hasChanged: isTyped, restoring: undefined };
  return plan({ ...next, saved: isTyped ? '' : contentOf(next) }, QUIET_MS);
}
