import { CALLS } from './calls.js';
import type { Consent } from './consent.js';
import { missingPoints } from './notice-points.js';
import type { ConsentNotice } from './notice.js';
import type { Progress, Session } from './session.js';
import { defaultSettings } from './settings.js';
import type { WidgetToken } from './widget-auth.js';

// What a page gets from its backend, looked through by hand: the handler has built each answer by its schema already, and a
// page pays for every byte. An answer that is none is `undefined`.

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = (value: unknown, ...names: string[]) =>
  Array.isArray(value) && value.every((item) => isRecord(item) && names.every((name) => isText(item[name])));

/** What is done already. */
export const readProgress = (body: unknown): Progress | undefined =>
  isRecord(body) && Array.isArray(body.done) && body.done.every((name) => CALLS.includes(name as never))
    ? { done: body.done as Progress['done'] }
    : undefined;

/** What a page needs to start. Settings that an older handler does not know have their defaults. */
export function readSession(body: unknown): Session | undefined {
  if (!isRecord(body) || !isRecord(body.settings)) return undefined;
  const progress = readProgress(body.progress);
  return progress && { ...(body as Session), settings: { ...defaultSettings, ...body.settings }, progress };
}

/** What the consent step starts with. */
export const readConsent = (body: unknown): Consent | undefined =>
  isRecord(body) && isNotice(body.notice) && isText(body.seal) ? (body as unknown as Consent) : undefined;

/** What is recorded, after a decision. */
export const readDecided = (body: unknown) => (isRecord(body) ? (body as Pick<Consent, 'receipt'>) : undefined);

/** A notice that can be shown: with its four points. */
const isNotice = (value: unknown): value is ConsentNotice =>
  isRecord(value) &&
  isText(value.heading) &&
  isText(value.statement) &&
  isListOf(value.points, 'id', 'text') &&
  isListOf(value.providers, 'name') &&
  isListOf(value.links, 'text', 'url') &&
  (value.links as ConsentNotice['links']).every(({ url }) => url.startsWith('https://')) &&
  missingPoints(value as ConsentNotice).length === 0;

/** What the widget starts with. */
export const readToken = (body: unknown): WidgetToken | undefined =>
  // eslint-disable-next-line no-control-regex
  isRecord(body) && isText(body.access_token) && /^[^\u0000-\u001F\u007F]{1,8192}$/.test(body.access_token)
    ? { access_token: body.access_token }
    : undefined;
