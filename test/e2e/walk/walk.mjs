// The eyes and hands of one person in a real browser, by visible texts and the names of inputs.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two buttons. Two presses within half a second would count as a double tap. */
const READING = 600;

/** The heading of each step, by a field that it asks for. */
export const HEADINGS = {
  company: 'Your business',
  applicant: 'About you',
  review: 'Check your answers',
  documents: 'Add documents',
  figures: 'The funding you need',
  consent: 'Before you get offers',
  offers: 'Your offers',
};

/** The actions of one person, and the texts that they saw. */
export class Walk {
  constructor(person, browser, servers) {
    this.person = person;
    this.browser = browser;
    this.servers = servers;
    this.tabs = [];
    /** All visible text at each press of a button, line by line. */
    this.read = new Set();
    this.unlabelled = [];
  }

  /** Whether the page shows one screen at a time. */
  get isCut() {
    return !!this.person.attributes?.includes('layout="screens"');
  }

  /** Opens the partner's page as a new visitor, or as the user who is signed in on another device. */
  async open(like, device = this.person.device) {
    this.tab = await this.browser.open({ like, device });
    this.tabs.push(this.tab);
    await this.tab.goto(this.servers.url);
  }

  async close() {
    await Promise.all(this.tabs.map((tab) => tab.close()));
  }

  /** Reloads the page. A browser can report the load while it still shows the previous document. */
  async reload() {
    await this.tab.run(() => void (globalThis.isOld = true));
    await this.tab.reload();
    await until(() => this.tab.run(() => !globalThis.isOld));
  }

  async reach(heading) {
    const seen = await until(
      () => this.tab.see('headings'),
      (headings) => headings.includes(heading),
    );
    if (!seen.includes(heading)) {
      const lines = await this.tab.see('lines');
      assert.fail(`${this.person.who} does not reach “${heading}”, and reads:\n${lines.join('\n')}`);
    }
  }

  async readsInFrame(words) {
    const has = (frames) => frames.some((text) => text.includes(words));
    const frames = await until(() => this.tab.frames(), has);
    assert.ok(has(frames), `${this.person.who} reads “${words}” in a frame with:\n${frames.join('\n')}`);
  }

  async reads(words) {
    const has = (lines) => lines.some((line) => line.includes(words));
    const lines = await until(() => this.tab.see('lines'), has);
    assert.ok(has(lines), `${this.person.who} reads “${words}” in:\n${lines.join('\n')}`);
  }

  /**
   * Fills in a step, by the names of its inputs: types a text, chooses the option with this text, ticks a checkbox (`true`), types
   * a date into its three inputs (`[27, 3, 2015]`), or pastes (`{ paste: '…' }`; a date into its first input).
   */
  async answer(step, answers = this.person.answers[step]) {
    for (const [name, answer] of Object.entries(answers)) {
      await this.#turnTo(name);
      if (answer === true) await this.tick(name);
      else if (typeof answer !== 'string' || !(await this.choose(name, answer))) await this.enter(name, answer);
      await this.#look();
    }
  }

  /** Continues to the screen of a field, if the page shows one screen at a time. */
  async #turnTo(name) {
    if (!this.isCut) return;
    for (let screens = 0; !(await this.tab.see('isSeen', name)) && screens < 12; screens++) {
      const [before] = await this.tab.see('headings');
      await this.press('Continue');
      const [now] = await until(
        () => this.tab.see('headings'),
        ([heading]) => heading !== before,
      );
      assert.notEqual(now, before, 'each screen has a heading of its own');
    }
  }

  async enter(name, answer) {
    if (Array.isArray(answer)) {
      for (const [at, part] of ['day', 'month', 'year'].entries()) await this.enter(`${name}.${part}`, `${answer[at]}`);
    } else if (answer.paste) {
      await this.#hand('input', name);
      await this.tab.paste(answer.paste);
    } else {
      await this.#hand('field', name);
      await this.tab.keys('Control', 'a');
      if (answer) await this.tab.type(answer);
      else await this.tab.keys('Delete');
      const { [name]: stands } = await this.tab.see('entered');
      assert.equal(stands, answer, `what ${this.person.who} types into ${name} stands there`);
    }
  }

  async filled(expected) {
    const of = (entered) => Object.fromEntries(Object.keys(expected).map((name) => [name, entered[name]]));
    const isThis = (entered) => JSON.stringify(of(entered)) === JSON.stringify(expected);
    return of(await until(() => this.tab.see('entered'), isThis));
  }

  look() {
    return this.tab.see('lines');
  }

  /** Chooses the option with this visible text. Returns false if there is none. */
  async choose(name, words) {
    const kind = await until(() => this.tab.see('kind', name));
    if (kind === 'radio') await this.#hand('choice', name, words);
    else if (kind === 'select') await this.tab.select('option', name, words);
    else return false;
    return true;
  }

  tick(name) {
    return this.#hand('field', name);
  }

  /** Reads the page, and presses the button or link with this text. */
  async press(words) {
    await setTimeout(READING - (Date.now() - (this.pressed ?? 0)));
    for (const line of await this.look()) this.read.add(line);
    await this.#hand('button', words);
    this.pressed = Date.now();
  }

  async #hand(find, ...args) {
    const done = await until(() => this.tab.press(find, ...args));
    if (done) return;
    const lines = await this.tab.see('lines');
    assert.fail(`${this.person.who} finds no ${args.join(' ')} in:\n${lines.join('\n')}`);
  }

  async #look() {
    for (const name of await this.tab.see('unlabelled')) {
      if (!this.unlabelled.includes(name)) this.unlabelled.push(name);
    }
  }
}

/** Polls until the result is good, for at most twenty seconds, and returns the last one. A loading page has no result yet. */
export async function until(ask, isGood = Boolean) {
  for (const end = Date.now() + 20_000; ; await setTimeout(40)) {
    const isLate = Date.now() > end;
    const asked = Promise.resolve().then(ask);
    const answer = await (isLate ? asked : asked.catch(() => undefined));
    if (isLate || (answer !== undefined && isGood(answer))) return answer;
  }
}
