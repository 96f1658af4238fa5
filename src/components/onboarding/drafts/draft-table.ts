// The table of the saved draft: its states, and everything that can happen to it.
import type { DraftAnswer, SavedDraft, SavedJourney } from '../../../schema/calls/draft.js';
import { isBlank } from './draft-entries.js';

/** In these states changes are saved. */
const SAVING = ['nothing', 'saving', 'saved', 'taken', 'failed', 'kept'] as const;
/** In these states nothing is saved until the applicant decides. */
const PAUSED = ['deleting', 'off', 'ended', 'conflict', 'stranger', 'closed'] as const;
export const STATUSES = [...SAVING, ...PAUSED] as const;
export type DraftStatus = (typeof STATUSES)[number];

/** The table of the draft: each change of its status, and the states in which it is possible. In the others it is ignored. */
export const CHANGES = {
  slow: ['saving', ['nothing', 'saving', 'saved', 'taken', 'kept']],
  late: ['failed', SAVING],
  undone: ['nothing', ['saving']],
  confirmed: ['saved', SAVING],
  rejected: ['failed', SAVING],
  gone: ['ended', SAVING],
  stranger: ['stranger', [...SAVING, 'conflict']],
  closed: ['closed', SAVING],
  differs: ['conflict', SAVING],
  same: ['saved', [...SAVING, 'conflict']],
  filled: ['taken', [...SAVING, 'conflict']],
  wanted: ['saving', ['conflict', 'off', 'ended']],
  delete: ['deleting', SAVING],
  deleted: ['off', ['deleting']],
  'not-deleted': ['kept', ['deleting']],
  created: ['nothing', [...SAVING, 'conflict', 'ended']],
  stopped: ['off', STATUSES],
} as const satisfies Record<string, readonly [DraftStatus, readonly DraftStatus[]]>;
export type Change = keyof typeof CHANGES;

/** Everything that can happen to a draft. */
export type DraftFact =
  /** `isMove`: another step is shown. `isChange`: the answers may have changed. */
  | { is: 'acted'; isMove: boolean; isChange: boolean }
  | { is: 'began'; saved: SavedDraft | undefined; isBack: boolean }
  /** The time of `wakeAt()` has come. */
  | { is: 'woke' }
  /** The page is hidden or left, so the save must not wait for a pending one. */
  | { is: 'hidden' }
  | { is: 'shown' }
  /** The cause of an earlier failure may be gone. */
  | { is: 'retried' }
  | { is: 'saved'; turn: number }
  | { is: 'failed'; turn: number; code: string | undefined; retryAfter?: number | undefined }
  | { is: 'loaded'; answer: DraftAnswer | undefined }
  | { is: 'restored'; hasEntered: boolean; isTyped: boolean }
  | { is: 'chose-theirs' }
  | { is: 'chose-own' }
  | { is: 'wanted-again' }
  | { is: 'delete' }
  | { is: 'deleted' }
  | { is: 'not-deleted'; isSignedOut: boolean }
  | { is: 'created' }
  | { is: 'stopped' }
  | { is: 'toggled' };

export interface Save {
  readonly turn: number;
  readonly revision: string;
  /** The revisions on which it builds: the one that this page continues from, and its own since. */
  readonly after: readonly string[];
  readonly content: string;
}

/** A saved draft that is put into the page. */
export interface Restore {
  readonly draft: SavedJourney;
  /** Whether it replaces everything on this page. If not, fields that were entered on this page keep their values. */
  readonly replacesAll: boolean;
  /** Whether the heading gets the focus. Default: if the focus is in the journey, and the step changes. */
  readonly takesFocus?: boolean;
}

export interface DraftState {
  readonly status: DraftStatus;
  readonly owner: string;
  /** The start of the revisions of this page. */
  readonly device: string;
  /** The present time in milliseconds, and the present answers that no call has sent. */
  readonly at: number;
  readonly page: SavedJourney;
  /** Whether the page can only be loaded again. */
  readonly isOver: boolean;
  /** Whether the status changes the applicant's situation, so that screen readers announce it. */
  readonly isNews: boolean;
  readonly wasNotSaved: boolean;
  readonly isOpen: boolean;
  readonly isCreated: boolean;
  /** Whether the applicant has entered something. Until then, filled-in values are not saved. */
  readonly hasEntered: boolean;
  readonly hasChanged: boolean;
  /** The draft that was last sent or restored, as JSON. */
  readonly saved: string;
  /** The revision that this page continues from, and those that it has sent since, whose responses have not arrived. */
  readonly base: string | undefined;
  readonly sent: readonly string[];
  readonly turn: number;
  /** The pending save. The end of any other one is ignored. */
  readonly sending: Save | undefined;
  readonly loading: { readonly why: 'began' | 'conflict' | 'shown' | 'choice' } | undefined;
  readonly loadedAt: number;
  /** The draft of another device, between which and this page the applicant chooses. */
  readonly theirs: SavedDraft | undefined;
  readonly restoring: Restore | undefined;
  /** How often the applicant must be asked to sign in. */
  readonly signIns: number;
  /** When the next save is due, when that was first planned, and the time before which there is none. */
  readonly dueAt: number | undefined;
  readonly plannedAt: number;
  readonly notBefore: number;
  readonly retryMs: number;
  /** The time of the oldest change that is not confirmed, and of the oldest one that no request contains. */
  readonly unconfirmed: number | undefined;
  readonly unsent: number | undefined;
}

