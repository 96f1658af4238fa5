import { LendingError } from '../../errors.js';
import { uuidSchema } from '../../schema/fields/wire.js';

/** An application at the service, as you persisted it. Other keys of the object are ignored. */
export interface ExistingApplication {
  company_id: string;
  application_id?: string | undefined;
  /** The applicant's e-mail in the application. */
  email: string;
}

/** A subject's application, `'none'` if it certainly does not exist at the service, or nothing if you do not know. */
export type FoundApplication = ExistingApplication | 'none' | null | undefined;

/** A created application. It has everything that `existingApplication` must return for its subject. */
export interface ApplicationToKeep extends ExistingApplication {
  region?: string | undefined;
  /** The user to whom it belongs. */
  subject: string;
}

const isUuid = (value: unknown) => uuidSchema().safeParse(value).success;
const isEmail = (value: unknown) => typeof value === 'string' && value.length <= 254 && /^\S[^@]*@\S+$/.test(value);
const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** The rule of each field, in words. `application_id` may also be `null`, as databases return it. */
const RULES: readonly [name: keyof ExistingApplication, isGood: (value: unknown) => boolean, rule: string][] = [
  ['company_id', isUuid, 'must be a UUID'],
  ['email', isEmail, 'must be the applicant’s email address'],
  ['application_id', (value) => isMissing(value) || isUuid(value), 'must be a UUID, or be left out'],
];

/** Returns the answer of `existingApplication`. Throws `config-invalid` with the name of a wrong field. */
export function checkExisting(found: unknown): ExistingApplication | 'none' | undefined {
  if (isMissing(found)) return undefined;
  if (found === 'none') return found;
  if (typeof found !== 'object' || Array.isArray(found)) {
    throw wrong(`it returned a value of the type ${Array.isArray(found) ? 'array' : typeof found}`);
  }
  const fields = found as Record<keyof ExistingApplication, unknown>;
  for (const [name, isGood, rule] of RULES) {
    const value = fields[name];
    if (!isGood(value)) throw wrong(isMissing(value) ? `${name} is missing` : `${name} ${rule}`);
  }
  const { company_id, application_id, email } = found as ExistingApplication;
  return { company_id, application_id: application_id ?? undefined, email };
}

const wrong = (why: string) =>
  new LendingError(
    'config-invalid',
    `existingApplication() must return { company_id, email }, "none" or nothing: ${why}.`,
    {
      remedy: 'Store the object that onApplicationCreated() gets, and return it unchanged.',
    },
  );
