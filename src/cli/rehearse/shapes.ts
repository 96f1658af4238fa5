// The responses of a service without their values: their names, and the kinds of the values. A sandbox can respond like them.
import { CALLS, type CallName } from '../../schema/calls/calls.js';
import { ROUTES } from '../../sandbox/api/service.js';
import type { UpstreamOptions } from '../../server/service/types.js';

/** A response of the service, without its values. */
export interface Seen {
  /** Left out without a response. */
  status?: number;
  milliseconds: number;
  headers?: Record<string, string>;
  /** The shape of the JSON. Left out for text. */
  body?: Json;
  isText?: true;
  /** The code with which the call failed. */
  error?: string | undefined;
}

/** The calls of a rehearsal, and the options with which the handler works with this service. */
export interface Rehearsal {
  calls: Partial<Record<CallName, Seen>>;
  settings: Partial<
    Pick<UpstreamOptions, 'responsePaths' | 'textResponses' | 'filePart' | 'timeoutMs' | 'uploadTimeoutMs'>
  >;
  /** The names that the widget's script sets on `window`. */
  globals?: readonly string[] | undefined;
}

const KINDS: [string, RegExp][] = [
  ['<uuid>', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['<date>', /^\d{4}-\d\d-\d\d([T ].*)?$/],
  ['<email>', /^[^\s@]+@[^\s@]+$/],
  ['<url>', /^https?:\/\//],
];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Names of a response are usually words. One that could be a value is replaced. */
const nameOf = (name: string) => (/^[A-Za-z_][\w-]{0,60}$/.test(name) && !/\d{3}/.test(name) ? name : '<name>');

/** Replaces every value by its kind. Of a list only the first entry stays. */
export function shapeOf(value: unknown): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [nameOf(name), shapeOf(one)]));
  if (typeof value !== 'string') return `<${typeof value}${value === true ? ' true' : ''}>`;
  return KINDS.find(([, pattern]) => pattern.test(value))?.[0] ?? `<text of ${value.length}>`;
}

/** All values of a response that are strings, with their paths. */
export function stringsIn(value: unknown, path = ''): { path: string; value: string }[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => stringsIn(one, path ? `${path}.${name}` : name));
}

export const isUuid = (value: string) => KINDS[0]![1].test(value);

/** Makes a response with a shape. `values` are at their paths, and every other value is made up. */
function fillShape(shape: Json, values: Readonly<Record<string, string | undefined>>, path = ''): unknown {
  if (values[path] !== undefined) return values[path];
  if (typeof shape === 'object' && shape !== null) {
    const inner = Object.entries(shape).map(([name, one]) => [
      name,
      fillShape(one as Json, values, path ? `${path}.${name}` : name),
    ]);
    return Array.isArray(shape) ? inner.map(([, one]) => one) : Object.fromEntries(inner);
  }
  if (typeof shape !== 'string') return shape;
  const made: Record<string, unknown> = {
    '<uuid>': crypto.randomUUID(),
    '<date>': '2026-01-31',
    '<email>': 'somebody@example.com',
    '<url>': 'https://lender.example/',
    '<number>': 1,
    '<boolean>': false,
    '<boolean true>': true,
  };
  return shape in made ? made[shape] : 'made up';
}

/** The longest pause in milliseconds. */
const LONGEST_MS = 60_000;

/** Makes a sandbox respond like the service of a rehearsal: with its statuses, its shapes and its pauses. Rejections stay those of the sandbox. */
export function likeRehearsal({ calls, settings }: Rehearsal, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const { company_id = 'data.company.id', application_id = 'data.application_id' } = settings.responsePaths ?? {};
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const name = CALLS.find((call) => ROUTES[call].test(pathname));
    const seen = name && calls[name];
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