/** The age of a change that no response has confirmed: then the page says that it is saving, and later that it is not saved. */
export const SAVING_AFTER_MS = 2000;
export const FAILED_AFTER_MS = 8000;
/** The wait for a retry after the first failed save. */
const FIRST_RETRY_MS = 2000;
export const READY = { notBefore: 0, retryMs: FIRST_RETRY_MS };
export const CONFIRMED = { unconfirmed: undefined, unsent: undefined };

export const newDraft = (
  known: Pick<DraftState, 'owner' | 'device' | 'at' | 'page' | 'isOver' | 'isCreated'>,
): DraftState => ({
  ...known,
  ...READY,
  ...CONFIRMED,
  status: 'nothing',
  isNews: false,
  wasNotSaved: false,
  isOpen: false,
  hasEntered: false,
  hasChanged: false,
  saved: '',
  base: undefined,
  sent: [],
  turn: 0,
  sending: undefined,
  loading: undefined,
  loadedAt: known.at,
  theirs: undefined,
  restoring: undefined,
  signIns: 0,
  dueAt: undefined,
  plannedAt: 0,
});

export const isOff = ({ status }: DraftState) => status === 'off' || status === 'ended';
export const isPaused = ({ status, isOver }: DraftState) => isOver || (PAUSED as readonly string[]).includes(status);
export const hasMade = ({ base, sent }: DraftState, revision: string) => revision === base || sent.includes(revision);

/** The part of the answers that is saved. */
export function savable({ page, hasEntered }: DraftState): SavedJourney {
  return hasEntered || Object.values(page.answers).some(Boolean) ? page : { ...page, inputs: {} };
}
export const contentOf = (state: DraftState) => JSON.stringify(savable(state));
export const isUnsaved = (state: DraftState) =>
  state.hasChanged && !state.restoring && contentOf(state) !== state.saved;

/** In these states only this page has the newest answers. */
const AT_RISK: readonly DraftStatus[] = ['failed', 'conflict', 'stranger'];
/** The longest draft that browsers send while the page is left: 64 KiB, with up to 3 bytes for each character. */
const MAX_KEEPALIVE_CHARS = 20_000;
/** These states are told only if the applicant has entered something. */
const UNTOLD: readonly DraftStatus[] = ['saving', 'saved', 'failed'];
export const toldStatus = (state: DraftState): DraftStatus =>
  UNTOLD.includes(state.status) && isBlank(savable(state)) ? 'nothing' : state.status;

export const isSentWhileLeaving = (content: string) => content.length < MAX_KEEPALIVE_CHARS;

/** After the application was created, only answers that are at risk are mentioned. */
export const isTold = (state: DraftState) => !state.isCreated || AT_RISK.includes(toldStatus(state));

/** Whether answers would be lost if the page was left now. */
export function isAtRisk(state: DraftState): boolean {
  if (isOff(state)) return !isBlank(savable(state));
  if (AT_RISK.includes(state.status)) return true;
  // Firefox before 133 cannot send a draft while the page is left.
  const isSentLater = 'keepalive' in Request.prototype && isSentWhileLeaving(contentOf(state));
  return !isSentLater && !isPaused(state) && (isUnsaved(state) || !!state.sending);
}

/** When something happens without the applicant or the backend: a save, or a sentence about its delay. */
export function wakeAt({ dueAt, unconfirmed = Infinity, at }: DraftState): number {
  const slow = [SAVING_AFTER_MS, FAILED_AFTER_MS].map((wait) => unconfirmed + wait).find((time) => time > at);
  return Math.min(dueAt ?? Infinity, slow ?? Infinity);
}

export type DraftEffect =
  | { readonly does: 'save'; readonly save: Save }
  | { readonly does: 'load' | 'delete' | 'ask-to-sign-in' }
  | { readonly does: 'restore'; readonly restore: Restore };

/** The work that follows from a change of the state. */
export function draftEffects(before: DraftState, after: DraftState): readonly DraftEffect[] {
  const isNew = (key: keyof DraftState) => after[key] !== before[key] && !!after[key];
  const effects: (DraftEffect | false)[] = [
    isNew('sending') && { does: 'save', save: after.sending! },
    isNew('loading') && { does: 'load' },
    isNew('restoring') && { does: 'restore', restore: after.restoring! },
    isNew('signIns') && { does: 'ask-to-sign-in' },
    isNew('status') && after.status === 'deleting' && { does: 'delete' },
  ];
  return effects.filter((effect) => !!effect);
}
