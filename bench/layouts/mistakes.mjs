// The mistakes of a careless person. They come from a seed, so that the person makes the same ones in both layouts.

/** Returns numbers from 0 to 1 from a seed: the generator mulberry32. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isText = ([name, answer]) => typeof answer === 'string' && /name$|number$|line_1$|city$|email$/.test(name);
/** A mistyped date of a move would change the questions that follow. */
const isDate = ([name, answer]) => Array.isArray(answer) && !name.endsWith('start_date');

/**
 * Chooses the mistakes of a person:
 * - `forgotten`: one answer of each step that they leave out at first.
 * - `mistyped`: a date with a month that does not exist or a year of two digits, and a postcode without its last letter.
 * - `tooEarly`: the field of each step after which they press Continue although more questions follow.
 */
export function mistakesOf({ answers }, seed) {
  const random = randomFrom(seed);
  const oneOf = (list) => list[Math.floor(random() * list.length)];
  const forgotten = new Set();
  const tooEarly = new Set();
  const mistyped = {};
  for (const step of ['company', 'applicant']) {
    const given = Object.entries(answers[step]);
    const [left] = oneOf(given.filter(isText));
    forgotten.add(`${step}.${left}`);
    const others = given.slice(0, -1).filter(([name]) => name !== left);
    tooEarly.add(`${step}.${oneOf(others)[0]}`);
    const [name, [day, month, year]] = oneOf(given.filter(isDate));
    mistyped[`${step}.${name}`] = random() < 0.5 ? [day, month + 12, year] : [day, month, year % 100];
  }
  const postcode = 'addresses.0.postcode';
  const { [postcode]: right } = answers.applicant;
  if (right && !forgotten.has(`applicant.${postcode}`)) mistyped[`applicant.${postcode}`] = right.slice(0, -1);
  return { forgotten, tooEarly, mistyped };
}

export const NO_MISTAKES = { forgotten: new Set(), tooEarly: new Set(), mistyped: {} };
