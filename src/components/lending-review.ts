import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ServerAdapter } from '../adapter.js';
import { LendingChangeEvent, LendingSkippedEvent } from '../base/events.js';
import type { Answers } from '../base/journey.js';
import { enLater } from '../base/locales/en-later.js';
import { notRight } from '../base/not-right.js';
import { property } from '../base/reactive.js';
import { reviewStyles } from '../base/review-styles.js';
import { applicantRows, companyRows, type Row, type Words } from '../base/review-rows.js';
import { LendingStepElement } from '../base/step.js';
import type { UnlikelyQuestions } from '../base/unlikely.js';
import type { Problem } from '../errors.js';
import type { Application } from '../schema/application.js';
import { dayOf } from '../schema/dates.js';
import { ruleFor } from '../schema/field-rules.js';
import type { Reading } from '../schema/form.js';
import { areUsual } from '../schema/usual.js';

type Part = 'company' | 'applicant';
/**
 * Shows the answers once more, and creates the application when the applicant confirms them (specification, endpoint 1).
 * Set `value` to `{ company, applicant }`; the region comes from the settings. An unlikely answer is asked about,
 * and keeps nobody from going on.
 *
 * @tag lending-review
 * @event {LendingChangeEvent} lending-change - The applicant wants to change the answers of a step; `problems` are those that were refused, or look unusual.
 * @event {LendingCorrectedEvent} lending-corrected - The applicant took the suggestion for an answer; read it from `value`.
 * @event {LendingSubmitEvent} lending-submit - Asks whether the application may be created; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The application was created.
 * @event {LendingSkippedEvent} lending-skipped - The applicant has read the answers of an application that was created.
 * @event {LendingErrorEvent} lending-error - The application was not created, or nobody knows.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The panel that says what is wrong.
 * @csspart error - What is wrong with an answer.
 * @csspart warning - A question about an answer that looks unusual.
 * @csspart suggestion - The button that takes a suggestion.
 * @csspart actions - The row of buttons.
 * @csspart submit - The button that creates the application, or goes on.
 * @csspart retry - The button that tries again after a failure.
 * @csspart support - The line that says whom to ask for help, where the settings do.
 * @cssstate pending - The call is under way.
 * @cssstate failed - The call failed.
 * @cssstate done - The application was created.
 */
export class LendingReviewElement extends LendingStepElement<Answers> {
  static override readonly tag = 'lending-review';
  static override readonly words = enLater;
  static override styles = [...LendingStepElement.styles, reviewStyles];

  /** Whether the application exists: the answers can be read then, and not changed. */
  @property({ type: Boolean }) created = false;

