import type { Prequalification } from '../schema/prequalification.js';
import type { CallName, Prefill, Session } from '../schema/session.js';
import type { LendingChangeEvent, LendingCorrectedEvent, LendingErrorEvent, LendingSkippedEvent } from './events.js';
import { isImmediate, type Answers, type StepName } from './journey.js';
import { CALL_OF, resumeAt, stepAfter, stepBefore } from './journey-rules.js';
import { isFirst } from './journey-entry.js';
import { followHistory } from './journey-history.js';
import { ignoreSecondTap } from './journey-taps.js';
import { dropStale, hasRequested } from './journey-summary.js';
import type { JourneyWay } from './journey-way.js';
import { keepDraft } from './kept-draft.js';
import { forgetLeft, leaveDraft, takeLeft } from './left-draft.js';
import { goTo, inOrder } from './summary.js';
import { enLater } from './locales/en-later.js';
import { addText } from './text.js';

addText(enLater);

export { reachable } from './journey-rules.js';
export { consentOf, doneList, fillingOf, takeOver } from './journey-summary.js';

/** What the backend knows of the answers goes before what the page knows. */
function merged({ host, session }: JourneyWay): Prefill | undefined {
  const [page, backend] = [host.prefill, session?.prefill];
  const both = (step: keyof Prefill) => ({ ...page?.[step], ...backend?.[step] });
  return page || backend ? { company: both('company'), applicant: both('applicant') } : undefined;
}

/** Takes what the backend says. Who has an application already goes on behind it. */
export async function settle(way: JourneyWay, session: Session): Promise<void> {
  const before = way.session;
  const isAnother = before && before.draft_key !== session.draft_key;
  if (isAnother) await startOver(way);
  way.session = session;
  // What was sent on this page may have been followed by a request on another device.
  way.host.draft.hasChanged = session.progress.hasChanged ?? way.host.draft.hasChanged;
  // Before anything is filled in: what the applicant has changed of it stays.
  if (isFirst(way.host) && (!before || isAnother)) await takeUpDraft(way, session.draft_key);
  await saveDraft(way, session).catch(() => undefined);
  way.known = merged(way);
  dropStale(way);
  way.host.requestUpdate();
  way.chooseSteps();
  if (!isImmediate(way.shown))
    return way.steps.includes(way.shown) || way.shown === 'end' ? undefined : void way.go(way.shown, true);
  if (way.isCreated) void way.go(resumeAt(way.steps, session.progress.done), true);
  // Nothing is left of what was entered before that step.
  else if (way.isMarked && way.entered.size === 0 && !way.host.draft.answers?.company) void way.go(way.steps[0]!, true);
}

/** Another user is signed in now: nothing of the one before is shown or kept. */
async function startOver(way: JourneyWay): Promise<void> {
  const { host } = way;
  forgetLeft();
  way.saving?.stop();
  way.keep = undefined;
  way.entered.clear();
  way.isMarked = false;
  way.failure = undefined;
  host.draft = {};
  way.shown = way.steps[0]!;
  way.isBlank = true;
  host.requestUpdate();
  await host.updateComplete;
  way.isBlank = false;
  way.first = way.shown;
}

/** Takes up what was entered before, and keeps what is entered now. Without https a browser seals nothing. */
async function takeUpDraft(way: JourneyWay, key: string | undefined): Promise<void> {
  const isBack = takeLeft(way, key);
  if (key) await keepDraft(way, key, !isBack).catch(() => undefined);
}

/** Saves what is entered for another device, where the backend does: after what this page has kept is there. */
async function saveDraft(way: JourneyWay, { draftOwner }: Session): Promise<void> {
  if (!draftOwner || way.isCreated || way.saving || !isFirst(way.host)) return;
  await (await import('./saved-start.js')).startSaving(way, draftOwner);
}

