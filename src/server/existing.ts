import { LendingError } from '../errors.js';
import { uuid } from '../schema/wire.js';

/** An application at the service, as the partner has persisted it. Other keys of the object are not looked at. */
export interface ExistingApplication {
  company_id: string;
  application_id?: string | undefined;
  /** The applicant's e-mail, as it stands in the application. */
  email: string;
}

/** What is known of a subject's application: it, that there certainly is `'none'` at the service, or nothing. */
export type FoundApplication = ExistingApplication | 'none' | null | undefined;

/** A created application, with everything that `existingApplication` must return for its subject. */
export interface ApplicationToKeep extends ExistingApplication {
  region?: string | undefined;
  /** The user of the partner's whom it belongs to. */
  subject: string;
}

const isUuid = (value: unknown) => uuid().safeParse(value).success;
const isEmail = (value: unknown) => typeof value === 'string' && value.length <= 254 && /^\S[^@]*@\S+$/.test(value);
const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** What is wrong with each field, in words. What a database has for "nothing" may stand in `application_id`. */
const RULES: readonly [name: keyof ExistingApplication, isGood: (value: unknown) => boolean, rule: string][] = [
  ['company_id', isUuid, 'must be a UUID'],
  ['email', isEmail, 'must be the applicant’s email address'],
  ['application_id', (value) => isMissing(value) || isUuid(value), 'must be a UUID, or be left out'],
];

/** What `existingApplication` answered, where it can be gone on with. Anything else is `config-invalid`, and names the field. */
export function checkExisting(found: unknown): ExistingApplication | 'none' | undefined {
  if (isMissing(found)) return undefined;
  if (found === 'none') return found;
  if (typeof found !== 'object' || Array.isArray(found)) {
    const what = Array.isArray(found) ? 'array' : typeof found;
    throw wrong(`it returned a value of the type ${what}`);
  }
  const fields = found as Record<keyof ExistingApplication, unknown>;
  for (const [name, isGood, rule] of RULES) {
    const value = fields[name];
    if (!isGood(value)) throw wrong(isMissing(value) ? `${name} is missing` : `${name} ${rule}`);
  }
  const { company_id, application_id, email } = found as ExistingApplication;
  return { company_id, application_id: application_id ?? undefined, email };
}

const wrong = (what: string) =>
  new LendingError(
    'config-invalid',
    `existingApplication() must return { company_id, email }, "none" or nothing: ${what}.`,
    {
      remedy: 'Store the object that onApplicationCreated gets, and return it as it is.',
    },
  );
