import {
  LendingStepChangedEvent,
  type LendingEditEvent,
  type LendingErrorEvent,
  type LendingContinuedEvent,
  type LendingSubmittedEvent,
} from '../../base/events.js';
import type { ConsentStatus } from '../../base/text/figures.js';
import { prepareLookups } from '../../base/lookups/load-lookup.js';
import type { LendingStepElement } from '../../base/step/step.js';
import { isImmediate, type Answers } from '../../base/step/steps.js';
import type { Prequalification, SentFigures } from '../../schema/calls/prequalification.js';
import { LendingError, needsReload } from '../../errors.js';
import type { CallName, Prefill, Progress, Session } from '../../schema/calls/session.js';
import type { ServerAdapter } from '../../adapter/types.js';
import type { DraftCallsAdapter } from './drafts/saved-draft.js';
import { heldDraft, type Journey, type SignInPlace } from './journey.js';
import { followHistory } from './page/browser-history.js';
import { isFirstJourney } from './page/history-entry.js';
import { guardLeaving } from './page/leave-guard.js';
import { ignoreSecondTap } from './page/second-tap.js';
import {
  CALL_OF,
  offersAreUpToDate,
  startsWithFigures,
  stepAfter,
  stepBefore,
  stepToResume,
  type OrderError,
} from './rules.js';

type Step = LendingStepElement<unknown>;

/** Merges the prefilled values. Values of the backend override those of the page. */
function mergePrefill({ host, session }: Journey): Prefill | undefined {
  const [page, backend] = [host.prefill, session?.prefill];
  const both = (step: keyof Prefill) => ({ ...page?.[step], ...backend?.[step] });
  return page || backend
    ? { company: both('company'), applicant: both('applicant'), figures: both('figures') }
    : undefined;
}

/** Browsers only have a hash function on secure pages, and the consent needs it. */
function insecurePage(): LendingError {
  const message = '<lending-onboarding>: this page was not served over https, which the consent needs.';
  const remedy = 'Serve the page over https. http://localhost works, too.';
  return new LendingError('config-invalid', message, { remedy });
}

/** Applies the session. If the application exists, the journey continues after it. */
export async function applySession(journey: Journey, session: Session): Promise<void> {
  if (!globalThis.isSecureContext && journey.steps.includes('consent')) throw insecurePage();
  const before = journey.session;
  const isAnother = before && before.draftOwner !== session.draftOwner;
  if (isAnother) {
    journey.host.draft = {};
    await startOver(journey);
  }
  journey.session = session;
  const { signal } = journey;
  journey.backend.watchEnd?.((over) => void endJourney(journey, over, signal), signal);
  journey.renderBelow = (text) => {
    const asks = !journey.isCreated || ['documents', 'prequalification'].includes(journey.shown);
    const status = journey.saving ? journey.saving.render(asks) : asks ? journey.renderPageOnly?.() : undefined;
    return [status, journey.again?.render(text)];
  };
  if (session.settings.lookups?.length) void prepareLookups();
  // Another device may have requested offers since this page sent something.
  journey.host.draft.changedSinceOffers = session.progress.changedSinceOffers ?? journey.host.draft.changedSinceOffers;
  // Restored first, so that filled-in values do not replace the applicant's changes.
  journey.restoring = saveDrafts(journey, session).catch(() => undefined);
  await journey.restoring;
  journey.restoring = undefined;
  void offerAgain(journey, session).catch(() => undefined);
  journey.prefilled = mergePrefill(journey);
  dropStaleFigures(journey);
  dropUnsent(journey);
  journey.host.requestUpdate();
  journey.chooseSteps();
  if (!isAtStart(journey))
    return journey.steps.includes(journey.shown) || journey.shown === 'end'
      ? undefined
      : void journey.go(journey.shown, true);
  if (journey.isCreated) void journey.go(stepToResume(journey.path, session.progress.done), true);
  // After a reload, the answers of earlier steps are gone, so start at the first step.
  else if (journey.isFromHistory && journey.enteredFields.size === 0 && !journey.host.draft.answers?.company)
    void journey.go(journey.steps[0]!, true);
}

