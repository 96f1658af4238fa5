import { CALLS } from './calls.js';
import type { Consent, Decided } from '../consent/consent.js';
import { defaultSettings } from '../default-settings.js';
import type { DraftAnswer } from './draft.js';
import type { Progress, Session } from './session.js';
import type { WidgetToken } from './widget-auth.js';
import { tokenTextProblem } from '../widget/token.js';

// Checks the backend's responses in the page without schemas: the handler has already built each response, and
// zod is large. An invalid response is `undefined`.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the progress: the calls that are done, and the withdrawal of the consent. */
export function readProgress(body: unknown): Progress | undefined {
  if (!isRecord(body) || !Array.isArray(body.done)) return undefined;
  if (!body.done.every((name) => CALLS.includes(name as never))) return undefined;
  const { withdrawnAt, changedSinceOffers, canApplyAgain, createdWith } = body;
  return {
    done: body.done as Progress['done'],
    ...(isText(withdrawnAt) && { withdrawnAt }),
    ...(typeof changedSinceOffers === 'boolean' && { changedSinceOffers }),
    ...(canApplyAgain === true && { canApplyAgain }),
    ...(isText(createdWith) && { createdWith: createdWith as Progress['createdWith'] }),
  };
}

/** Reads the response that a page starts with. Settings that are `null`, or that an older handler does not send, get their defaults. */
export function readSession(body: unknown): Session | undefined {
  if (!isRecord(body) || !isRecord(body.settings)) return undefined;
  const progress = readProgress(body.progress);
  const known = Object.fromEntries(Object.entries(body.settings).filter(([, value]) => value !== null));
  return progress && { ...(body as Session), settings: { ...defaultSettings, ...known }, progress };
}

/** Reads the response that the consent step starts with. The step checks the notice itself. */
export const readConsent = (body: unknown): Consent | undefined =>
  isRecord(body) && isRecord(body.notice) && isText(body.servedId) ? (body as unknown as Consent) : undefined;

/** Reads the response after a decision. */
export const readDecided = (body: unknown): Decided | undefined =>
  isRecord(body) && isText(body.decidedAt) && isRecord(body.receipt ?? {}) ? (body as unknown as Decided) : undefined;

/** Reads the widget's access token. */
export const readToken = (body: unknown): WidgetToken | undefined =>
  isRecord(body) && isText(body.access_token) && !tokenTextProblem(body.access_token)
    ? { access_token: body.access_token }
    : undefined;

/** Reads the results of a lookup. The form reads each field with its field type. */
export const readResults = <T>(body: unknown): T[] | undefined =>
  isRecord(body) && Array.isArray(body.results) && body.results.every(isRecord) ? (body.results as T[]) : undefined;

/** Reads the response about a saved draft. The journey checks the draft itself. */
export const readSavedDraft = (body: unknown): DraftAnswer | undefined =>
  isRecord(body) && isText(body.owner) ? (body as unknown as DraftAnswer) : undefined;

/** Reads the response after a draft was saved or deleted. */
export const readDone = (body: unknown): object | undefined =>
  isRecord(body) && (isText(body.savedAt) || body.deleted === true) ? body : undefined;
