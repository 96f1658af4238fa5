// Completes the journey as one person, in a real browser, with the backend of their partner and the sandbox.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { writeStatement } from '../statement.mjs';

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

/** The walk of one person: their actions and the texts that they saw. */
export class Walk {
  constructor(person, browser, servers) {
    this.person = person;
    this.browser = browser;
    this.servers = servers;
    this.tabs = [];
    /** The values of each step when the person continued. */
    this.entered = {};
    /** The heading of each step when the person continued: of its last screen, if it has several. */
    this.headings = {};
    /** All visible text at each press of a button, line by line. */
    this.read = new Set();
    this.rows = [];
    this.warnings = [];
    this.unlabelled = [];
    /** The values that were lost by going back and forward. */
    this.lost = [];
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

  /** Takes the usual path, or the person's own path. */
  async go() {
    await this.open();
    if (this.person.way) await this.person.way(this);
    else await this.stepsFrom('company');
  }

  /** Takes this step and all after it. */
  stepsFrom(first) {
    const names = Object.keys(HEADINGS);
    return this.steps(...names.slice(names.indexOf(first)));
  }

  async steps(...names) {
    for (const name of names) await this[name]();
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

  /** Reads the review, checks each form again, and creates the application. */
  async review(submit = 'Create application') {
    await this.reach(HEADINGS.review);
    this.rows = await this.tab.see('rows');
    await this.lookBack();
    await this.press(submit);
  }

  async documents() {
    await this.reach(HEADINGS.documents);
    if (!this.person.document) return this.press('Continue without documents');
    await this.tab.attach(await writeStatement(), 'file');
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

  async goOn(step) {
    this.entered[step] = await this.tab.see('entered');
    [this.headings[step]] = await this.tab.see('headings');
    await this.press('Continue');
  }

  /**
   * Goes from the review back to the first form and forward again, with the browser's buttons, or with the journey's buttons if the
   * browser's would leave the journey. Then reloads the page.
   */
  async lookBack() {
    const isOff = this.person.attributes?.includes('history="off"');
    const travel = (by) => (isOff ? this.press(by < 0 ? 'Back' : 'Continue') : this.tab.travel(by));
    const onePage = [
      [-1, 'applicant'],
      [-1, 'company'],
      [1, 'applicant'],
    ];
    for (const [by, step] of this.isCut ? onePage.slice(0, 1) : onePage) {
      await travel(by);
      await this.#compareEntered(step);
    }
    await travel(1);
    await this.reach(HEADINGS.review);
    await this.#compareRows('Back and Forward');
    // The module that checks the answers can load after them.
    this.warnings = await this.tab.see('errors');
    await this.reload();
    await this.reach(HEADINGS.review);
    await this.#compareRows('a reload');
  }

  async #compareEntered(step) {
    await this.reach(this.headings[step]);
    const before = this.entered[step];
    const isSame = (now) => Object.keys(before).every((name) => now[name] === before[name]);
    const now = await until(() => this.tab.see('entered'), isSame);
    for (const name in before) {
      if (now[name] !== before[name]) this.lost.push(`${name}: “${before[name]}” is “${now[name]}” after Back`);
    }
  }

  async #compareRows(after) {
    const rows = await until(
      () => this.tab.see('rows'),
      (rows) => rows.length === this.rows.length,
    );
    for (const row of this.rows) {
      if (!rows.some((one) => String(one) === String(row))) this.lost.push(`“${row.join(': ')}” after ${after}`);
    }
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
    const answer = isLate ? await ask() : await ask().catch(() => undefined);
    if (isLate || (answer !== undefined && isGood(answer))) return answer;
  }
}