/** Whether the shown step comes before the application. The step of the figures counts only if it is shown as the first of the list. */
const isAtStart = ({ shown, steps, firstStep, isFromHistory }: Journey) =>
  isImmediate(shown) ||
  (startsWithFigures(steps) && shown === 'prequalification' && firstStep === shown && !isFromHistory);

/** Removes everything of another user, business or application, and goes to the first step. */
export async function startOver(journey: Journey): Promise<void> {
  const { host } = journey;
  heldDraft.current = undefined;
  journey.saving?.stop();
  journey.failure = journey.over = journey.renderSignIn = journey.renderPageOnly = journey.again = undefined;
  journey.signInPlace = 'form';
  journey.enteredFields.clear();
  journey.isFromHistory = false;
  journey.prefilled = host.prefill;
  journey.chooseSteps();
  const { draft } = host;
  const { step } = draft;
  journey.session = undefined;
  journey.shown = step ?? journey.steps[0]!;
  journey.isCleared = true;
  host.requestUpdate();
  await host.updateComplete;
  if (draft !== host.draft) return;
  journey.isCleared = false;
  journey.firstStep = step ? undefined : journey.shown;
  if ((journey.isIntroducing = host.introduction && !step)) void journey.introduce();
  host.requestUpdate();
  host.dispatchEvent(new LendingStepChangedEvent(journey.shown));
}

/** Restores the draft, and saves it from now on, if the backend can. */
async function saveDrafts(journey: Journey, session: Session): Promise<void> {
  const { backend, host } = journey;
  if (journey.saving) return journey.saving.retry();
  if (!session.draftOwner || !canSave(backend) || !isFirstJourney(host))
    return void sayPageOnly(journey).catch(() => undefined);
  const { SavedDraftController } = await import('./drafts/saved-draft.js');
  await SavedDraftController.start(journey, backend, session);
}

const canSave = (adapter: ServerAdapter): adapter is ServerAdapter & DraftCallsAdapter =>
  !!(adapter.loadDraft && adapter.saveDraft && adapter.deleteDraft);

/** Loads the sentence that the answers are on this page only. The journey does not wait for it. */
async function sayPageOnly(journey: Journey): Promise<void> {
  const { pageOnlyLine } = await import('./drafts/saving-status.js');
  journey.renderPageOnly ??= pageOnlyLine(journey.host);
  journey.host.requestUpdate();
}

async function offerAgain(journey: Journey, { progress }: Session): Promise<void> {
  if (!progress.canApplyAgain || !journey.backend.applyAgain) return;
  const { ApplyAgain } = await import('./again/apply-again.js');
  journey.again ??= new ApplyAgain(journey);
}

/** Follows the browser while the journey is on the page: its connection, history and title. */
export function watchPage(journey: Journey, signal: AbortSignal): void {
  // The journey may have left the page while this part was loading.
  if (signal.aborted) return;
  const { host } = journey;
  ignoreSecondTap(host, signal);
  const follow = () => {
    journey.isOffline = !navigator.onLine;
    host.requestUpdate();
  };
  for (const type of ['online', 'offline']) addEventListener(type, follow, { signal });
  follow();
  followHistory(journey, signal);
  signal.addEventListener('abort', () => journey.restoreTitle?.());
  void updateTitle(journey);
  guardLeaving(journey);
}

export async function updateTitle(journey: Journey): Promise<void> {
  const { host } = journey;
  journey.restoreTitle?.();
  journey.restoreTitle = undefined;
  if (!host.pageTitle) return;
  const { titlePage } = await import('./page/page-title.js');
  if (host.pageTitle && host.isConnected) journey.restoreTitle ??= titlePage(journey);
}

