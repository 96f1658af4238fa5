// Reads the titles of tests from the source of a test.

const TESTS = String.raw`(?:it|test)`;
const GROUPS_AND_TESTS = String.raw`(?:describe|it|test)`;
const startOf = (names) => new RegExp(String.raw`(?<![.\w])${names}(?:\.(?:only|skip))?\(\s*(['"\`])`, 'g');

/** The titles of the tests in a source. Expressions in templates become “…”. */
export const titlesOf = (source) => read(source, TESTS).map(({ title }) => title);

/** The titles of the groups and the tests in a source, each with its line. */
export const titlesWithLines = (source) => read(source, GROUPS_AND_TESTS);

function read(source, names) {
  return [...source.matchAll(startOf(names))].map(({ 0: start, 1: quote, index }) => ({
    title: titleAt(source, index + start.length, quote),
    line: source.slice(0, index + start.length).split('\n').length,
  }));
}

function titleAt(source, start, quote) {
  let title = '';
  for (let at = start; at < source.length && source[at] !== quote; at++) {
    if (source[at] === '\\') at++;
    if (quote !== '`' || !source.startsWith('${', at)) {
      title += source[at];
      continue;
    }
    let depth = 0;
    do depth += { '{': 1, '}': -1 }[source[++at]] ?? 0;
    while (depth > 0);
    title += '…';
  }
  return title;
}
