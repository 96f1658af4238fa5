import { LendingError } from '../errors.js';
import { newestFirst } from '../schema/address-history.js';
import type { Applicant } from '../schema/application.js';
import { isBlank } from '../schema/form.js';
import type { HandlerOptions } from './handler.js';
import type { Prefill, Settings } from '../schema/session.js';

/** What the partner's backend knows already, and what of it the applicant cannot change. */
export function createPrefill({ prefill }: HandlerOptions, { read_only }: Settings) {
  async function get(subject: string): Promise<Prefill | undefined> {
    const known = await prefill?.({ subject });
    const { addresses } = known?.applicant ?? {};
    if (!addresses) return known;
    // As the form orders them: what is read-only is known by its place.
    return {
      ...known,
      applicant: { ...known!.applicant, addresses: newestFirst(addresses as Applicant['addresses']) },
    };
  }

  /**
   * Puts the partner's own values where a page has no say, as far as the partner has any, and reads the body. One that cannot be
   * sent is the partner's to mend: the applicant cannot change it.
   */
  async function enforce<T>(subject: string, body: unknown, read: (body: unknown) => T): Promise<T> {
    const known = read_only.length > 0 && isRecord(body) ? await get(subject) : undefined;
    const placed = read_only.flatMap((path) => put(body, known, path.split('.')));
    try {
      return read(body);
    } catch (error) {
      const wrong = (error as LendingError).issues?.find(({ path }) => placed.includes(path));
      if (!wrong) throw error;
      throw new LendingError('config-invalid', `prefill() answered a value for "${wrong.path}" that cannot be sent.`, {
        remedy: 'Answer it as the specification writes it, or leave it out and the applicant is asked.',
        cause: error,
      });
    }
  }

  return { get, enforce };
}

/** Puts what stands at a path of one into the other, and answers where it put something. */
function put(target: unknown, source: unknown, [key, ...rest]: readonly string[], at = ''): string[] {
  if (!isRecord(target) || !isRecord(source)) return [];
  if (Array.isArray(source))
    return source.flatMap((item, index) => put(target[index], item, [key!, ...rest], `${at}${index}.`));
  if (rest.length > 0) return put(target[key!], source[key!], rest, `${at}${key}.`);
  if (isBlank(source[key!])) return [];
  target[key!] = source[key!];
  return [at + key!];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
