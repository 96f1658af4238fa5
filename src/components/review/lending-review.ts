import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { problemSentence } from '../../base/text/text.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { LendingCallStepElement } from '../../base/step/call-step.js';
import { LendingEditEvent, LendingContinuedEvent } from '../../base/later-events.js';
import { flag } from '../../base/flag.js';
import { loadRareInput, rareInput } from '../../base/fields/load-rare-input.js';
import { reportError } from '../../base/fields/implied-answers.js';
import type { Answers } from '../../base/step/steps.js';
import type { Problem } from '../../errors.js';
import type { Application } from '../../schema/calls/application.js';
import { ruleFor } from '../../schema/fields/field-rules.js';
import type { Reading } from '../../schema/fields/form.js';
import type { Prequalification } from '../../schema/calls/prequalification.js';
import type { Progress } from '../../schema/calls/session.js';
import { applicantRows, companyRows, figureRows, type AnswerRow } from './answer-rows.js';
import { reviewStyles } from './review.styles.js';
import type { UnlikelyQuestions } from './unlikely.js';

const PARTS = ['prequalification', 'company', 'applicant'] as const;
type Part = (typeof PARTS)[number];

/** The path with which the paths of all fields of a row begin; the first path if they share only the step. */
function commonPath(paths: readonly string[]): string {
  const [first = ''] = paths;
  const parent = first.slice(0, first.lastIndexOf('.'));
  return paths.length > 1 && parent.includes('.') && paths.every((path) => path.startsWith(`${parent}.`))
    ? parent
    : first;
}

/**
 * Shows all answers for a check, and creates the application when the applicant confirms them (specification, endpoint 1). Set
 * `value` to `{ company, applicant }`; the region comes from the settings.
 *
 * It asks about unusual answers, which the applicant does not have to change.
 *
 * @tag lending-review
 * @event {LendingEditEvent} lending-edit - The applicant wants to change the answers of a step; `problems` are the rejected or unusual ones.
 * @event {LendingCorrectedEvent} lending-corrected - The applicant accepted the suggestion for an answer; read it from `value`.
 * @event {LendingBeforeSubmitEvent} lending-before-submit - Asks whether the application may be created; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - The application was created.
 * @event {LendingContinuedEvent} lending-continued - The applicant has read the answers of an application that was created.
 * @event {LendingErrorEvent} lending-error - The application was not created, or the outcome is unknown.
 * @csspart warning - The question about an unusual answer.
 * @csspart suggestion - The button that accepts a suggestion.
 */
export class LendingReviewElement extends LendingCallStepElement<Answers> {
  static override readonly tag = 'lending-review';
  static override styles = [...LendingCallStepElement.styles, reviewStyles];
  /** Loads the questions about unusual answers. */
  static readonly prepare = (): Promise<typeof import('./unlikely.js')> => import('./unlikely.js');
  protected static override readonly personal = [...LendingCallStepElement.personal, 'figures', 'createdWith'];

  /** Whether the application exists. Its answers can then be read, and not changed. Default: `false`. */
  @property({ type: Boolean, converter: flag }) created = false;

  /** Figures that are sent as soon as the application exists. They are shown with the answers. Default: none. */
  @property({ attribute: false }) figures: Prequalification | undefined;

  /**
   * `other` if the application has other answers, from another tab or device; `unknown` if it is not known whether it has these. The element
   * then removes its answers. Read only; `undefined` if the application was created with these answers.
   */
  createdWith: Progress['createdWith'];

  override readonly step = 'review';
  #questions: UnlikelyQuestions | undefined;

