// Measures how many bytes of heap a form leaves when it is shown and removed.
import { README } from './contenders.mjs';
import { heapOf, idle, withPage } from './load.mjs';
import { median, print } from './table.mjs';

const MOUNTS = 200;
const ROUNDS = 5;

/** The bytes that each mount leaves: over the first mounts, which fill caches of templates and compiled code, and after them. */
const left = (bench, contender) =>
  withPage(bench, contender, { isSlow: false, slower: 1 }, async (page) => {
    await idle(page);
    const figures = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const before = await heapOf(page);
      await page.evaluate((times) => globalThis.bench.mount(times), MOUNTS);
      figures.push(((await heapOf(page)) - before) / MOUNTS);
    }
    const [first, ...others] = figures;
    return { first, later: median(others) };
  });

export async function measureMounts(bench, contenders) {
  const results = {};
  for (const contender of contenders) results[contender.name] = await left(bench, contender);
  print(`Bytes of heap that each mount leaves: the first ${MOUNTS} mounts, and ${MOUNTS} later ones`, [
    ['', 'first', 'later'],
    ...Object.entries(results).map(([name, { first, later }]) => [name, first.toFixed(0), later.toFixed(0)]),
  ]);
  return [['bytes left by each mount', results[README].later, 345]];
}
