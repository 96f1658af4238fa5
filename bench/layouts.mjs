// `node bench/layouts.mjs`, after `npm run build`: ten people go from the first question to the review on a phone, with each step on one page and one
// screen at a time. Each person goes once with care and once with mistakes. `--seed 2` makes other mistakes; `--people homeowner`
// chooses people. The counts are the same on every machine. The time is a model, so that it is, too.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chance } from '../scripts/chaos/chance.mjs';
import { BROWSERS } from '../test/e2e/walk/browsers.mjs';
import { openPartner } from '../test/e2e/walk/partner.mjs';
import { choosePeople } from '../test/e2e/people/everyone.mjs';
import { CountedWalk } from './layouts/counted-walk.mjs';

const TEN = [
  'changes-mind',
  'director-at-home',
  'homeowner',
  'long-name',
  'name-sent-twice',
  'no-answer',
  'one-name',
  'sole-trader',
  'three-moves',
  'traded-before',
];
/** How many walks run at the same time: a person mostly waits. */
const AT_ONCE = 3;

/**
 * Seconds of a person for each action: the keystroke-level model (Card, Moran and Newell, 1980), with a key press of an average
 * typist, pointing for a tap and for each screen of scrolling, and one mental preparation for each shown screen and error.
 */
const SECONDS = { keys: 0.28, taps: 1.1, screens: 1.1, pages: 1.35, errors: 1.35 };

const LABELS = {
  taps: 'taps',
  keys: 'typed characters',
  pages: 'screens shown',
  errors: 'errors shown',
  most: 'most errors at once',
  scrolls: 'scrolls',
  screens: 'scrolled heights of the window',
};

const { values } = parseArgs({ options: { seed: { type: 'string' }, people: { type: 'string' } } });
const seed = Number(values.seed ?? 1);
const names = values.people?.split(',') ?? TEN;

const walks = names.flatMap((name) =>
  ['page', 'screens'].flatMap((layout) => [false, true].map((isCareless) => ({ name, layout, isCareless }))),
);

const isText = ([name, answer]) => typeof answer === 'string' && /name$|number$|line_1$|city$|email$/.test(name);
/** A mistyped date of a move would change the questions that follow. */
const isDate = ([name, answer]) => Array.isArray(answer) && !name.endsWith('start_date');

/**
 * Chooses the mistakes of a careless person. They come from a seed, so that the person makes the same ones in both layouts:
 * - `forgotten`: one answer of each step that they leave out at first.
 * - `mistyped`: a date with a month that does not exist or a year of two digits, and a postcode without its last letter.
 * - `tooEarly`: the field of each step after which they press Continue although more questions follow.
 */
function mistakesOf({ answers }, seed) {
  const dice = chance(seed);
  const forgotten = new Set();
  const tooEarly = new Set();
  const mistyped = {};
  for (const step of ['company', 'applicant']) {
    const given = Object.entries(answers[step]);
    const [left] = dice.one(given.filter(isText));
    forgotten.add(`${step}.${left}`);
    const others = given.slice(0, -1).filter(([name]) => name !== left);
    tooEarly.add(`${step}.${dice.one(others)[0]}`);
    const [name, [day, month, year]] = dice.one(given.filter(isDate));
    mistyped[`${step}.${name}`] = dice.isOne(2) ? [day, month + 12, year] : [day, month, year % 100];
  }
  const postcode = 'addresses.0.postcode';
  const { [postcode]: right } = answers.applicant;
  if (right && !forgotten.has(`applicant.${postcode}`)) mistyped[`applicant.${postcode}`] = right.slice(0, -1);
  return { forgotten, tooEarly, mistyped };
}

const NO_MISTAKES = { forgotten: new Set(), tooEarly: new Set(), mistyped: {} };

async function count(browser, { name, layout, isCareless }) {
  const [own] = choosePeople(name);
  const person = { ...own, attributes: layout === 'screens' ? 'layout="screens"' : undefined };
  const servers = await openPartner(person);
  const mistakes = isCareless ? mistakesOf(person, seed * 1000 + TEN.indexOf(name)) : NO_MISTAKES;
  const walk = new CountedWalk(person, browser, servers, mistakes);
  try {
    return await walk.toReview();
  } catch (error) {
    throw new Error(`${person.who}, layout="${layout}"${isCareless ? ', with mistakes' : ''}`, { cause: error });
  } finally {
    await walk.close();
    await servers.close();
  }
}

/** Adds the counts of all people. */
function total(layout, isCareless) {
  const sum = Object.fromEntries(Object.keys(LABELS).map((key) => [key, 0]));
  for (const walk of walks) {
    if (walk.layout !== layout || walk.isCareless !== isCareless) continue;
    for (const key in sum)
      sum[key] = key === 'most' ? Math.max(sum[key], walk.counts[key]) : sum[key] + walk.counts[key];
  }
  const seconds = Object.entries(SECONDS).reduce((all, [key, each]) => all + each * sum[key], 0);
  return { ...sum, seconds };
}

function printTable() {
  const columns = [false, true].map((isCareless) => ['page', 'screens'].map((layout) => total(layout, isCareless)));
  const figure = (value) => (Number.isInteger(value) ? `${value}` : value.toFixed(1));
  const row = (label, cells) => `| ${[label.padEnd(30), ...cells.map((cell) => cell.padStart(17))].join(' | ')} |`;
  const lines = Object.entries(LABELS).map(([key, label]) =>
    row(
      label,
      columns.flatMap((pair) => pair.map(({ [key]: value }) => figure(value))),
    ),
  );
  const ratio = ([page, screens]) => ['1', (screens.seconds / page.seconds).toFixed(2)];
  console.log(
    [
      row(`${names.length} people`, ['page', 'screens', 'page, mistakes', 'screens, mistakes']),
      row('-'.repeat(30), Array(4).fill('-'.repeat(17))),
      ...lines,
      row('time to the review, as a ratio', columns.flatMap(ratio)),
    ].join('\n'),
  );
}

const browser = await BROWSERS.chromium();
try {
  const left = [...walks];
  const work = async () => {
    for (let walk = left.shift(); walk; walk = left.shift()) walk.counts = await count(browser, walk);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  printTable();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
}
