import { CALLS } from './calls.js';
import type { Consent, Decided } from './consent.js';
import type { DraftAnswer } from './draft.js';
import type { Progress, Session } from './session.js';
import { defaultSettings } from './settings.js';
import type { WidgetToken } from './widget-auth.js';

// What a page gets from its backend, looked through by hand: the handler has built each answer by its schema already, and a
// page pays for every byte. An answer that is none is `undefined`.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
export const isText = (value: unknown): value is string => typeof value === 'string';

/** What is done already, and whether the consent was withdrawn. */
export function readProgress(body: unknown): Progress | undefined {
  if (!isRecord(body) || !Array.isArray(body.done)) return undefined;
  if (!body.done.every((name) => CALLS.includes(name as never))) return undefined;
  const { withdrawnAt, hasChanged } = body;
  return {
    done: body.done as Progress['done'],
    ...(isText(withdrawnAt) && { withdrawnAt }),
    ...(typeof hasChanged === 'boolean' && { hasChanged }),
  };
}

/** What a page needs to start. Settings that an older handler does not know, or that are `null`, have their defaults. */
export function readSession(body: unknown): Session | undefined {
  if (!isRecord(body) || !isRecord(body.settings)) return undefined;
  const progress = readProgress(body.progress);
  const known = Object.fromEntries(Object.entries(body.settings).filter(([, value]) => value !== null));
  return progress && { ...(body as Session), settings: { ...defaultSettings, ...known }, progress };
}

/** What the consent step starts with. The step looks at the notice itself, whichever adapter it comes through. */
export const readConsent = (body: unknown): Consent | undefined =>
  isRecord(body) && isRecord(body.notice) && isText(body.seal) ? (body as unknown as Consent) : undefined;

/** What is recorded, after a decision. */
export const readDecided = (body: unknown): Decided | undefined =>
  isRecord(body) && isText(body.decided_at) && isRecord(body.receipt ?? {}) ? (body as unknown as Decided) : undefined;

/** What the widget starts with. */
export const readToken = (body: unknown): WidgetToken | undefined =>
  // eslint-disable-next-line no-control-regex
  isRecord(body) && isText(body.access_token) && /^(?=.*\S)[^\u0000-\u001F\u007F]{1,8192}$/.test(body.access_token)
    ? { access_token: body.access_token }
    : undefined;

/** What is saved of an applicant. What is in it is looked at where it is taken up. */
export const readDraft = (body: unknown): DraftAnswer | undefined =>
  isRecord(body) && isText(body.owner) ? (body as unknown as DraftAnswer) : undefined;

/** That a draft is saved, or deleted. */
export const readDone = (body: unknown): object | undefined =>
  isRecord(body) && (isText(body.savedAt) || body.deleted === true) ? body : undefined;
