// Walks the whole journey on slow 4G, and measures how long an applicant waits between the steps.
import * as applicant from '../../test/e2e/applicant.mjs';
import { writeStatement } from '../../test/e2e/statement.mjs';
import { HEADINGS } from '../../test/e2e/walk/walk.mjs';
import { README } from './contenders.mjs';
import { arrived, withPage } from './load.mjs';
import { median, print } from './table.mjs';

/** The steps in their order. After its call the next step shows its heading, with something to press or to read. */
const STEPS = [
  { name: 'business → you', step: 'company', next: 'applicant', shows: 'input[name="first_name"]' },
  { name: 'you → check', step: 'applicant', next: 'review', shows: 'button[part="submit"]' },
  {
    name: 'check → documents',
    step: 'review',
    call: 'applications',
    next: 'documents',
    shows: 'input[type="file"], label, button',
  },
  {
    name: 'documents → funding',
    step: 'documents',
    call: 'documents',
    next: 'figures',
    shows: 'input[name="funding_amount"]',
  },
  { name: 'funding → agreement', step: 'figures', call: 'prequalification', next: 'consent', shows: 'input#agree' },
  { name: 'agreement → offers', step: 'consent', call: 'request-offers', next: 'offers', shows: 'h4' },
];

/** Presses Continue. Returns the milliseconds from the press to the step's call, and from its answer to the next step. */
async function goOn(page, { name, call, next, shows }) {
  const shown = page.evaluate(
    (...step) => {
      addEventListener('click', () => (globalThis.bench.pressed = performance.now()), { capture: true, once: true });
      return globalThis.bench.step(...step);
    },
    HEADINGS[next],
    shows,
  );
  shown.catch(() => undefined);
  await applicant.press(page);
  await applicant.reach(page, HEADINGS[next]);
  const end = await shown;
  const [pressed, made] = await page.evaluate((path) => {
    const calls = performance.getEntriesByType('resource').filter((one) => new URL(one.name).pathname === path);
    return [globalThis.bench.pressed, calls.at(-1)?.toJSON()];
  }, `/api/lending/${call}`);
  if (!call) return { before: undefined, after: end - pressed };
  if (!(made?.startTime >= pressed)) throw new Error(`“${name}” did not make its call after Continue.`);
  return { before: made.startTime - pressed, after: end - made.responseEnd };
}

const walk = (bench, contender) =>
  withPage(bench, contender, {}, async (page, { requests }) => {
    const waits = {};
    const document = await writeStatement();
    for (const step of STEPS) {
      await applicant.fill(page, step.step, step.step === 'documents' ? document : undefined);
      waits[step.name] = await goOn(page, step);
    }
    const list = requests.list();
    return { waits, list, whole: arrived(bench, contender, list) };
  });

export async function measureJourney(bench, contenders, rounds) {
  const ours = contenders.filter(({ isOurs }) => isOurs);
  const results = Object.fromEntries(ours.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of ours) results[contender.name].push(await walk(bench, contender));
  }
  const middle = (name, figure) => median(results[name].map(figure));
  const cell = (name, step, part) => {
    const figure = middle(name, ({ waits }) => waits[step][part]);
    return figure === undefined ? '' : figure.toFixed(0);
  };
  print(
    'The whole journey, in ms: from Continue to the step’s call, and from its answer (or from Continue) to the next step',
    [
      ['', ...ours.flatMap(({ name }) => ['before', `after: ${name}`])],
      ...STEPS.map(({ name: step }) => [
        step,
        ...ours.flatMap(({ name }) => [cell(name, step, 'before'), cell(name, step, 'after')]),
      ]),
      ['files of the library', ...ours.flatMap(({ name }) => ['', String(middle(name, ({ whole }) => whole.files))])],
      ['their kB', ...ours.flatMap(({ name }) => ['', (middle(name, ({ whole }) => whole.bytes) / 1000).toFixed(2)])],
    ],
  );
  return {
    lists: Object.fromEntries(ours.map(({ name }) => [name, results[name][0].list])),
    limits: [['kB of the whole journey', middle(README, ({ whole }) => whole.bytes) / 1000, Infinity, 40]],
  };
}
