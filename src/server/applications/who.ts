import { LendingError } from '../../errors.js';
import { wasClosed } from '../records/current.js';
import type { Owner } from '../records/records.js';
import type { Applicant, HandlerOptions } from '../types.js';

/** The header with the business that the page names. */
const BUSINESS = 'x-lending-business';
/** The header with the token of the applicant for whom the page was opened. */
export const APPLICANT = 'x-lending-applicant';

/** The key of one application. No other application has the same key. */
export const applicantKey = ({ subject, business, number }: Applicant): string =>
  JSON.stringify([subject, business, number]);

/** The longest id of a business. */
const BUSINESS_MAX_LENGTH = 200;

/**
 * Returns the user and the business of a request. Throws if nobody is signed in, or if the user may not act for the business that the page names:
 * the page is not trusted.
 */
export async function readOwner(request: Request, authorize: HandlerOptions['authorize']): Promise<Owner> {
  const named = readBusiness(request);
  const user: unknown = await authorize(request, { business: named });
  const isNobody = user === null || user === undefined || user === false;
  if (!isNobody && (typeof user !== 'object' || Array.isArray(user))) throw wrongUser(user);
  const subject = checkedId(user, 'subject');
  if (subject === undefined) throw signedOut(user);
  const business = checkedId(user, 'business');
  if (named !== undefined && business !== named) throw otherBusiness(business);
  return { subject, business: business ?? subject };
}

/** Returns the business that the page names, or `undefined`. */
function readBusiness({ headers }: Request): string | undefined {
  const sent = headers.get(BUSINESS);
  if (sent === null) return undefined;
  try {
    const business = decodeURIComponent(sent);
    if (business && business.length <= BUSINESS_MAX_LENGTH && business.trim() === business && !/\p{Cc}/u.test(business))
      return business;
  } catch {
    // It is rejected below.
  }
  throw new LendingError('handler-invalid', `Rejected: the ${BUSINESS} header is not the id of a business.`);
}

/**
 * Throws if the page was opened for another user, business or application: another user may have signed in meanwhile, another business may be chosen, or the application
 * may be closed. `tokenOf` returns the token of an application.
 */
export async function checkApplicant(
  { headers }: Request,
  { number, ...owner }: Applicant,
  tokenOf: (applicant: Applicant) => Promise<string>,
): Promise<void> {
  const sent = headers.get(APPLICANT);
  if (sent === null || sent === (await tokenOf({ ...owner, number }))) return;
  for (let earlier = number - 1; earlier > 0; earlier--)
    if (sent === (await tokenOf({ ...owner, number: earlier }))) throw wasClosed();
  throw otherApplicant();
}

export const otherApplicant = () =>
  new LendingError(
    'handler-other-applicant',
    'Rejected: the page was opened for another user or another business than this call is for.',
    { remedy: 'Load the page again. If several businesses use one page, name each of them in the attribute business.' },
  );

const otherBusiness = (business: string | undefined) =>
  new LendingError(
    'handler-forbidden',
    `Rejected: the page names a business, and authorize() returned ${business === undefined ? 'no business' : 'another one'}.`,
    {
      remedy:
        'Check in authorize(request, { business }) that this user may act for the business, and return { subject, business }.',
    },
  );

/** Strings that JavaScript makes of missing values and objects. With such an id, all users would be the same subject. */
const MISTAKES = ['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'];

/** Returns an id that `authorize` returned, or `undefined` if it returned none. Throws if several users could have this id. */
function checkedId(user: unknown, name: keyof Owner): string | undefined {
  const id = (user as Partial<Record<keyof Owner, unknown>> | null | undefined)?.[name];
  if (id === null || id === undefined || (id === '' && name === 'subject')) return undefined;
  if (typeof id !== 'string') throw wrong(name, `is of the type ${Array.isArray(id) ? 'array' : typeof id}`);
  if (MISTAKES.includes(id)) throw wrong(name, `is the text "${id}", which code writes for a missing value`);
  if (id === '' || id.trim() !== id) throw wrong(name, 'is blank, or begins or ends with a space');
  if (/\p{Cc}/u.test(id)) throw wrong(name, 'contains a control character');
  if (name === 'business' && id.length > BUSINESS_MAX_LENGTH)
    throw wrong(name, `is longer than ${BUSINESS_MAX_LENGTH} characters`);
  return id;
}

/** Returns the error for a visitor who is not signed in. If `authorize` returned an object without `subject`, the error is for the developer. */
function signedOut(user: unknown): LendingError {
  const isMistake = typeof user === 'object' && user !== null && !('subject' in user) && Object.keys(user).length > 0;
  const remedy =
    'authorize() returned an object without "subject". Return { subject } with the id of the user, or null.';
  return new LendingError('handler-signed-out', 'No user is signed in.', { remedy: isMistake ? remedy : undefined });
}

const wrongUser = (user: unknown) =>
  new LendingError(
    'config-invalid',
    `authorize() must return { subject: string, business?: string } or null: it returned a value of type ${Array.isArray(user) ? 'array' : typeof user}.`,
    { remedy: 'Return { subject } with the id of the user, or null if nobody is signed in.' },
  );

const wrong = (name: keyof Owner, why: string) =>
  new LendingError(
    'config-invalid',
    `authorize() must return { subject: string, business?: string } or null: the ${name} ${why}.`,
    {
      remedy: `Return an id of the ${name === 'subject' ? 'user' : 'business'} that never changes and that no other one has.`,
    },
  );
