import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ServerAdapter } from '../adapter.js';
import { LendingChangeEvent, LendingSkippedEvent } from '../base/events.js';
import type { Answers } from '../base/journey.js';
import { enLater } from '../base/locales/en-later.js';
import { notRight } from '../base/not-right.js';
import { property, state } from '../base/reactive.js';
import { applicantRows, companyRows, type Row, type Words } from '../base/review-rows.js';
import { LendingStepElement } from '../base/step.js';
import type { Problem } from '../errors.js';
import type { Application } from '../schema/application.js';
import { dayOf } from '../schema/dates.js';
import { ruleFor } from '../schema/field-rules.js';
import type { Reading } from '../schema/form.js';
import { checkPhone } from '../schema/phone.js';
import { checkCompanyNumber } from '../schema/text.js';

type Part = 'company' | 'applicant';
/**
 * Shows the answers once more, and creates the application when the applicant confirms them (specification, endpoint 1).
 * Set `value` to `{ company, applicant }`; the region comes from the settings. What looks unusual is pointed out, and
 * keeps nobody from going on.
 *
 * @tag lending-review
 * @event {LendingChangeEvent} lending-change - The applicant wants to change the answers of a step; `problems` are those that were refused, or look unusual.
 * @event {LendingSubmitEvent} lending-submit - Asks whether the application may be created; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The application was created.
 * @event {LendingSkippedEvent} lending-skipped - The applicant has read the answers of an application that was created.
 * @event {LendingErrorEvent} lending-error - The application was not created, or nobody knows.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The panel that says what is wrong.
 * @csspart error - What is wrong with an answer.
 * @csspart warning - What looks unusual about an answer.
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
  static override styles = [
    ...LendingStepElement.styles,
    css`
      section {
        padding-block-start: 1em;
        border-block-start: 1px solid var(--_line);
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0 1em;
        margin-block-end: 0.5em;
      }
      dl {
        display: grid;
        gap: 0.75em;
      }
      dt {
        color: var(--_muted);
      }
      dd,
      button {
        overflow-wrap: anywhere;
      }
      dd button {
        text-align: start;
      }
      @media (min-width: 36em) {
        dl > div {
          display: grid;
          grid-template-columns: 2fr 3fr;
          gap: 1em;
        }
      }
    `,
  ];

  /** Whether the application exists: the answers can be read then, and not changed. */
  @property({ type: Boolean }) created = false;
  @state() private warnings: readonly Problem[] = [];

  override readonly step = 'review';
  protected override readonly calls = true;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('value') && this.value) void this.#warn(this.value);
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
    return html`<p>${this.text.term('review.intro')}</p>
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
    const isGiven = isFixed || plain.some((path) => settings.read_only.includes(path));
    const at = ({ path }: Problem) => paths.includes(path);
    const problem = this.problems.find(at);
    const warning = problem || this.created ? undefined : this.warnings.find(at);
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
        ${
          warning
            ? html`<p part="warning" class="warning">
                <button type="button" class="plain" @click=${() => this.goTo(warning)}>
                  ${this.text.problem(warning)}
                </button>
              </p>`
            : nothing
        }
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

  /** What looks unusual, and is taken all the same. */
  async #warn(value: Answers): Promise<void> {
    const { registered_number } = value.company ?? {};
    const { phone_number } = value.applicant ?? {};
    const reasons = [
      ['company.registered_number', registered_number && checkCompanyNumber(registered_number)],
      ['applicant.phone_number', phone_number && (await checkPhone(phone_number))],
    ] as const;
    const warnings = reasons.flatMap(([path, reason]) => (reason ? [{ path, reason }] : []));
    if (value === this.value) this.warnings = warnings;
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