  get #exists(): boolean {
    return this.created || !!this.createdWith;
  }

  protected override get companyType(): string | undefined {
    return this.value?.company?.type;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('value')) this.#question().catch(() => undefined);
  }

  protected override async read(): Promise<Reading<Answers>> {
    const { company, applicant } = this.value ?? {};
    if (this.settings.authority && !(await loadRareInput()).confirmedAuthority(this))
      return { value: undefined, problems: [{ path: 'authority', reason: 'empty' }] };
    if (company && applicant) return { value: { company, applicant }, problems: [] };
    return { value: undefined, problems: [{ path: company ? 'applicant' : 'company', reason: 'empty' }] };
  }

  protected override async send(value: Answers, adapter: ServerAdapter, signal: AbortSignal): Promise<void> {
    const { company, applicant } = value as Application;
    const authority = rareInput()?.confirmedAuthority(this);
    const application = { company, applicant, region: this.settings.region, authority };
    // If the application exists, because a response was lost or another tab was first, the backend compares its answers with these.
    const created = (await adapter.createApplication(application, { signal }))?.createdWith;
    if (!created || signal.aborted) return;
    this.createdWith = created;
    this.value = this.submitted = this.failure = undefined;
    this.keepDraft();
    if (created === 'other') await this.#question().catch(() => undefined);
    this.requestUpdate();
    await this.updateComplete;
    this.focusHeading();
  }

  /** Whether a step asks for the field. No step asks for a field without a row, or with a fixed row. */
  protected override asksFor({ path }: Problem): boolean {
    if (path === 'authority') return true;
    const row = Object.values(this.#rows())
      .flat()
      .find(({ paths }) => paths.includes(path));
    // The field `current` shares the row of its address, but no step asks for it.
    if (!row || row.isFixed || path.endsWith('.current')) return false;
    const { fields, readOnly } = this.settings;
    return ruleFor(fields, path) !== 'hidden' && !readOnly.includes(path.replace(/\.\d+/g, ''));
  }

  /** Moves the focus to the answer's button, because the input of a rejected or unusual answer is in another step. */
  protected override focusProblem(problem: Problem): void {
    super.focusProblem(problem);
    const [step] = problem.path.split('.') as [Part];
    if (!PARTS.includes(step)) return;
    const inStep = [problem, ...this.problems.filter((one) => one !== problem)].flatMap((one) =>
      one.path.startsWith(`${step}.`) ? { ...one, path: one.path.slice(step.length + 1) } : [],
    );
    this.dispatchEvent(new LendingEditEvent(step, inStep));
  }

  /** The application that exists has another heading, and its button only continues. */
  protected override stepSentence(key: string): string | undefined {
    return (
      super.stepSentence(`${this.createdWith}.${key}`) ?? super.stepSentence(this.#exists ? `created.${key}` : key)
    );
  }

  protected override async submit(event: Event): Promise<void> {
    if (!this.#exists) return super.submit(event);
    event.preventDefault();
    this.dispatchEvent(new LendingContinuedEvent('review'));
  }

  protected override renderFields(): TemplateResult {
    const { text, value, createdWith } = this;
    if (createdWith === 'other' && this.#questions) return this.#questions.renderOther();
    if (this.#exists)
      return html`<p>${text.term(value?.company || value?.applicant ? 'review.created' : 'review.sent')}</p>
        ${this.#renderSections()}`;
    return html`<p>${text.term('review.intro')}</p>
      ${this.#renderQuestions()} ${this.#renderSections()}
      ${this.settings.authority ? rareInput(this)?.authorityBox(this) : nothing}`;
  }

  /** Asks about unusual answers. If that part does not load, the application can be created without it. */
  async #question(): Promise<void> {
    const { UnlikelyQuestions } = await LendingReviewElement.prepare();
    this.#questions ??= new UnlikelyQuestions(this);
    await this.#questions.update();
  }

  #renderQuestions(): TemplateResult {
    const count = this.#questions?.count;
    const list = this.#questions?.renderList((path) => {
      const problem = { path, reason: 'unusual' } as const;
      return this.asksFor(problem) ? () => this.focusProblem(problem) : undefined;
    });
    return html`<div class=${count ? `panel ${list === nothing ? 'calm' : 'unusual'}` : 'hidden'}>
      <p aria-live="polite">${count}</p>
      ${list}
    </div>`;
  }

  #rows(): Record<Part, readonly AnswerRow[]> {
    const { figures } = this;
    const { company, applicant } = this.value ?? {};
    return {
      prequalification: figures ? figureRows(figures, this) : [],
      company: company ? companyRows(company, this) : [],
      applicant: applicant ? applicantRows(applicant, this) : [],
    };
  }

  #renderSections() {
    const rows = this.#rows();
    return PARTS.filter((part) => rows[part].length > 0).map(
      (part) =>
        html`<section id=${part}>
          <h3>${this.text.term(`${part}.heading`)}</h3>
          <div class="rows">${rows[part].map((row) => this.#renderRow(row))}</div>
        </section>`,
    );
  }

  /** Renders a row, unless the field is hidden and has no value. In a list of descriptions, screen readers would say the kind of each part. */
  #renderRow(row: AnswerRow): TemplateResult | typeof nothing {
    const { label, answer, paths, isFixed } = row;
    const { settings, text } = this;
    const plain = paths.map((path) => path.replace(/\.\d+/g, ''));
    const isHidden = (path: string) => ruleFor(settings.fields, path) === 'hidden' || path.endsWith('.current');
    if (!answer && plain.every(isHidden)) return nothing;
    const at = ({ path }: Problem) => paths.includes(path);
    const problem = this.problems.find(at);
    const isGiven = isFixed || plain.some((path) => settings.readOnly.includes(path));
    return html`<div class="row">
      <p class="asked">${label}</p>
      <div class="answer ${isGiven && answer ? 'fixed' : ''}">
        <bdi>${answer || text.term('not-given')}</bdi>
        ${
          problem
            ? html`<p part="error" class="error">
                <span class="hidden">${text.term('error')}</span> ${problemSentence(text, problem)}
              </p>`
            : nothing
        }
        ${problem || this.created ? nothing : this.#questions?.render(paths, !isGiven)}
      </div>
      ${isGiven ? answer && this.#renderReport(row) : this.created ? nothing : this.#renderChange(row)}
    </div>`;
  }

  #renderReport({ label }: AnswerRow): TemplateResult {
    const question = html`${this.text.term('report-error')}<span class="hidden"> (${label})</span>`;
    return reportError(this.text, nothing, question, this.created);
  }

  /** Renders the button of a row. Its name for screen readers contains the label. */
  #renderChange({ label, paths, about }: AnswerRow): TemplateResult {
    return html`<button
      type="button"
      class="plain action"
      id=${commonPath(paths)}
      @click=${() => this.#change(paths[0]!)}
    >
      ${this.text.term('change')}<span class="hidden"> ${label}${about ? ` (${about})` : nothing}</span>
    </button>`;
  }

  #change(path: string): void {
    const [step, ...field] = path.split('.') as [Part];
    this.dispatchEvent(new LendingEditEvent(step, [], field.join('.')));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-review': LendingReviewElement;
  }
}
