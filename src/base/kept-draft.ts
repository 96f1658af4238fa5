import { keepFiles, takeFiles, type KeptFile } from './chosen-files.js';
import type { JourneyDraft } from './journey.js';
import { isFirst } from './journey-entry.js';
import type { JourneyWay } from './journey-way.js';

/** The key under which the draft is in an entry of the browser's history. Its value is sealed: without the backend's key it says nothing. */
export const DRAFT_KEY = 'lendingDraft';
/** Milliseconds between two writes: browsers refuse a page that changes its entry over 100 times in 10 seconds. */
const PAUSE = 150;

/** What is kept: of files what is known without their bytes. */
type KeptDraft = Omit<JourneyDraft, 'files'> & { files?: KeptFile[] };

interface Sealed {
  iv: BufferSource;
  data: ArrayBuffer;
}

const sealing = (iv: BufferSource) => ({ name: 'AES-GCM', iv });

/** Keeps what is entered from now on; `opens` where what was kept with this key is taken up before. */
export async function keepDraft(way: JourneyWay, k: string, opens: boolean): Promise<void> {
  const { host } = way;
  const { subtle } = crypto;
  const key = await subtle.importKey('jwk', { kty: 'oct', k }, 'AES-GCM', false, ['encrypt', 'decrypt']);
  let sealed: Sealed | undefined;
  let turns = 0;
  let isWaiting = false;
  /** Another user's draft is sealed with another key. */
  const isOver = () => way.keep !== save;

  const write = () => {
    isWaiting = false;
    removeEventListener('beforeunload', write);
    if (isOver()) return;
    const state = (history.state ?? {}) as object;
    // What is no plain object is the page's own, and cannot hold more.
    if (!isFirst(host) || Object.getPrototypeOf(state) !== Object.prototype) return;
    try {
      history.replaceState({ ...state, [DRAFT_KEY]: sealed }, '');
    } catch {
      // The browser refuses more for now: the next change is written again.
    }
  };
  const save = async () => {
    if (isOver()) return;
    const turn = ++turns;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const kept: KeptDraft = { ...way.kept(), files: keepFiles(host.draft.files) };
    const data = await subtle.encrypt(sealing(iv), key, new TextEncoder().encode(JSON.stringify(kept)));
    if (turn !== turns || isOver()) return;
    sealed = { iv, data };
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(write, PAUSE);
    // What a reload is to find must be written before it begins. Listening always would keep pages out of the bfcache.
    addEventListener('beforeunload', write);
  };

  if (opens) await openKept(way, key);
  way.keep = save;
  for (const type of ['input', 'click', 'lending-step-changed']) host.addEventListener(type, save);
  // Documents that were chosen or sent: a file's name is in no event that leaves the journey, and neither is this one.
  host.renderRoot.addEventListener('change', save);
  await save();
}

/** Takes up what was kept, where this key opens it. */
async function openKept(way: JourneyWay, key: CryptoKey): Promise<void> {
  const kept = (history.state as Record<string, Sealed | undefined> | null)?.[DRAFT_KEY];
  if (!kept) return;
  try {
    const data = await crypto.subtle.decrypt(sealing(kept.iv), key, kept.data);
    const { files, ...draft } = JSON.parse(new TextDecoder().decode(data)) as KeptDraft;
    takeUpFiles(way, files);
    if (way.first) takeUp(way, draft);
  } catch {
    // What cannot be opened is another user's, or nobody's: it is written over.
  }
}

/** What else was entered the browser may have kept itself; files it cannot. */
function takeUpFiles(way: JourneyWay, kept: readonly KeptFile[] | undefined): void {
  const files = (way.host.draft.files ??= []);
  if (way.isCreated && files.length === 0) files.push(...takeFiles(kept));
  way.current?.requestUpdate();
}

/** What was entered on this page goes before what was kept, and who has begun there is not moved. */
export function takeUp(way: JourneyWay, kept: JourneyDraft): void {
  const { step, inputs, answers, isChanging, hasChanged, files, saving } = kept;
  // What was kept just before the application was created is sent, and not asked for any more.
  if (way.isCreated && answers?.company) return;
  const { draft } = way.host;
  const now = (draft.inputs ??= {});
  for (const name in inputs) {
    const fields = (now[name as 'end'] ??= {});
    const before = inputs[name as 'end'];
    for (const field in before) if (!way.entered.has(field)) fields[field] = before[field]!;
  }
  draft.answers = { ...answers, ...draft.answers };
  draft.hasChanged ??= hasChanged;
  if (files && !draft.files?.length) draft.files = files;
  // What nobody has saved is not to be taken for what was.
  draft.saving ??= saving ?? { isUnsaved: true };
  way.current?.requestUpdate();
  if (way.entered.size > 0 || way.shown !== way.first) return;
  draft.isChanging = isChanging;
  // The entry of the history that the page is at says where the applicant is.
  if (step && !way.isMarked) void way.go(step, true);
}
