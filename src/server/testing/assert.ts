// Assertions for any test runner, also on a platform without Node's modules.

/** The JSON of a value, whose names are in order: a database may return columns in another one. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (one === undefined) return 'undefined';
    const fields =
      one instanceof Map ? [...one] : one && typeof one === 'object' && !Array.isArray(one) ? Object.entries(one) : one;
    return fields === one
      ? one
      : Object.fromEntries((fields as [string, unknown][]).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

export function deepEqual(found: unknown, expected: unknown): void {
  const [result, wanted] = [found, expected].map(textOf) as [string, string];
  if (result !== wanted) fail(`The store returned ${result.slice(0, 500)}. Expected: ${wanted.slice(0, 500)}.`);
}
export const equal = deepEqual;

export function ok(isRight: unknown, found = 'another value'): void {
  if (!isRight) fail(`The store returned ${found}.`);
}

export function fail(message: string): never {
  throw new Error(message);
}

/** Fails unless the work is rejected with an error whose name, code and message are like this. */
export async function rejects(work: Promise<unknown>, like: RegExp): Promise<void> {
  const error = await work.then(
    () => fail(`The store did not reject a change: ${like}.`),
    (thrown: Error & { code?: string }) => thrown,
  );
  const text = `${error.name} ${error.code ?? ''} ${error.message}`;
  if (!like.test(text)) fail(`The store rejected with ${text}. Expected: ${like}.`);
}
