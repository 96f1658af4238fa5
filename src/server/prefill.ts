import { LendingError } from '../errors.js';
import { newestFirst } from '../schema/addresses/address-cover.js';
import type { Applicant } from '../schema/calls/application.js';
import { isRecord } from '../schema/calls/read-answers.js';
import { isBlank } from '../schema/fields/form.js';
import type { Prefill } from '../schema/calls/session.js';
import { applicantKey } from './applications/who.js';
import type { Opening } from './keys.js';
import type { Owner } from './records/records.js';
import { readPrefill, type PrefillProblem } from './read-prefill.js';
import type { ResolvedOptions } from './options/resolve-options.js';
import type { RequestContext } from './types.js';

/** The data that the partner's backend already has, and the rules for fields that the applicant cannot change. */
export function createPrefill({ prefill, settings: { readOnly } }: ResolvedOptions, opening: Opening) {
  /** Returns the values that the forms know, and the problems of the others, which are logged. */
  async function load({ subject, business }: Owner) {
    const { values, problems } = readPrefill(await prefill?.({ subject, business }));
    for (const problem of problems) logOnce(problem);
    const { addresses } = values?.applicant ?? {};
    // Addresses are in the order of the form, because read-only fields are found by their position.
    if (addresses) values!.applicant!.addresses = newestFirst(addresses as Applicant['addresses']);
    return { values, problems };
  }

  const get = async (owner: Owner): Promise<Prefill | undefined> => (await load(owner)).values;

  /** Seals the values that a page gets. The page sends them back with the application, and cannot change them. */
  async function note(applicant: RequestContext['applicant'], values: Prefill | undefined) {
    return values && (await opening()).close(JSON.stringify(values), nameOf(applicant));
  }

  /** Returns the values of a note of this applicant, and `undefined` for anything else. */
  async function read(applicant: RequestContext['applicant'], given: unknown): Promise<Prefill | undefined> {
    if (typeof given !== 'string') return undefined;
    const { open } = await opening();
    const text = await open(given, nameOf(applicant)).catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Prefill);
  }

  /**
   * Replaces read-only fields of a request body with the partner's values, and checks the body. If such a value is rejected, the partner must
   * correct it: the applicant cannot. The body of `figures` has them without the name of their step.
   */
  async function enforce<T>(owner: Owner, body: unknown, read: (body: unknown) => T, part?: 'figures'): Promise<T> {
    const { values: known, problems = [] } = readOnly.length > 0 && isRecord(body) ? await load(owner) : {};
    const wrong = problems.find(({ path }) => readOnly.some((one) => isInside(one, path, part)));
    if (wrong) throw notValid(wrong.path);
    const placed = readOnly.flatMap((path) => {
      const [step, ...names] = path.split('.') as [string, ...string[]];
      if (part) return step === 'prequalification' ? put(body, known?.[part], names) : [];
      return put(body, known, [step, ...names]);
    });
    try {
      return read(body);
    } catch (error) {
      const rejected = (error as LendingError).issues?.find(({ path }) => placed.includes(path));
      throw rejected ? notValid(rejected.path, error) : error;
    }
  }

  return { get, note, read, enforce };
}

const nameOf = (applicant: RequestContext['applicant']) => `prefill ${applicantKey(applicant)}`;

/** The answers of the earlier application, overwritten by the partner's values. */
export const merged = (answers: Prefill | undefined, known: Prefill | undefined): Prefill | undefined =>
  answers
    ? {
        company: { ...answers.company, ...known?.company },
        applicant: { ...answers.applicant, ...known?.applicant },
        figures: known?.figures,
      }
    : known;

const notValid = (path: string, cause?: unknown) =>
  new LendingError('config-invalid', `prefill() returned a value for "${path}" that is not valid.`, {
    remedy: 'Return it in the format of the specification. If you leave it out, the applicant is asked.',
    cause,
  });

const withoutIndexes = (path: string) => path.replace(/\.\d+/g, '');

/** Returns true if a read-only field of the body is at the path of a problem, or in the object there. */
function isInside(readOnly: string, path: string, part: 'figures' | undefined): boolean {
  const isFigure = readOnly.startsWith('prequalification.');
  const field = isFigure ? readOnly.replace('prequalification', 'figures') : readOnly;
  return isFigure === (part === 'figures') && `${field}.`.startsWith(path && `${withoutIndexes(path)}.`);
}

/** The lines that this process has printed. A name may contain data, so they are limited. */
const printed = new Set<string>();
const PRINTED_MAX = 100;

/** Logs a value that is left out, once for each path: the path and the reason, never the value. */
function logOnce({ path, reason, meant }: PrefillProblem): void {
  const at = withoutIndexes(path);
  const line = [at, reason, meant].join(' ');
  if (printed.has(line) || printed.size >= PRINTED_MAX) return;
  printed.add(line);
  const found = at ? `"${at.slice(0, 100)}"` : 'something other than an object';
  const hint = meant ? ` Did you mean "${meant}"?` : '';
  console.warn(`createHandler({ prefill }): it returned ${found}, which is left out (${reason}).${hint} ${SHAPE}`);
}
const SHAPE =
  'Return { company, applicant, figures } with the names and formats of the specification: docs/backend.md has an example.';

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
