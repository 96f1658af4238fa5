import type { CallName } from '../../schema/index.js';

/** The effect of a magic value. */
export type MagicEffect =
  | 'accepted'
  | 'rejected'
  | 'declined'
  | 'slow'
  | 'failed'
  | 'busy'
  | 'html'
  | 'empty'
  | 'reset'
  | 'cut'
  | 'duplicate'
  | 'noOffers'
  | 'manyOffers'
  | 'tokenExpires'
  | 'tokenRejected';

/** A value with which the sandbox does something other than accept the call. */
export interface MagicValue {
  /** The path of the field that has the value, as in the settings' `fields`. */
  readonly field: 'company.registered_number' | 'prequalification.funding_amount' | 'applicant.email';
  readonly value: string | number;
  /** The call that has the effect. */
  readonly call: CallName;
  readonly effect: MagicEffect;
  /** A sentence about the effect, in Markdown. */
  readonly about: string;
}

/** Seconds until the response to a slow call. */
export const SLOW_SECONDS = 3;
/** The seconds of `Retry-After`. */
export const RETRY_AFTER_SECONDS = 30;
/** The lifetime of a token that expires soon, in seconds. */
export const SHORT_LIFETIME_SECONDS = 60;

const number = (value: string, effect: MagicEffect, about: string): MagicValue => ({
  field: 'company.registered_number',
  value: `SANDBOX-${value}`,
  call: 'createApplication',
  effect,
  about,
});

const amount = (value: number, effect: MagicEffect, about: string, call: CallName = 'prequalify'): MagicValue => ({
  field: 'prequalification.funding_amount',
  value,
  call,
  effect,
  about,
});

const email = (value: string, effect: MagicEffect, about: string): MagicValue => ({
  field: 'applicant.email',
  value: `${value}@sandbox.example`,
  call: 'authenticate',
  effect,
  about,
});

const RESET = 'The connection is reset. The sandbox has stored nothing.';
const CUT = 'The call is done, and its answer breaks off in the middle.';
const EMPTY = 'The call is done, and its answer has no body.';
const HTML = '502 with an HTML page. The sandbox has stored nothing.';
const BUSY = `429 with \`Retry-After: ${RETRY_AFTER_SECONDS}\`. The sandbox has stored nothing.`;
const SLOWLY = `The answer arrives after ${SLOW_SECONDS} seconds.`;
const FAILED = '500. The sandbox has stored nothing.';

/** All magic values. Any other value is accepted, unless it begins like one of them. */
export const MAGIC_VALUES: readonly MagicValue[] = [
  number('ACCEPTED', 'accepted', 'The application is created, as with any other number.'),
  number('REJECTED', 'rejected', '422: the company does not meet the minimum criteria.'),
  number('DUPLICATE', 'duplicate', '409: the company has an application already.'),
  number('SLOW', 'slow', SLOWLY),
  number('500', 'failed', FAILED),
  number('429', 'busy', BUSY),
  number('HTML', 'html', HTML),
  number('EMPTY', 'empty', EMPTY),
  number('RESET', 'reset', RESET),
  number('CUT', 'cut', CUT),
  amount(10_000, 'accepted', 'The figures are accepted, as with any other amount.'),
  amount(10_001, 'declined', 'The company is rejected at prequalification, as `prequalificationRejection` says.'),
  amount(10_002, 'noOffers', 'No lender makes an offer.'),
  amount(10_003, 'manyOffers', 'Twelve lenders make an offer.'),
  amount(10_004, 'slow', SLOWLY),
  amount(10_005, 'reset', RESET),
  amount(10_006, 'cut', CUT),
  amount(10_007, 'empty', EMPTY),
  amount(10_429, 'busy', BUSY),
  amount(10_500, 'failed', FAILED),
  amount(10_502, 'html', HTML),
  amount(20_004, 'slow', SLOWLY, 'requestOffers'),
  amount(20_005, 'reset', RESET, 'requestOffers'),
  amount(20_006, 'cut', CUT, 'requestOffers'),
  amount(20_429, 'busy', BUSY, 'requestOffers'),
  amount(20_500, 'failed', FAILED, 'requestOffers'),
  email('accepted', 'accepted', 'A token is made, as for any other address.'),
  email('token-expires', 'tokenExpires', `The token expires after ${SHORT_LIFETIME_SECONDS} seconds.`),
  email('token-rejected', 'tokenRejected', '403: no token for this applicant.'),
  email('token-slow', 'slow', SLOWLY),
  email('token-500', 'failed', FAILED),
  email('token-429', 'busy', BUSY),
  email('token-html', 'html', HTML),
  email('token-empty', 'empty', EMPTY),
  email('token-reset', 'reset', RESET),
  email('token-cut', 'cut', CUT),
];

/** A value as a string in lower case, because the service would ignore capitals. */
const textOf = (value: string | number | undefined) => String(value).toLowerCase();

/** Returns the effect of a field's value on a call. */
export const effectOf = (
  call: CallName,
  field: MagicValue['field'],
  value: string | number | undefined,
): MagicEffect | undefined =>
  MAGIC_VALUES.find((one) => one.call === call && one.field === field && textOf(one.value) === textOf(value))?.effect;

/** The beginnings of magic values. A value that begins like one and is none was misspelt. */
const BEGINNINGS: [field: MagicValue['field'], pattern: RegExp][] = [
  ['company.registered_number', /^sandbox-/i],
  ['applicant.email', /^token-.*@sandbox\.example$/i],
];

/** Rejects a value that looks like a magic value, and names those that are known. `undefined` if there is none. */
export function unknownMagic(values: Partial<Record<MagicValue['field'], string>>) {
  const isUnknown = ([field, pattern]: (typeof BEGINNINGS)[number]) =>
    pattern.test(values[field] ?? '') && !MAGIC_VALUES.some(({ value }) => textOf(value) === textOf(values[field]));
  const [path] = BEGINNINGS.find(isUnknown) ?? [];
  if (!path) return undefined;
  const known = MAGIC_VALUES.flatMap(({ field, value }) => (field === path ? value : []));
  const message = `The sandbox has no such value of ${path}. It has ${known.join(', ')}.`;
  return { rejected: [{ path, reason: 'format' }], message };
}