  override readonly step = 'review';
  protected override readonly calls = true;
  /** Asks about unlikely answers. It loads with the first of them. */
  #questions: UnlikelyQuestions | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('value') && this.value) void this.#ask(this.value);
  }

  protected override read(): Reading<Answers> {
    const { company, applicant } = this.value ?? {};
    if (company && applicant) return { value: { company, applicant }, problems: [] };
    return { value: undefined, problems: [{ path: company ? 'applicant' : 'company', reason: 'empty' }] };
  }

  protected override send(value: Answers, adapter: ServerAdapter, signal: AbortSignal): Promise<unknown> {
    const { company, applicant } = value as Application;
    return adapter.createApplication({ company, applicant, region: this.settings.region }, { signal });
  }

  protected override async isDone(adapter: ServerAdapter, signal: AbortSignal): Promise<boolean> {
    const { progress } = await adapter.session({ signal });
    return progress.done.includes('createApplication');
  }

  /** What has no row, or stands in it for good, is asked in no step. */
  protected override asks({ path }: Problem): boolean {
    const row = this.#rows().find(({ paths }) => paths.includes(path));
    // The mark of the current address shares the row of its lines.
    if (!row || row.isFixed || path.endsWith('.current')) return false;
    const { fields, read_only } = this.settings;
    return ruleFor(fields, path) !== 'hidden' && !read_only.includes(path.replace(/\.\d+/g, ''));
  }

  /** The input of an answer that is refused or unusual stands in another step. */
  protected override goTo(problem: Problem): void {
    super.goTo(problem);
    const [step] = problem.path.split('.') as [Part];
    if (step !== 'company' && step !== 'applicant') return;
    const inStep = [problem, ...this.problems.filter((one) => one !== problem)].flatMap((one) =>
      one.path.startsWith(`${step}.`) ? { ...one, path: one.path.slice(step.length + 1) } : [],
    );
    this.dispatchEvent(new LendingChangeEvent(step, inStep));
  }

  protected override render(): TemplateResult {
    return this.created ? this.#renderCreated() : super.render();
  }

  protected override renderFields(): TemplateResult {
    const count = this.#questions?.count;
    return html`<p>${this.text.term('review.intro')}</p>
      <p aria-live="polite" class=${count ? 'count' : 'hidden'}>${count}</p>
      ${this.#renderSections()}`;
  }

  #renderCreated(): TemplateResult {
    const { company, applicant } = this.value ?? {};
    return html`<form part="form" aria-labelledby="heading" @submit=${this.#goOn}>
      <span id="place" hidden>${this.place}</span>
      <h2 part="heading" id="heading" tabindex="-1" aria-describedby="place">
        ${this.text.term('review.created.heading')}
      </h2>
      <p>${this.text.term(company || applicant ? 'review.created' : 'review.sent')}</p>
      ${this.#renderSections()}
      <div part="actions" class="actions">
        <button part="submit" class="primary" type="submit">${this.text.term('continue')}</button>
      </div>
    </form>`;
  }

  #renderSections() {
    return (['company', 'applicant'] as const).map((part) =>
      this.value?.[part] ? this.#renderSection(part, this.#rows(part)) : nothing,
    );
  }

  /** The rows of a part, or of both. */
  #rows(part?: Part): readonly Row[] {
    const { company, applicant } = this.value ?? {};
    return [
      ...(company && part !== 'applicant' ? companyRows(company, this.#words) : []),
      ...(applicant && part !== 'company' ? applicantRows(applicant, this.#words) : []),
    ];
  }

  #renderSection(step: Part, rows: readonly Row[]): TemplateResult {
    const heading = this.text.term(`${step}.heading`);
    return html`<section aria-labelledby="${step}-heading">
      <header>
        <h3 id="${step}-heading">${heading}</h3>
        ${this.created ? nothing : this.#renderChange(step)}
      </header>
      <dl>${rows.map((row) => this.#renderRow(row))}</dl>
    </section>`;
  }

  #renderChange(step: Part): TemplateResult {
    return html`<button
      type="button"
      class="plain"
      id=${step}
      aria-labelledby="${step} ${step}-heading"
      @click=${() => this.dispatchEvent(new LendingChangeEvent(step))}
    >
      ${this.text.term('change')}
    </button>`;
  }

  /** What was neither asked nor answered is no row. */
  #renderRow({ label, answer, paths, isFixed }: Row): TemplateResult | typeof nothing {
    const { settings, text } = this;
    const plain = paths.map((path) => path.replace(/\.\d+/g, ''));
    const isHidden = (path: string) => settings.fields[path] === 'hidden' || path.endsWith('.current');
    if (!answer && plain.every(isHidden)) return nothing;
    const at = ({ path }: Problem) => paths.includes(path);
    const problem = this.problems.find(at);
    const isGiven = isFixed || plain.some((path) => settings.read_only.includes(path));
    const change = (path: string) => this.goTo({ path, reason: 'unusual' });
    return html`<div>
      <dt>${label}</dt>
      <dd>
        ${answer || text.term('not-given')} ${isGiven && answer ? notRight(text, label, this.created) : nothing}
        ${
          problem
            ? html`<p part="error" class="error">
                <span class="hidden">${this.text.term('error')}</span> ${this.text.problem(problem)}
              </p>`
            : nothing
        }
        ${problem || this.created ? nothing : this.#questions?.render(paths, isGiven ? undefined : change)}
      </dd>
    </div>`;
  }

  /** How the answers are read. */
  get #words(): Words {
    const { text, settings } = this;
    const day = (wire = '') => {
      const day = dayOf(wire);
      return day ? text.day(day) : wire;
    };
    return { settings, text, day };
  }

  /** Asks about unlikely answers. Where the questions do not load, nothing is asked. */
  async #ask(value: Answers): Promise<void> {
    if (areUsual(value) && !this.#questions) return;
    const module = await import('../base/unlikely.js').catch(() => undefined);
    this.#questions ??= module && new module.UnlikelyQuestions(this);
    await this.#questions?.look();
  }

  readonly #goOn = (event: Event): void => {
    event.preventDefault();
    this.dispatchEvent(new LendingSkippedEvent('review'));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-review': LendingReviewElement;
  }
}
