// A person who goes to the review on a phone, with or without mistakes. Their actions are counted.
import assert from 'node:assert/strict';
import { HEADINGS, until, Walk } from '../../test/e2e/walk/walk.mjs';

const PARTS = ['day', 'month', 'year'];
/** The question at the review about a mistyped postcode. */
const UNUSUAL = 'Check this postcode.';
/** The note after Continue if an answer led to more questions. */
const MORE = 'There are more questions below';

/** Runs in the page. Returns the distance to an element outside the window, in heights of the window. */
const distanceTo = (element) => {
  const { top, bottom } = (element.closest('select') ?? element).getBoundingClientRect();
  return Math.max(0, -top, bottom - globalThis.innerHeight) / globalThis.innerHeight;
};

/** Counts the actions in a tab: taps, typed characters, and scrolling to the place of a tap. */
function counting(tab, counts) {
  const reach = async (find, args) => {
    const element = await tab.found(find, ...args);
    if (!element) return false;
    const distance = await element.evaluate(distanceTo);
    if (distance > 0) counts.scrolls++;
    counts.screens += distance;
    return true;
  };
  return {
    ...tab,
    async press(find, ...args) {
      if (!(await reach(find, args))) return false;
      counts.taps++;
      return tab.press(find, ...args);
    },
    async select(find, ...args) {
      await reach(find, args);
      counts.taps += 2; // The list opens, and closes again.
      return tab.select(find, ...args);
    },
    async type(text) {
      counts.keys += text.length;
      return tab.type(text);
    },
  };
}

export class CountedWalk extends Walk {
  /** `screens` are the heights of the window that they scroll; `most` is the longest list of errors; `pages` are shown screens. */
  counts = { taps: 0, keys: 0, errors: 0, most: 0, scrolls: 0, screens: 0, pages: 1 };

  constructor(person, browser, servers, mistakes) {
    super(person, browser, servers);
    this.mistakes = mistakes;
  }

  async open() {
    await super.open(undefined, 'phone');
    this.tab = counting(this.tab, this.counts);
  }

  /** Goes to the review, where each answer is the person's own. */
  async toReview() {
    await this.open();
    for (const step of ['company', 'applicant']) {
      await this.reach(HEADINGS[step]);
      await this.#fillIn(step);
    }
    await this.reach(HEADINGS.review);
    await this.#changeUnusual();
    return this.counts;
  }

  async #fillIn(step) {
    const { forgotten, mistyped, tooEarly } = this.mistakes;
    for (const [name, answer] of Object.entries(this.person.answers[step])) {
      const path = `${step}.${name}`;
      await this.#turnTo(step, name);
      if (!forgotten.has(path)) await this.answer(step, { [name]: mistyped[path] ?? answer });
      if (tooEarly.has(path) && !(await this.#continue())) await this.#correct(step, name);
    }
    const last = await this.#heading();
    while ((await this.#heading()) === last) await this.#continueAndCorrect(step);
  }

  /** Continues to the screen of a field. */
  async #turnTo(step, name) {
    while (this.isCut && !(await this.tab.see('isSeen', name))) await this.#continueAndCorrect(step);
  }

  async #continueAndCorrect(step) {
    if (!(await this.#continue())) await this.#correct(step);
  }

  async #heading() {
    const [heading] = await until(
      () => this.tab.see('headings'),
      (found) => found.length > 0,
    );
    return heading;
  }

  /** Whether the page says that it asks more questions now. */
  async #asksMore() {
    return (await this.look()).some((line) => line.startsWith(MORE));
  }

  /** Presses Continue. Returns false if the page shows errors or more questions instead of the next screen. */
  async #continue() {
    const before = await this.#heading();
    const askedMore = await this.#asksMore();
    await this.press('Continue');
    const answer = await until(async () => {
      const [heading] = await this.tab.see('headings');
      if (heading && heading !== before) return 'next';
      if ((await this.tab.see('summary')).length > 0) return 'errors';
      return !askedMore && (await this.#asksMore()) && 'more questions';
    });
    assert.ok(answer, `Continue at “${before}” shows the next screen, or errors`);
    if (answer === 'next') this.counts.pages++;
    return answer === 'next';
  }

  /** Reads the errors and corrects those of the fields up to this one. Default: all. */
  async #correct(step, last) {
    const errors = await this.tab.see('summary');
    this.counts.errors += errors.length;
    this.counts.most = Math.max(this.counts.most, errors.length);
    const answers = this.person.answers[step];
    const names = Object.keys(answers);
    const known = last ? names.slice(0, names.indexOf(last) + 1) : names;
    for (const { id, words } of errors) {
      const name = known.find((one) => id === one || id.startsWith(`${one}.`));
      if (name) {
        await this.press(words);
        await this.#retype(name, id, answers[name]);
      } else if (!last) await this.tick(`${id}.none`);
    }
  }

  /** Types an answer into the focused field, and into the other parts of a date that are empty. */
  async #retype(name, id, answer) {
    if (answer === true || (typeof answer === 'string' && (await this.choose(name, answer)))) return;
    if (!Array.isArray(answer)) return this.#replace(answer);
    const there = await this.tab.see('entered');
    const focused = PARTS.find((part) => id === `${name}.${part}`) ?? 'day';
    for (const [at, part] of PARTS.entries()) {
      const wanted = `${answer[at]}`;
      if (part === focused) await this.#replace(wanted);
      else if (there[`${name}.${part}`] !== wanted) await this.enter(`${name}.${part}`, wanted);
    }
  }

  async #replace(text) {
    await this.tab.keys('Control', 'a');
    await this.tab.type(text);
  }

  /** Corrects the postcode that looks unusual, from the review. */
  async #changeUnusual() {
    const wrong = Object.keys(this.mistakes.mistyped).find((path) => path.endsWith('.postcode'));
    if (!wrong) return;
    await this.reads(UNUSUAL);
    this.counts.errors++;
    await this.press(UNUSUAL);
    await until(async () => (await this.#heading()) !== HEADINGS.review);
    const [step] = wrong.split('.');
    await this.#replace(this.person.answers[step][wrong.slice(step.length + 1)]);
    await this.press('Continue');
    await this.reach(HEADINGS.review);
    this.counts.pages += 2;
  }
}
