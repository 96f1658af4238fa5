import { filesToKeep, restoreFiles as filesFrom, type KeptFile } from '../../../base/chosen-files.js';
import type { JourneyDraft } from '../../../base/steps.js';
import type { JourneyState } from '../journey-state.js';
import { isFirstJourney } from '../page/history-entry.js';

/** The key of the draft in the state of a history entry. Its value is encrypted with the backend's key. */
export const DRAFT_KEY = 'lendingDraft';
/** Milliseconds between two writes: browsers refuse more than 100 changes of the history in 10 seconds. */
const PAUSE = 150;

/** The content that is kept: of files only the data without their bytes. */
type KeptDraft = Omit<JourneyDraft, 'files'> & { files?: KeptFile[] };

interface Sealed {
  iv: BufferSource;
  data: ArrayBuffer;
}

const cipher = (iv: BufferSource) => ({ name: 'AES-GCM', iv });

/** Keeps the draft in the history entry. `opens`: restores the draft that was kept with this key first. */
export async function keepDraftInHistory(journey: JourneyState, k: string, opens: boolean): Promise<void> {
  const { host } = journey;
  const { subtle } = crypto;
  const key = await subtle.importKey('jwk', { kty: 'oct', k }, 'AES-GCM', false, ['encrypt', 'decrypt']);
  let sealed: Sealed | undefined;
  let turns = 0;
  let sealedTurn = 0;
  let isWaiting = false;
  /** Whether this key is outdated: another user has another one. */
  const isOver = () => journey.keepInHistory !== save;

  const write = () => {
    isWaiting = false;
    removeEventListener('beforeunload', write);
    if (isOver()) return;
    const state = (history.state ?? {}) as object;
    // A state that is not a plain object belongs to the page, and cannot hold our data.
    if (!isFirstJourney(host) || Object.getPrototypeOf(state) !== Object.prototype) return;
    try {
      history.replaceState({ ...state, [DRAFT_KEY]: sealed }, '');
    } catch {
      // The browser allows no more changes for now. The next change writes again.
    }
  };
  const save = async () => {
    if (isOver()) return;
    const turn = ++turns;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const kept: KeptDraft = { ...journey.draftToKeep(), files: filesToKeep(host.draft.files) };
    const data = await subtle.encrypt(cipher(iv), key, new TextEncoder().encode(JSON.stringify(kept)));
    // An older draft is better than none: the newest one may not be ready when the page unloads.
    if (turn < sealedTurn || isOver()) return;
    sealedTurn = turn;
    sealed = { iv, data };
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(write, PAUSE);
    // A reload must find the draft, so it is written before the page unloads. A permanent listener would keep the page out of
    // the bfcache.
    addEventListener('beforeunload', write);
  };

  if (opens) await restoreSealedDraft(journey, key);
  journey.keepInHistory = save;
  for (const type of ['input', 'click', 'lending-step-changed', 'lending-screen-changed'])
    host.addEventListener(type, save);
  // Chosen and sent documents. This event stays in the shadow root, like every file name.
  host.renderRoot.addEventListener('change', save);
  await save();
}

/** Removes the draft from the history entry. */
export function forgetDraftInHistory(): void {
  const { [DRAFT_KEY]: draft, ...state } = (history.state ?? {}) as Record<string, unknown>;
  if (draft) history.replaceState(state, '');
}

/** Restores the kept draft, if this key opens it. */
async function restoreSealedDraft(journey: JourneyState, key: CryptoKey): Promise<void> {
  const kept = (history.state as Record<string, Sealed | undefined> | null)?.[DRAFT_KEY];
  if (!kept) return;
  // Loaded first: if that fails, the draft stays in the entry.
  const { restoreKeptDraft } = await import('./restore-draft.js');
  try {
    const data = await crypto.subtle.decrypt(cipher(kept.iv), key, kept.data);
    const { files, ...draft } = JSON.parse(new TextDecoder().decode(data)) as KeptDraft;
    restoreFiles(journey, files);
    if (journey.firstStep) restoreKeptDraft(journey, draft);
  } catch {
    // A draft that cannot be opened belongs to another user, and is overwritten.
  }
}

/** The browser may have restored the inputs itself, but not files. */
function restoreFiles(journey: JourneyState, kept: readonly KeptFile[] | undefined): void {
  const files = (journey.host.draft.files ??= []);
  if (journey.isCreated && files.length === 0) files.push(...filesFrom(kept));
  journey.current?.requestUpdate();
}
