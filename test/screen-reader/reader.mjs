// The hands and ears of an applicant who does not see the screen: real keys, and what Orca says. It runs inside session.sh.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds without speech after which a moment is over, and the longest wait for expected words. */
const QUIET = 900;
const LONGEST = 30_000;
const CHARACTERS_A_SECOND = 25;

/** Words that mean nothing to an applicant. Orca says them for empty status elements, for click listeners, and for lists of values. */
const NOISE = [/\bclickable\b/i, /^statusbar\.?$/i, /^\d+ values?\.?$/i];
/** Texts that may be said twice in one moment: the state of a control before and after it. */
const SHORTEST_REPEAT = 15;
/** Words without the role and the full stop that Orca adds, so that an alert and its heading are the same. */
const plain = (one) => one.replace(/( heading level \d| panel| link| push button)?\.?$/, '');

export const tab = (wanted) => ({ tab: wanted });
export const back = (wanted) => ({ tab: wanted, key: 'shift+Tab' });
export const text = (value) => ({ text: value });

export function createReader({ speechFile, log }) {
  let position = fs.statSync(speechFile).size;
  const effort = { keys: 0, characters: 0 };
  const failures = [];
  /** Everything that was said in the moments. */
  const spoken = [];

  /** Returns the texts that were said since the last call. */
  function heard() {
    const all = fs.readFileSync(speechFile, 'utf8');
    const end = all.lastIndexOf('\n') + 1;
    const lines = all.slice(position, end).split('\n').filter(Boolean);
    position = end;
    const texts = lines.map((line) => JSON.parse(line).text).filter(Boolean);
    effort.characters += texts.join('').length;
    return texts;
  }

  /** Collects speech until `isComplete(said)` and a pause, or until the longest wait. */
  async function listen(isComplete, quiet = QUIET, longest = LONGEST) {
    const said = [];
    const start = Date.now();
    let last = start;
    for (;;) {
      const more = heard();
      said.push(...more);
      const now = Date.now();
      if (more.length > 0) last = now;
      if (now - start > longest || (isComplete(said) && now - last > quiet)) return said;
      await setTimeout(50);
    }
  }

  function key(name) {
    effort.keys++;
    xdotool('key', '--clearmodifiers', name);
  }

  function typeText(value) {
    effort.keys += value.length;
    xdotool('type', '--delay', '40', value);
  }

  /** Presses Tab until Orca says the wanted words. Returns the speech of the last press. */
  async function tabTo({ tab: wanted, key: name = 'Tab' }) {
    for (let press = 0; press < 30; press++) {
      spoken.push(...heard());
      key(name);
      const said = await listen(({ length }) => length > 0, 350, 5000);
      if (said.some((one) => one.includes(wanted))) return said;
      spoken.push(...said);
    }
    throw new Error(`Tab does not reach “${wanted}”`);
  }

  /** Does one action: presses a key, reaches words with Tab, types, or calls a function. */
  async function act(action) {
    if (action.tab) return tabTo(action);
    if (typeof action === 'function') await action();
    else if (typeof action === 'string') key(action);
    else typeText(action.text);
    await setTimeout(150);
    return [];
  }

  /**
   * One moment: acts, listens, and checks that each expected text was said exactly once and in this order, and nothing without a meaning. A
   * row without a name only acts. The speech before the last action is not part of the moment.
   */
  async function moment([name, actions, says = [], never = []]) {
    let said = [];
    for (const action of [actions].flat()) {
      spoken.push(...said, ...heard());
      said = await act(action);
    }
    const isComplete = (more) => missing([...said, ...more], says).length === 0 && said.length + more.length > 0;
    said.push(...(await listen(name ? isComplete : () => true, name ? QUIET : 300)));
    spoken.push(...said);
    if (!name) return;
    const problems = judge(said, says, never);
    log(`\n${name}\n${said.map((one) => `    ${one}`).join('\n') || '    (silence)'}`);
    for (const problem of problems) log(`  ✖ ${problem}`);
    failures.push(...problems.map((problem) => `${name}: ${problem}`));
  }

  const seconds = () => effort.characters / CHARACTERS_A_SECOND;
  /** Compares the whole speech with the facts that must be heard, and, if none is missing, its words with the most that are allowed. */
  function compare(facts, most) {
    const words = spoken.join(' ').split(/\s+/).length;
    const problems = facts.filter((fact) => countOf(spoken, fact) === 0).map((fact) => `“${fact}” was never said`);
    if (problems.length === 0 && words > most) problems.push(`${words} words were said; at most ${most} are allowed`);
    for (const problem of problems) log(`  ✖ ${problem}`);
    failures.push(...problems);
    return words;
  }

  return { moment, failures, compare, effort: () => ({ keys: effort.keys, seconds: Math.round(seconds()) }), listen };
}

const countOf = (said, words) => said.join('\n').split(words).length - 1;
const missing = (said, says) => says.filter((words) => countOf(said, words) === 0);

function judge(said, says, never) {
  const repeated = said.filter((one, at) => {
    // After an error has appeared, Firefox reports the description of its field once more.
    const isEcho = one.includes('Error: ') && !said.slice(0, at).includes(one);
    return (
      plain(one).length >= SHORTEST_REPEAT && !isEcho && said.findIndex((other) => plain(other) === plain(one)) !== at
    );
  });
  const places = says.map((words) => said.join('\n').indexOf(words)).filter((place) => place >= 0);
  return [
    ...(said.length === 0 ? ['silence'] : []),
    ...says.flatMap((words) => {
      const times = countOf(said, words);
      return times === 1 ? [] : [`“${words}” was said ${times} times`];
    }),
    ...said.filter((one) => NOISE.some((noise) => noise.test(one))).map((one) => `noise: “${one}”`),
    ...never.filter((words) => countOf(said, words) > 0).map((words) => `“${words}” was said`),
    ...new Set(repeated.map((one) => `said twice: “${one}”`)),
    ...(places.some((place, at) => place < places[at - 1]) ? [`said in another order than ${says.join(', ')}`] : []),
  ];
}

function xdotool(...args) {
  const { status, stderr } = spawnSync('xdotool', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`xdotool ${args[0]} failed. ${stderr}`);
}
