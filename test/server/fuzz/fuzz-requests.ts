import fc from 'fast-check';

/** What a change does to a good request: nothing, or it is to be rejected, or nobody but the handler can say. */
type Effect = 'none' | 'bad' | 'any';
interface Change<T> {
  effect: Effect;
  change: (value: T) => T;
}
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const ROUTES = {
  applications: 'createApplication',
  documents: 'uploadDocument',
  prequalification: 'prequalify',
  'request-offers': 'requestOffers',
  'widget-token': 'authenticate',
  consent: undefined,
} as const;
export type Route = keyof typeof ROUTES;

/** A request: a good one of its route, and what is changed of it. */
export interface FuzzRequest {
  route: Route;
  method: Change<string>;
  path: Change<string>;
  headers: Change<Record<string, string>>;
  body: Change<Json>;
  text: Change<Uint8Array>;
}

const always = <T>(effect: Effect, change: (value: T) => T): Change<T> => ({ effect, change });

/** Mostly nothing, so that a request has one or two faults rather than all of them. */
const seldom = <T>(change: fc.Arbitrary<Change<T>>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(always<T>('none', (value) => value)) },
    { weight: 1, arbitrary: change },
  );

const methods = fc
  .constantFrom('PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'PROPFIND')
  .map((method) => always<string>('bad', () => method));

const paths = fc.oneof(
  fc.string().map((query) => always<string>('none', (path) => `${path}?${encodeURIComponent(query)}`)),
  fc.constant(always<string>('none', (path) => `${path}/`)),
  fc
    .constantFrom(';a=b', '%00', '%20', '%2e', '/%2e%2e/auth', '//', '.', '%2F', '/auth', '\u200b', '%E2%80%8B')
    .map((end) => always<string>('bad', (path) => path + end)),
  fc
    .constantFrom('x', '%61', '/', 'applications/', '..%2f', '__proto__')
    .map((start) => always<string>('bad', (path) => start + path)),
  fc.webPath().map((any) => always<string>('any', () => any.slice(1))),
);

const set = (name: string, value: string) => (headers: Record<string, string>) => ({ ...headers, [name]: value });
const drop = (name: string) => (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
type Sent = Record<string, string>;
const headers = fc.oneof(
  ...['origin', 'sec-fetch-site'].map((name) => visible.map((value) => always<Sent>('bad', set(name, `x${value}`)))),
  fc.constantFrom('x-lending-elements', 'content-type', 'cookie').map((name) => always<Sent>('bad', drop(name))),
  visible.map((type) => always<Sent>('bad', set('content-type', `text/${type}`))),
  visible.map((key) => always<Sent>('any', set('idempotency-key', key))),
  ...['x-lending-applicant', 'x-lending-business'].map((name) =>
    visible.map((value) => always<Sent>('bad', set(name, `x${value}`))),
  ),
  fc
    .tuple(
      fc.constantFrom('x-http-method-override', 'x-forwarded-host', 'forwarded', 'x-original-url', 'range', 'via'),
      visible,
    )
    .map(([name, value]) => always<Sent>('none', set(name, value))),
);

export function leavesIn(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) => leavesIn(one, [...path, key]));
}
function replaced(value: Json, at: number, by: Json): Json {
  const places = leavesIn(value);
  if (places.length === 0 || places[0]!.length === 0) return by;
  const path = places[at % places.length]!;
  const copy = structuredClone(value) as Record<string, Json>;
  let inner = copy;
  for (const key of path.slice(0, -1)) inner = inner[key] as Record<string, Json>;
  inner[path.at(-1)!] = by;
  return copy;
}

const numbers = fc.nat(1000);
const bodies = fc.oneof(
  // No field takes these, whichever it is.
  fc
    .tuple(numbers, fc.constantFrom<Json>(-7, 1e300, ['x'], { a: 'b' }, 'x'.repeat(300), ['x', null]))
    .map(([at, by]) =>
      always<Json>('bad', (body: Json) => (body && Object.keys(body).length ? replaced(body, at, by) : by)),
    ),
  fc
    .tuple(numbers, fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>)
    .map(([at, by]) => always<Json>('any', (body: Json) => replaced(body, at, by))),
  fc
    .tuple(fc.string({ minLength: 1 }), fc.jsonValue() as fc.Arbitrary<Json>)
    .filter(
      ([key]) =>
        ![
          'company',
          'applicant',
          'region',
          'decision',
          'evidence',
          'credit_score_check_consent',
          'funding_amount',
          'monthly_revenue',
          'any_ccj',
        ].includes(key) && key !== '__proto__',
    )
    .map(([key, value]) => always<Json>('bad', (body: Json) => ({ ...(body as Record<string, Json>), [key]: value }))),
  fc.constantFrom<Json>(null, true, 0, 'text', [], [{}]).map((by) => always<Json>('bad', () => by)),
);

// A form may end without its last line break.
const cut = fc.integer({ min: 3, max: 40 });
export const bytes = new TextEncoder();
const texts = fc.oneof(
  cut.map((by) => always<Uint8Array>('bad', (text) => text.slice(0, -by))),
  fc
    .constantFrom('x', '}', ']', '{}', '\0', '<!--')
    .map((end) => always<Uint8Array>('any', (text) => new Uint8Array([...text, ...bytes.encode(end)]))),
  fc.tuple(numbers, fc.nat(255)).map(([at, byte]) =>
    always<Uint8Array>('any', (text) => {
      const copy = text.slice();
      if (copy.length > 0) copy[at % copy.length] = byte;
      return copy;
    }),
  ),
  fc.uint8Array({ maxLength: 2000 }).map((garbage) => always<Uint8Array>('any', () => garbage)),
);

/** Requests that are good but for something. */
export const requests: fc.Arbitrary<FuzzRequest> = fc.record({
  route: fc.constantFrom(...(Object.keys(ROUTES) as Route[])),
  method: seldom(methods),
  path: seldom(paths),
  headers: seldom(headers),
  body: seldom(bodies),
  text: seldom(texts),
});