/** Goes beside the applicant while the journey is on the page. */
export async function accompany(way: JourneyWay, signal: AbortSignal): Promise<void> {
  // The page may have taken the journey away while this part was loading.
  if (signal.aborted) return;
  const { host } = way;
  ignoreSecondTap(host, signal);
  const isOne = isFirst(host);
  signal.addEventListener('abort', () => isOne && leaveDraft(way));
  const follow = () => {
    way.isOffline = !navigator.onLine;
    host.requestUpdate();
  };
  for (const type of ['online', 'offline']) addEventListener(type, follow, { signal });
  follow();
  // What is shown then is another entry, with what was kept when it was left.
  addEventListener('popstate', () => void way.keep?.(), { signal });
  followHistory(way, signal);
  signal.addEventListener('abort', () => way.untitle?.());
  void title(way);
  if (host.leaveGuard) (await import('./journey-guard.js')).guardLeaving(host, signal);
}

/** Has the page's title say where the applicant is, as long as the page wants that. */
export async function title(way: JourneyWay): Promise<void> {
  const { host } = way;
  way.untitle?.();
  way.untitle = undefined;
  if (!host.pageTitle) return;
  const { titlePage } = await import('./journey-title.js');
  if (host.pageTitle && host.isConnected) way.untitle ??= titlePage(way);
}

/** Goes on from a step, with the value that it has. */
export function finish(way: JourneyWay, step: StepName, value: unknown): void {
  const { draft } = way.host;
  if (isImmediate(step) || step === 'prequalification') draft.answers = { ...draft.answers, [step]: value };
  if (step === 'prequalification' && way.session) way.session = { ...way.session, figures: value as Prequalification };
  const call = CALL_OF[step];
  if (call) {
    setDone(way, (done) => [...done, call]);
    draft.hasChanged = step !== 'consent';
    if (step === 'review') forgetLeft();
  }
  const isBack = draft.isChanging && isImmediate(step);
  draft.isChanging = false;
  void way.go(isBack ? 'review' : stepAfter(way.steps, step));
}

/**
 * The way back, if there is one: from answers that are changed to the review, as by Continue, so that no change is lost. It adds
 * nothing to the browser's history: it goes back there too, or takes the entry that there is.
 */
export function wayBack(way: JourneyWay): (() => void) | undefined {
  const { shown, steps, host } = way;
  const isChanging = host.draft.isChanging && isImmediate(shown);
  const step = isChanging ? shown : stepBefore(steps, shown, way.isCreated);
  return (
    step &&
    (() => {
      if (isChanging) return way.current!.renderRoot.querySelector('form')!.requestSubmit();
      host.draft.isChanging = false;
      void way.go(step, 'back');
    })
  );
}

/** Goes on without a step. Who does not agree is not taken to offers; who has agreed before goes back to them. */
export function skip(way: JourneyWay, { step }: LendingSkippedEvent): void {
  void way.go(step === 'consent' && !hasRequested(way) ? 'end' : stepAfter(way.steps, step));
}

/** Goes back to a step whose answers are to be changed, and to the first of them that was refused or looks unusual. */
export async function change(way: JourneyWay, { step, problems }: LendingChangeEvent): Promise<void> {
  way.host.draft.isChanging = true;
  await way.go(step);
  const { current } = way;
  const [first] = problems;
  if (!first || !current) return;
  const refused = problems.filter(({ reason }) => reason !== 'unusual');
  current.problems = inOrder(current.renderRoot, refused);
  await current.updateComplete;
  goTo(current.renderRoot, first);
}

/** Puts a corrected answer into the form of the business too. The review corrects the registration number alone. */
export function correct({ host }: JourneyWay, { target }: LendingCorrectedEvent): void {
  const { draft } = host;
  const { company } = (target as HTMLElement & { value: Answers }).value;
  draft.answers = { ...draft.answers, company };
  const inputs = ((draft.inputs ??= {}).company ??= {});
  inputs['registered_number'] = company!.registered_number!;
  host.requestUpdate();
}

/** Where the backend knows of no application any more, the way back leads to the answers again. */
export function fail(way: JourneyWay, { error }: LendingErrorEvent): void {
  if (error.code === 'handler-not-created') setDone(way, () => []);
}

function setDone(way: JourneyWay, change: (done: readonly CallName[]) => CallName[]): void {
  const { session } = way;
  if (session) way.session = { ...session, progress: { ...session.progress, done: change(session.progress.done) } };
  way.host.requestUpdate();
}
