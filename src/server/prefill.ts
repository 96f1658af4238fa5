import { LendingError } from '../errors.js';
import { newestFirst } from '../schema/addresses/address-cover.js';
import type { Applicant } from '../schema/calls/application.js';
import { isRecord } from '../schema/calls/read-answers.js';
import { isBlank } from '../schema/fields/form.js';
import type { Prefill } from '../schema/calls/session.js';
import type { Owner } from './applications/types.js';
import type { ResolvedOptions } from './options/resolve-options.js';

/** The data that the partner's backend already has, and the rules for fields that the applicant cannot change. */
export function createPrefill({ prefill, settings: { readOnly } }: ResolvedOptions) {
  async function get({ subject, business }: Owner): Promise<Prefill | undefined> {
    const known = await prefill?.({ subject, business });
    const { addresses } = known?.applicant ?? {};
    if (!addresses) return known;
    // Addresses are in the order of the form, because read-only fields are found by their position.
    return {
      ...known,
      applicant: { ...known!.applicant, addresses: newestFirst(addresses as Applicant['addresses']) },
    };
  }

  /**
   * Replaces read-only fields of a request body with the partner's values, and checks the body. If such a value is rejected, the partner must
   * correct it: the applicant cannot. The body of `figures` has them without the name of their step.
   */
  async function enforce<T>(owner: Owner, body: unknown, read: (body: unknown) => T, part?: 'figures'): Promise<T> {
    const known = readOnly.length > 0 && isRecord(body) ? await get(owner) : undefined;
    const placed = readOnly.flatMap((path) => {
      const [step, ...names] = path.split('.') as [string, ...string[]];
      if (part) return step === 'prequalification' ? put(body, known?.[part], names) : [];
      return put(body, known, [step, ...names]);
    });
    try {
      return read(body);
    } catch (error) {
      const wrong = (error as LendingError).issues?.find(({ path }) => placed.includes(path));
      if (!wrong) throw error;
      throw new LendingError('config-invalid', `prefill() returned a value for "${wrong.path}" that is not valid.`, {
        remedy: 'Return it in the format of the specification. If you leave it out, the applicant is asked.',
        cause: error,
      });
    }
  }

  return { get, enforce };
}

/** Copies the value at a path from the source to the target. Returns the paths that it changed. */
function put(target: unknown, source: unknown, [key, ...rest]: readonly string[], at = ''): string[] {
  if (!isRecord(target) || !isRecord(source)) return [];
  if (Array.isArray(source))
    return source.flatMap((item, index) => put(target[index], item, [key!, ...rest], `${at}${index}.`));
  if (rest.length > 0) return put(target[key!], source[key!], rest, `${at}${key}.`);
  if (isBlank(source[key!])) return [];
  target[key!] = source[key!];
  return [at + key!];
}
