// Compares the first step of the contenders: time, memory, shifts of the layout and bytes.
import assert from 'node:assert/strict';
import { arrived, heapOf, idle, withPage } from './load.mjs';
import { BY_HAND, README } from './contenders.mjs';
import { middle, print, ratio, times } from './table.mjs';

/** Loads a contender, presses Continue as soon as it is visible, and waits for the error summary. */
const loadAndPress = (bench, contender, options = {}) =>
  withPage(bench, contender, { ...options, presses: true }, async (page, { first, requests }) => {
    const now = arrived(bench, contender, requests.list(), first.works);
    await idle(page);
    const all = requests.list();
    return {
      ...first,
      now,
      later: arrived(bench, contender, all),
      requests: all.filter(({ end }) => end <= first.works).length,
      form: await page.evaluate(() => globalThis.bench.describe()),
    };
  });

/** Loads a contender, waits until it is idle, and then presses Continue for the first time. */
const loadAndWait = (bench, contender, options = {}) =>
  withPage(bench, contender, options, async (page, { requests }) => {
    await idle(page);
    const list = requests.list();
    const shift = await page.evaluate(() => globalThis.bench.shift());
    const heap = await heapOf(page);
    const { start, end } = await page.evaluate(() => globalThis.bench.press());
    return { shift, heap, errors: end - start, list };
  });

/** Measures all contenders in each round. The order changes from round to round. */
export async function measureLoads(bench, contenders, rounds) {
  const results = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < contenders.length; at++) {
      const contender = contenders[(at + round) % contenders.length];
      const pressed = await loadAndPress(bench, contender);
      results[contender.name].push({ ...pressed, ...(await loadAndWait(bench, contender)) });
    }
    compareForms(contenders, results);
    console.log(`Round ${round + 1} of ${rounds}.`);
  }
  return results;
}

/** Fails if a contender has another form than the README’s: then the times cannot be compared. */
function compareForms(contenders, results) {
  const expected = results[README].at(-1).form;
  assert.ok(expected.inputs.length > 0 && expected.errors.length > 0);
  for (const { name } of contenders)
    assert.deepEqual(results[name].at(-1).form, expected, `“${name}” has another form than “${README}”`);
}

export function reportLoads(results) {
  const byHand = results[BY_HAND];
  const cells = (rounds, figure, unit, digits = 0) => [
    (middle(rounds, figure) / unit).toFixed(digits),
    times(ratio(rounds, byHand, figure)),
  ];
  print('The first step on slow 4G with a processor four times slower (× the form that is written by hand)', [
    ['', 'visible, ms', '', 'works, ms', '', 'errors, ms', '', 'heap, MB', '', 'layout shift'],
    ...Object.entries(results).map(([name, rounds]) => [
      name,
      ...cells(rounds, 'visible', 1),
      ...cells(rounds, 'works', 1),
      ...cells(rounds, 'errors', 1),
      ...cells(rounds, 'heap', 1e6, 2),
      middle(rounds, 'shift').toFixed(3),
    ]),
  ]);
  const ours = (figure) => ratio(results[README], byHand, figure);
  return [
    ['visible', ours('visible'), 1.25, 1.2],
    ['works (Continue shows the errors)', ours('works'), 1.3, 1.25],
    ['Continue with errors', ours('errors'), 1.5],
    ['heap', ours('heap'), 4],
    ['layout shift', middle(results[README], 'shift'), 0.02],
  ];
}

/** Measures bytes and shifts, which do not depend on the speed of this machine. */
export async function measureBytes(bench, contenders) {
  // All at once: the time does not matter here.
  const measured = await Promise.all(
    contenders.map(async (contender) => ({
      ...(await loadAndPress(bench, contender, { slower: 1 })),
      ...(await loadAndWait(bench, contender, { slower: 1, isLate: true })),
    })),
  );
  const results = Object.fromEntries(contenders.map(({ name }, at) => [name, [measured[at]]]));
  compareForms(contenders, results);
  const kB = ({ bytes }) => (bytes / 1000).toFixed(2);
  print('The first step: kB of scripts and style sheets (brotli), all requests, shifts of the layout', [
    ['', 'until it works, kB', 'files', 'all requests', 'with later steps, kB', 'files', 'shift, late'],
    ...Object.entries(results).map(([name, [{ now, later, requests, shift }]]) => [
      name,
      ...[kB(now), now.files, requests, kB(later), later.files, shift.toFixed(3)].map(String),
    ]),
  ]);
  const [{ now, shift }] = results[README];
  assert.ok(now.bytes > 0, 'the files of the README’s page are known');
  return [
    ['kB of the first step with its validation', now.bytes / 1000, Infinity, 23],
    ['layout shift if the script is late', shift, 0.02],
  ];
}
