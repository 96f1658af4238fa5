// The shape of a response: its names and the kinds of its values, and none of the values.

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
export function fillShape(shape: Json, values: Readonly<Record<string, string | undefined>>, path = ''): unknown {
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
