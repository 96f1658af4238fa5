// Completes the journey as one person, with the backend of their partner and the sandbox.
import { writeStatement } from '../applicant.mjs';
import { HEADINGS, until, Walk } from './walk.mjs';

export class Journey extends Walk {
  /** The values of each step when the person continued. */
  entered = {};
  /** The heading of each step when the person continued: of its last screen, if it has several. */
  headings = {};
  rows = [];
  warnings = [];
  /** The values that were lost by going back and forward. */
  lost = [];

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
    for (const name of names) {
      await this.reach(HEADINGS[name]);
      await (this[name]?.() ?? this.#fillIn(name));
    }
  }

  async #fillIn(step) {
    await this.answer(step);
    await this.goOn(step);
  }

  async goOn(step) {
    this.entered[step] = await this.tab.see('entered');
    [this.headings[step]] = await this.tab.see('headings');
    await this.press('Continue');
  }

  /** Reads the review, checks each form again, and creates the application. */
  async review() {
    this.rows = await this.tab.see('rows');
    await this.#lookBack();
    if (this.person.authority) await this.tick('authority');
    await this.press('Create application');
  }

  async documents() {
    if (!this.person.document) return this.press('Skip for now');
    await this.tab.attach(await writeStatement(), 'file');
    await this.reads('statement june.pdf');
    await this.press('Send 1 file and continue');
  }

  async consent() {
    await this.tick('agree');
    await this.press('Agree and get offers');
  }

  async offers() {
    const { widget, offers = 'Sample Bank' } = this.person;
    await (widget?.isolation === 'frame' ? this.readsInFrame(offers) : this.reads(offers));
  }

  /**
   * Goes from the review back to the first form and forward again, with the browser's buttons, or with the journey's buttons if the
   * browser's would leave the journey. Then reloads the page.
   */
  async #lookBack() {
    const { attributes, warnings = [] } = this.person;
    const isOff = attributes?.includes('history="off"');
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
    this.warnings = await until(
      () => this.tab.see('errors'),
      (errors) => errors.length === warnings.length,
    );
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
}
