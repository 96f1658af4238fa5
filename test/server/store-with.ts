import { memoryStore, type Store } from '../../src/server/index.js';
import { later } from './setup.js';

type Method = 'get' | 'set' | 'replace' | 'append' | 'entries' | 'erase';
type Before = { [Name in Method]?: (...given: Parameters<Store[Name]>) => unknown };

/** A store that runs a function before a method. The function may wait, or throw an error. */
export function storeWith(before: Before, store = memoryStore()) {
  const methods = Object.entries(before).map(([name, first]) => {
    const [act, method] = [first, store[name as Method]] as ((...given: unknown[]) => unknown)[];
    return [name, async (...given: unknown[]) => (await act!(...given), method!(...given))];
  });
  return { ...store, ...(Object.fromEntries(methods) as Partial<Store>) };
}

/** A store whose method waits once: `reached` resolves when it is called, and `go` lets it go on. */
export function waitingStore<Name extends Method>(
  name: Name,
  isMeant: (...given: Parameters<Store[Name]>) => boolean,
  store = memoryStore(),
) {
  const [reached, go] = [later(), later()];
  let isOver = false;
  async function wait(...given: Parameters<Store[Name]>) {
    if (isOver || !isMeant(...given)) return;
    isOver = true;
    reached.resolve();
    await go.promise;
  }
  return { store: storeWith({ [name]: wait }, store), reached: reached.promise, go: () => go.resolve() };
}
