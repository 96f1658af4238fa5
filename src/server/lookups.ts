import type * as z from 'zod/mini';
import { LendingError } from '../errors.js';
import { RESULTS_MAX } from '../schema/calls/limits.js';
import { foundAddress, foundCompany, lookupQuery } from '../schema/calls/lookups.js';
import { toProblems } from '../schema/problems.js';
import type { Opening } from './keys.js';
import { countLookup, type Limit } from './limits.js';
import type { ResolvedOptions } from './options/resolve-options.js';
import { checkBody, readJson } from './request.js';
import type { LookupQuery, Route } from './types.js';

export function createLookups(
  { lookupCompany, lookupAddress, settings }: ResolvedOptions,
  opening: Opening,
  limit: Limit,
) {
  const { countryCode } = settings;

  const routeOf =
    <T>(name: string, schema: z.ZodMiniType<T>, lookup: ((query: LookupQuery) => unknown) | undefined): Route =>
    async (context) => {
      if (!lookup) throw notProvided(name);
      const { subject, business } = context.applicant;
      const { query } = checkBody(lookupQuery, await readJson(context));
      const { store } = await opening();
      await store.change(context.applicant, (records) => [countLookup(records, limit), undefined]);
      const { signal } = context.request;
      try {
        return { results: readResults(name, schema, await lookup({ query, subject, business, signal })) };
      } catch (error) {
        // The applicant has typed on, and the page does not read this response. The log must not report a failure.
        if (signal.aborted) return { results: [] };
        throw error;
      }
    };

  const company = routeOf('lookupCompany', foundCompany, lookupCompany);
  const address = routeOf(
    'lookupAddress',
    foundAddress,
    lookupAddress && ((query) => lookupAddress({ ...query, countryCode })),
  );
  return { 'lookups/company': company, 'lookups/address': address };
}

/** Copies the known fields of the partner's results. Throws `config-invalid` with the name of the first wrong field. */
function readResults<T>(name: string, schema: z.ZodMiniType<T>, found: unknown): T[] {
  if (!Array.isArray(found)) throw wrongResult(`${name}() must return a list of results; it returned something else.`);
  return found.slice(0, RESULTS_MAX).map((one, index) => {
    const result = schema.safeParse(one);
    if (result.success) return result.data;
    const [{ path } = { path: '' }] = toProblems(result.error);
    const where = path ? `"${path}" of result ${index} is missing or not valid` : `result ${index} is not an object`;
    throw wrongResult(`${name}(): ${where}.`);
  });
}

const wrongResult = (message: string) =>
  new LendingError('config-invalid', message, {
    remedy: 'Return objects with the fields and shapes of the specification. docs/backend.md has an example.',
  });

const notProvided = (name: string) =>
  new LendingError('handler-not-found', `This backend has no ${name}().`, {
    remedy: `Set createHandler({ ${name} }). Pages ask only for the lookups that the session names.`,
  });
