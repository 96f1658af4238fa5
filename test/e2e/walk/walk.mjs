// Walks one person through the journey, in a real browser, with the backend of their partner and the sandbox behind it.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { writeStatement } from '../statement.mjs';

/** Milliseconds from one button to the next: a person reads, and two presses in half a second are the taps of one. */
const READING = 600;

const { sight } = globalThis; // What these functions find in the page: see sight.js.
const see = {
  mark: () => void (sight.isOld = true),
  isNew: () => !sight.isOld,
  headings: () => sight.headings(),
  field: (name) => sight.field(name),
  kind: (name) => sight.kind(name),
  /** The input with this name, or the first of a day. */
  input: (name) => sight.field(name) ?? sight.field(`${name}.day`),
  choice: (name, words) => sight.choice(name, words),
  option: (name, words) => sight.option(name, words),
  button: (words) => sight.button(words),
  file: () => sight.file(),
  entered: () => sight.entered(),
  unlabelled: () => sight.unlabelled(),
  rows: () => sight.rows(),
  errors: () => sight.errors(),
  lines: () => sight.lines(),
};

/** What each step is called, by what it asks. */
export const HEADINGS = {
  company: 'Your business',
  applicant: 'About you',
  review: 'Check your answers',
  documents: 'Add documents',
  figures: 'The funding you need',
  consent: 'Before you get offers',
  offers: 'Your offers',
};

/** A walk of one person: what they do, and what they saw meanwhile. */
export class Walk {
  constructor(person, browser, servers) {
    this.person = person;
    this.browser = browser;
    this.servers = servers;
    this.tabs = [];
    /** What was typed or pasted, by the path that it has on record: text, or the three parts of a day. */
    this.typed = {};
    /** What was entered at each step, as it stood there when the person went on. */
    this.entered = {};
    /** Everything that stood there to be read when a button was pressed, line by line. */
    this.read = new Set();
    /** The rows of the review, and the warnings beside them. */
    this.rows = [];
    this.warnings = [];
    /** The inputs that were met, and of them those that had no label. */
    this.unlabelled = [];
    /** What the person lost by going back and forth. */
    this.lost = [];
  }

  /** Opens the partner's page: as a new visitor, or as the one who is signed in on another device. */
  async open(like, device = this.person.device) {
    this.tab = await this.browser.open({ like, device });
    this.tabs.push(this.tab);
    await this.tab.goto(this.servers.url);
  }

  /** Goes the way that most go, or the person's own. */
  async go() {
    await this.open();
    if (this.person.way) await this.person.way(this);
    else for (const step of Object.keys(HEADINGS)) await this[step]();
  }

  async close() {
    await Promise.all(this.tabs.map((tab) => tab.close()));
  }

  async company() {
    await this.reach(HEADINGS.company);
    await this.answer('company');
    await this.goOn('company');
  }

  async applicant() {
    await this.reach(HEADINGS.applicant);
    await this.answer('applicant');
    await this.goOn('applicant');
  }

  /** Reads the answers, goes back to look at each form once more, and creates the application. */
  async review(submit = 'Create application') {
    await this.reach(HEADINGS.review);
    this.rows = await this.tab.run(see.rows);
    await this.lookBack();
    await this.press(submit);
  }

  async documents() {
    await this.reach(HEADINGS.documents);
    if (!this.person.document) return this.press('Continue without documents');
    await this.tab.attach(await writeStatement(), see.file);
    await this.reads('statement june.pdf');
    await this.press('Continue');
  }

  async figures() {
    await this.reach(HEADINGS.figures);
    await this.answer('figures');
    await this.goOn('figures');
  }

  async consent() {
    await this.reach(HEADINGS.consent);
    await this.tick('agree');
    await this.press('Agree and get offers');
  }

  async offers() {
    const { widget, offers = 'Sample Bank' } = this.person;
    await this.reach(HEADINGS.offers);
    await (widget?.isolation === 'frame' ? this.readsInFrame(offers) : this.reads(offers));
  }

  /** Loads the page again. A browser may say that it has, and still show the one before. */
  async reload() {
    await this.tab.run(see.mark);
    await this.tab.reload();
    await until(() => this.tab.run(see.isNew));
  }

  /** Waits for a heading. */
  async reach(heading) {
    const seen = await until(
      () => this.tab.run(see.headings),
      (headings) => headings.includes(heading),
    );
    if (!seen.includes(heading)) {
      const lines = await this.tab.run(see.lines);
      assert.fail(`${this.person.who} does not reach “${heading}”, and reads:\n${lines.join('\n')}`);
    }
  }

  /** Waits until these words can be read in a frame of the page. */
  async readsInFrame(words) {
    const has = (frames) => frames.some((text) => text.includes(words));
    const frames = await until(() => this.tab.frames(), has);
    assert.ok(has(frames), `${this.person.who} reads “${words}” in a frame with:\n${frames.join('\n')}`);
  }

  /** Waits until a line can be read that has these words in it. */
  async reads(words) {
    const has = (lines) => lines.some((line) => line.includes(words));
    const lines = await until(() => this.tab.run(see.lines), has);
    assert.ok(has(lines), `${this.person.who} reads “${words}” in:\n${lines.join('\n')}`);
  }

