import type { PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { loadPart, type Problem } from '../../errors.js';
import { settingsFor } from '../../schema/company-types.js';
import { defaultSettings } from '../../schema/default-settings.js';
import type { Draft } from '../../schema/fields/form.js';
import type { Session } from '../../schema/calls/session.js';
import type { Settings } from '../../schema/settings.js';
import { LendingElement } from '../element.js';
import { hasInputFor, focusProblem, inFormOrder } from '../error-summary.js';
import type { FormState } from '../fields/form-state.js';
import { jsonObject } from '../flag.js';
import { forms } from '../look/form-styles.js';
import type { Screens } from '../screens/screens.js';
import type { StepName, Layout, ScreenHost } from './steps.js';
import { controls, tokens } from '../look/styles.js';

/** An enumerated attribute: every value except `screens` means `page`. */
export const layoutOf = (value: string | null): Layout =>
  value?.trim().toLowerCase() === 'screens' ? 'screens' : 'page';

/** The form of a step: its answers and draft, its settings, its screens and its problems. */
export abstract class LendingStepForm<Value> extends LendingElement implements FormState {
  static override styles = [tokens, controls, forms];
  protected static override readonly personal = [
    ...LendingElement.personal,
    'value',
    'screen',
    'submitted',
    'problems',
    'fixed',
    'failure',
  ];

  /** The answers of the step as they go over the wire. Set it to fill in the form; read it when the step is done. */
  @property({ attribute: false }) value: Value | undefined;
  /** Values that the backend knows already, in the attribute as JSON. The applicant cannot change those that `settings.readOnly` names. */
  @property({ converter: jsonObject }) prefill: unknown;
  /** The path of the handler, for a step that is used alone. Default: none; a step in a journey has the journey's. */
  @property() endpoint: string | undefined;
  /** The backend that the step calls, and from which it gets its settings if `settings` is not set. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /** The values of the inputs, by their names. The step writes into this object; pass it to another element to keep them. Keep it in memory. */
  @property({ attribute: false }) draft: Draft = {};
  /** `page` shows all questions; `screens` shows at most six inputs at a time, under their own question. Default: `page`. */
  @property({ converter: layoutOf }) layout: Layout = 'page';
  /** The name of the shown screen. Default: the first one. */
  @property({ attribute: false }) screen: string | undefined;
  /** The position of the step, like "Step 2 of 6". Screen readers read it with the heading. Default: empty. */
  @property() place = '';

  /** The problems, in the order of the form. */
  @state() problems: readonly Problem[] = [];
  /** The problems that were corrected since the last Continue, until their fields are left. @internal */
  @state() corrected: readonly Problem[] | undefined;
  /** Whether the form had no problem when it was last read after a correction. @internal */
  @state() isRight = false;
  @state() fixed: readonly string[] = [];
  /** The problems that the backend or another step has reported. The form cannot check them. @internal */
  reported: readonly Problem[] = [];

  /** The screens, if the step has that layout and they have loaded. */
  screens: Screens | undefined;
  /** Set by the journey: Continue completes the step from any screen, because the applicant came to change one answer. */
  revisit = false;
  /** Set by the journey, which shows the Back button. A step alone has its own on later screens. */
  embedded = false;
  abstract readonly step: StepName;
  #settings: Settings | undefined;
  /** The value that was submitted last, until an answer changes. */
  protected submitted: Value | undefined;

  /**
   * The settings of the partner's backend for the forms. Default: the adapter's session; until it arrives, the samples of the
   * specification.
   */
  @property({ attribute: false })
  get settings(): Settings {
    return settingsFor(this.#settings ?? defaultSettings, this.companyType);
  }
  set settings(settings: Settings | undefined) {
    this.#settings = settings;
  }

  /** The type of the business, if the step knows it. It decides the rules and labels in `settings`. */
  protected get companyType(): string | undefined {
    return undefined;
  }

  protected override currentSettings(): Settings {
    return this.settings;
  }

  /** Converts a wire value to the values of the inputs. */
  protected write(_value: Value): Draft | Promise<Draft> {
    return {};
  }

  /** Applies the session to a step that is used without `<lending-onboarding>`. */
  protected applySession({ settings }: Session): void {
    this.settings = settings;
  }

  /** The screen of an input, by the name of the input; `undefined` for every input of a step that is not cut into screens. */
  screenOf?(_input: string): string | undefined;

  /** Shows problems that the step has not found itself, and moves the focus to the first. */
  async showProblems(rejected: readonly Problem[], first: Problem): Promise<void> {
    this.reported = rejected;
    if (this.screens) return this.screens.showProblems(rejected, first);
    this.problems = inFormOrder(this.renderRoot, rejected);
    await this.updateComplete;
    focusProblem(this.renderRoot, first);
  }

  /** Resolves when the heading is there. Default: it is there after the first update. */
  readonly ready?: Promise<unknown> | undefined;

  /** Moves the focus to the heading. */
  focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('#heading')!.focus();
  }

  /** Whether the step asks for the rejected field. If not, the applicant cannot correct it. */
  protected asksFor(problem: Problem): boolean {
    return hasInputFor(this.renderRoot, problem);
  }

  protected focusProblem(problem: Problem): void {
    focusProblem(this.renderRoot, problem);
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    const loads = this.layout === 'screens' && !!this.screenOf && !this.screens;
    return loads ? this.#loadScreens() : super.scheduleUpdate();
  }

  /** Loads the screens before the first rendering. If they do not load, all questions are shown. */
  async #loadScreens(): Promise<void> {
    try {
      const { Screens } = await loadPart(import('../screens/screens.js'), 'screens');
      this.screens = new Screens(this as ScreenHost);
    } catch {
      this.layout = 'page';
    }
    await super.scheduleUpdate();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.screens?.apply();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('value') && this.value !== undefined && this.value !== this.submitted) {
      void this.#writeInputs(this.value);
    }
    if (changed.has('prefill') && this.prefill) void this.#writeInputs(this.prefill as Value, true);
    if (changed.has('adapter') && this.adapter && !this.#settings) void this.#fetchSettings(this.adapter);
  }

  async #writeInputs(value: Value, isPrefill = false): Promise<void> {
    const { draft } = this;
    const known = await this.write(value);
    const readOnly = isPrefill ? this.settings.readOnly : [];
    const fixed = Object.entries(known).filter(([name]) =>
      readOnly.includes(`${this.step}.${name}`.replace(/\.\d+|\.(day|month|year)$/g, '')),
    );
    if (draft !== this.draft) return;
    // Typed values are kept: a value that arrives late must not replace them.
    Object.assign(draft, { ...known, ...draft, ...Object.fromEntries(fixed) });
    if (isPrefill) this.fixed = fixed.map(([name]) => name);
    this.keepDraft();
    this.requestUpdate();
  }

  /**
   * Gets the settings of a step that is used alone. If this fails, the step uses the defaults, and its call reports the
   * failure.
   */
  async #fetchSettings(adapter: ServerAdapter): Promise<void> {
    // Settings that are set together with the adapter take priority.
    await Promise.resolve();
    if (this.#settings) return;
    const session = await adapter.session().catch(() => undefined);
    if (session && !this.#settings && adapter === this.adapter) this.applySession(session);
  }

  protected keepDraft(): void {
    this.keepState({ draft: this.draft }, this.submitted && JSON.stringify(this.submitted));
  }

  protected override restoreState({ draft }: { draft: Draft }): void {
    Object.assign(this.draft, draft);
    this.requestUpdate();
  }

  protected stepSentence(what: string): string | undefined {
    return this.text.maybe(`${this.step}.${what}`);
  }

  protected recordInput(event: Event): void {
    const { name, value, type } = event.target as HTMLInputElement;
    // Each step handles its own checkboxes, and files cannot be kept.
    if (name && type !== 'file' && type !== 'checkbox') this.draft[name] = value;
    // After a change, a form of the page must not submit the value that was submitted before.
    this.submitted = undefined;
    this.keepDraft();
  }
}