function completeStep(journey: Journey, { step }: LendingSubmittedEvent, current: Step): void {
  const { draft } = journey.host;
  const { value, createdWith } = current as Step & Pick<Progress, 'createdWith'>;
  const isKept: boolean = journey.isDraftStep(step);
  if (isKept || step === 'prequalification') draft.answers = { ...draft.answers, [step]: value };
  if (step === 'prequalification' && !isKept && journey.session)
    journey.session = { ...journey.session, figures: value as Prequalification };
  const call = isKept ? undefined : CALL_OF[step];
  // After that, the form is filled in with the sent figures.
  if (call === 'prequalify') draft.inputs = { ...draft.inputs, prequalification: {} };
  if (call) {
    updateDone(journey, (done) => [...done, call]);
    draft.changedSinceOffers = step !== 'consent';
  }
  if (step === 'review') draft.isSent = !createdWith;
  dropUnsent(journey);
  // The review explains it. The session has the calls of the other tab.
  if (createdWith === 'other') return void journey.loadSession(true).catch(() => undefined);
  const isBack = draft.isChanging && isKept;
  draft.isChanging = draft.isChangingScreen = false;
  const next = isBack ? 'review' : stepAfter(journey.path, step);
  void journey.go(next).then(() => step === 'review' && next === 'prequalification' && sendKeptFigures(journey));
}

/** Sends the figures that were kept until the application exists. If that fails, their form shows why, and sends them again. */
function sendKeptFigures({ shown, steps, current, host }: Journey): void {
  if (shown !== 'prequalification' || !startsWithFigures(steps) || !host.draft.answers?.prequalification) return;
  current?.renderRoot.querySelector('form')?.requestSubmit();
}

/**
 * Goes back. If the applicant came from the review to change answers, it submits the step and returns to the review, so that no change
 * is lost. The browser's history does not grow.
 */
export function goBack(journey: Journey): void {
  const { shown, path, host, current } = journey;
  const { draft } = host;
  if (draft.screen && !draft.isChangingScreen) {
    journey.screenMove = 'back';
    return void current?.screens?.goBack();
  }
  if (draft.isChanging && journey.isDraftStep(shown)) {
    draft.isChangingScreen = current!.revisit = true;
    return current!.renderRoot.querySelector('form')!.requestSubmit();
  }
  const step = stepBefore(path, shown, journey.isCreated);
  draft.isChanging = false;
  if (step) void journey.go(step, 'back');
}

/** Skips a step. An applicant who declines does not see the offers, unless they have agreed before. */
function skipStep(journey: Journey, { step }: LendingContinuedEvent): void {
  void journey.go(step === 'consent' && !offersAreUpToDate(journey) ? 'end' : stepAfter(journey.path, step));
}

/** Goes back to a step whose answers the applicant wants to change, and to the first rejected or unusual one. */
async function changeAnswers(journey: Journey, { step, problems, field }: LendingEditEvent): Promise<void> {
  const { draft } = journey.host;
  const first = problems[0] ?? (field ? { path: field, reason: 'unusual' } : undefined);
  draft.isChanging = true;
  draft.isChangingScreen = !!first;
  await journey.go(step);
  if (!first) return;
  const rejected = problems.filter(({ reason }) => reason !== 'unusual');
  // The applicant has come directly to this screen.
  journey.screenMove = true;
  await journey.current?.showProblems(rejected, first);
  journey.screenMove = false;
}

/** The answers that the review can correct. */
const CORRECTED = [
  ['company', 'registered_number'],
  ['applicant', 'email'],
  ['applicant', 'phone_number'],
] as const;

/** Copies a corrected answer into its form. */
function applyCorrection({ host }: Journey, _: Event, { value }: Step): void {
  const { draft } = host;
  const after = value as Answers;
  for (const [step, name] of CORRECTED) {
    const [now, before] = [after, draft.answers].map((all) => (all?.[step] as Record<string, unknown>)?.[name]);
    if (now !== before) ((draft.inputs ??= {})[step] ??= {})[name] = String(now);
  }
  draft.answers = { ...draft.answers, company: after.company, applicant: after.applicant };
  host.requestUpdate();
}