  /**
   * Answers the questions of a step, by the names of their inputs: text is typed, of choices the one with these words is
   * chosen, `true` ticks a box, `[27, 3, 2015]` goes into the three inputs of a day, and `{ paste: '…' }` is pasted, a day
   * into the first of them.
   */
  async answer(step, answers = this.person[step]) {
    for (const [name, answer] of Object.entries(answers)) {
      if (answer === true) await this.tick(name);
      else if (typeof answer !== 'string' || !(await this.choose(name, answer))) {
        await this.enter(name, answer);
        this.typed[`${step}.${name}`] = answer.paste ?? answer;
      }
      await this.#look();
    }
  }

  async enter(name, answer) {
    if (Array.isArray(answer)) {
      for (const [at, part] of ['day', 'month', 'year'].entries()) await this.enter(`${name}.${part}`, `${answer[at]}`);
    } else if (answer.paste) {
      await this.#hand(see.input, name);
      await this.tab.paste(answer.paste);
    } else {
      await this.#hand(see.field, name);
      await this.tab.keys('Control', 'a');
      if (answer) await this.tab.type(answer);
      else await this.tab.keys('Delete');
      const { [name]: stands } = await this.tab.run(see.entered);
      assert.equal(stands, answer, `what ${this.person.who} types into ${name} stands there`);
    }
  }

  /** What stands in the inputs with these names, once it is this. */
  async filled(expected) {
    const of = (entered) => Object.fromEntries(Object.keys(expected).map((name) => [name, entered[name]]));
    const isThis = (entered) => JSON.stringify(of(entered)) === JSON.stringify(expected);
    return of(await until(() => this.tab.run(see.entered), isThis));
  }

  /** Everything that can be read now, line by line. */
  look() {
    return this.tab.run(see.lines);
  }

  /** Chooses by the words that are seen. Whether there is anything to choose. */
  async choose(name, words) {
    const kind = await until(() => this.tab.run(see.kind, name));
    if (kind === 'radio') await this.#hand(see.choice, name, words);
    else if (kind === 'select') await this.tab.select(see.option, name, words);
    else return false;
    return true;
  }

  tick(name) {
    return this.#hand(see.field, name);
  }

  /** Presses a button or a link with these words, after it was read. */
  async press(words) {
    await setTimeout(READING - (Date.now() - (this.pressed ?? 0)));
    for (const line of await this.look()) this.read.add(line);
    await this.#hand(see.button, words);
    this.pressed = Date.now();
  }

  /** Keeps in mind what was entered, and goes on. */
  async goOn(step) {
    this.entered[step] = await this.tab.run(see.entered);
    await this.press('Continue');
  }

  /**
   * From the review back to the first form and forward again, with the browser's own buttons, or where they leave the
   * journey with its own; and reloads the page.
   */
  async lookBack() {
    const isOff = this.person.attributes?.includes('history="off"');
    const travel = (by) => (isOff ? this.press(by < 0 ? 'Back' : 'Continue') : this.tab.travel(by));
    for (const [by, step] of [
      [-1, 'applicant'],
      [-1, 'company'],
      [1, 'applicant'],
    ]) {
      await travel(by);
      await this.#compareEntered(step);
    }
    await travel(1);
    await this.reach(HEADINGS.review);
    await this.#compareRows('Back and Forward');
    // What checks the answers may have loaded after them.
    this.warnings = await this.tab.run(see.errors);
    await this.reload();
    await this.reach(HEADINGS.review);
    await this.#compareRows('a reload');
  }

  async #compareEntered(step) {
    await this.reach(HEADINGS[step]);
    const before = this.entered[step];
    const isSame = (now) => Object.keys(before).every((name) => now[name] === before[name]);
    const now = await until(() => this.tab.run(see.entered), isSame);
    for (const name in before) {
      if (now[name] !== before[name]) this.lost.push(`${name}: “${before[name]}” is “${now[name]}” after Back`);
    }
  }

  async #compareRows(after) {
    const rows = await until(
      () => this.tab.run(see.rows),
      (rows) => rows.length === this.rows.length,
    );
    for (const row of this.rows) {
      if (!rows.some((one) => String(one) === String(row))) this.lost.push(`“${row.join(': ')}” after ${after}`);
    }
  }

  async #hand(find, ...args) {
    const done = await until(() => this.tab.press(find, ...args));
    if (done) return;
    const lines = await this.tab.run(see.lines);
    assert.fail(`${this.person.who} finds no ${args.join(' ')} in:\n${lines.join('\n')}`);
  }

  async #look() {
    for (const name of await this.tab.run(see.unlabelled)) {
      if (!this.unlabelled.includes(name)) this.unlabelled.push(name);
    }
  }
}

/** Asks until the answer is good, and answers it; after twenty seconds whatever it is then. A page that loads has no answer yet. */
export async function until(ask, isGood = Boolean) {
  for (const end = Date.now() + 20_000; ; await setTimeout(40)) {
    const isLate = Date.now() > end;
    const answer = isLate ? await ask() : await ask().catch(() => undefined);
    if (isLate || (answer !== undefined && isGood(answer))) return answer;
  }
}
