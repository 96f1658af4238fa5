import { CALLS, type CallName } from '../../schema/calls/calls.js';
import { fillShape } from './shapes.js';
import type { Rehearsal } from './types.js';

/** The end of the path of each call. */
const PATHS: Record<CallName, RegExp> = {
  createApplication: /\/applications$/,
  uploadDocument: /\/documents$/,
  prequalify: /\/prequalification$/,
  requestOffers: /\/request-offers$/,
  authenticate: /\/applications\/auth$/,
};
/** The longest pause in milliseconds. */
const LONGEST_MS = 60_000;

/** Makes a sandbox respond like the service of a rehearsal: with its statuses, its shapes and its pauses. Rejections stay those of the sandbox. */
export function likeRehearsal({ calls, settings }: Rehearsal, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const { company_id = 'data.company.id', application_id = 'data.application_id' } = settings.responsePaths ?? {};
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const seen = calls[CALLS.find((name) => PATHS[name].test(pathname))!];
    if (!seen?.status || Math.trunc(seen.status / 100) !== 2 || !response.ok) return response;
    if (seen.milliseconds > 1000)
      await new Promise((resolve) => setTimeout(resolve, Math.min(seen.milliseconds, LONGEST_MS)));
    if (seen.isText) return new Response('Done.', { status: seen.status, headers: { 'content-type': 'text/plain' } });
    const body = (await response.json()) as {
      access_token?: string;
      data?: { application_id?: string; company?: { id?: string } };
    };
    const values = {
      [company_id]: body.data?.company?.id,
      [application_id]: body.data?.application_id,
      [settings.responsePaths?.access_token ?? 'access_token']: body.access_token,
    };
    return seen.body === undefined || seen.body === null
      ? new Response(null, { status: seen.status })
      : Response.json(fillShape(seen.body, values), { status: seen.status });
  };
}