/** Lets the applicant change the answers again if the backend no longer has the application. */
function noteError(journey: Journey, { error }: LendingErrorEvent): void {
  void endJourney(journey, error, journey.signal);
  // The failure of the step asks to sign in.
  if (error.code === 'handler-signed-out') journey.signInPlace = 'step';
  journey.host.requestUpdate();
  if (error.code === 'handler-not-created') updateDone(journey, () => []);
}

function updateDone(journey: Journey, change: (done: readonly CallName[]) => CallName[]): void {
  const { session } = journey;
  if (session) journey.session = { ...session, progress: { ...session.progress, done: change(session.progress.done) } };
  journey.host.requestUpdate();
}

/** Shows no position from then on, until the consent shows the notice again. */
const followConsent = ({ host }: Journey, _: Event, consent: Step) =>
  consent.addController({ hostUpdated: () => host.requestUpdate() });

export const reactions = {
  'lending-submitted': completeStep,
  'lending-continued': skipStep,
  'lending-edit': changeAnswers,
  'lending-corrected': applyCorrection,
  'lending-error': noteError,
  'lending-declined': followConsent,
  'lending-withdrawn': followConsent,
};

/** Copies the figures and the withdrawal from the consent step into the session: they may have changed on another device. */
export function takeConsentStatus(journey: Journey): void {
  const { session, shown, current } = journey;
  const { status } = (current ?? {}) as { status?: ConsentStatus };
  if (shown !== 'consent' || !session || !status) return;
  const { withdrawnAt = session.progress.withdrawnAt, figures = session.figures } = status;
  journey.session = { ...session, figures, progress: { ...session.progress, withdrawnAt: withdrawnAt ?? undefined } };
  dropStaleFigures(journey);
}

/** Clears the form of the figures if another device has sent other figures, which then fill in the form. */
function dropStaleFigures({ session, host: { draft } }: Journey): void {
  const figures = session?.figures;
  const own = draft.answers?.prequalification;
  // Both have their keys in the order of the form.
  if (!figures || figures === 'unknown' || !own || JSON.stringify(figures) === JSON.stringify(own)) return;
  draft.answers = { ...draft.answers, prequalification: undefined };
  draft.inputs = { ...draft.inputs, prequalification: {} };
}

/** The figures that were last sent: those of the backend, else those of this page, if it has sent them. */
export function sentFigures({ session, host }: Journey): SentFigures | undefined {
  const isSent = session?.progress.done.includes('prequalify');
  return session?.figures ?? (isSent ? host.draft.answers?.prequalification : undefined);
}

/** Drops the answers of this page if the application was created with others, or if it is not known with which. */
function dropUnsent({ isCreated, host: { draft } }: Journey): void {
  if (!isCreated || draft.isSent) return;
  draft.answers = { prequalification: draft.answers?.prequalification };
  draft.inputs = { ...draft.inputs, company: {}, applicant: {} };
}

export async function reportSteps(journey: Journey, error: OrderError): Promise<void> {
  (await import('./report-steps.js')).reportSteps(journey, error);
}

/** Stops the journey if the page can only be loaded again. */
async function endJourney(journey: Journey, over: LendingError, signal: AbortSignal): Promise<void> {
  if (needsReload(over)) await (await import('./page/ended.js')).end(journey, over, signal);
}

/** Asks to sign in if nobody is signed in. */
export async function failSession(journey: Journey, error: LendingError, signal: AbortSignal): Promise<void> {
  if (error.code === 'handler-signed-out') return askToSignIn(journey, signal);
  await endJourney(journey, error, signal);
}

export async function askToSignIn(journey: Journey, signal: AbortSignal, place?: SignInPlace): Promise<void> {
  await (await import('./signed-out.js')).watchSignIn(journey, signal, place);
}
