import { LitElement, nothing, render, supportsAdoptingStyleSheets, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { ServerAdapter } from '../adapter/types.js';
import { defaultSettings } from '../schema/default-settings.js';
import type { Settings } from '../schema/settings.js';
import { version } from '../version.js';
import { followPageColours } from './look/colours/derived.js';
import { TextController } from './text/text.js';

// An import of a class also gets the types of its events for `addEventListener`.
export type * from './events.js';

/** For parts that may fail to load: without them, the page works or fails in the same way. */
const ignore = () => undefined;

/**
 * Base class of every element: it registers itself on request, speaks the page's language and shows its state.
 *
 * @cssprop --lending-color-accent - The brand's colour: filled buttons. Other colours are derived from it.
 * @cssprop --lending-color-on-accent - The text of a filled button. Without it: black or white, whichever is readable on the accent.
 * @cssprop --lending-color-accent-strong - A filled button under the pointer. Without it: derived from the accent.
 * @cssprop --lending-color-link - Links, quiet buttons and lines. Without it: the accent, darker or lighter if the surface needs it.
 * @cssprop --lending-contrast - The least contrast of the text on the accent. With 7, an accent on which neither black nor white reaches 7 : 1 is drawn darker.
 * @cssprop --lending-color-tint - A background with a little of the accent: a chosen answer, a button under the pointer.
 * @cssprop --lending-color-text - Text.
 * @cssprop --lending-color-muted - Hints and other secondary text.
 * @cssprop --lending-color-surface - The background, also of inputs.
 * @cssprop --lending-color-sunken - The second surface: notices, read-only inputs, the drop area.
 * @cssprop --lending-color-border - The borders of inputs and of buttons without a fill.
 * @cssprop --lending-color-line - Lines between parts.
 * @cssprop --lending-color-error - The sentence of a problem.
 * @cssprop --lending-color-error-border - The bar next to a field with a problem.
 * @cssprop --lending-color-error-tint - The background of the list of problems, and of a failure.
 * @cssprop --lending-color-warning - A sentence that asks the applicant to check something.
 * @cssprop --lending-color-success - The state of something that is done, such as a sent file.
 * @cssprop --lending-color-focus - The focus ring. Without it: the colour of links.
 * @cssprop --lending-font - The typeface.
 * @cssprop --lending-font-heading - The typeface of headings. `inherit` is the typeface of the text.
 * @cssprop --lending-text-body - The size of text, inputs and buttons.
 * @cssprop --lending-text-small - The size of labels, hints and problems.
 * @cssprop --lending-text-title - The size of the heading of a group or a panel.
 * @cssprop --lending-text-heading - The size of the heading of a step, in a narrow place.
 * @cssprop --lending-text-heading-wide - The size of the heading of a step, in a place of 480 pixels or more.
 * @cssprop --lending-text-money - The size of an amount of money in its input.
 * @cssprop --lending-space-label - The space between a label and its input.
 * @cssprop --lending-space-tight - The space between things that belong together, and above and below the text in a button.
 * @cssprop --lending-space-row - The space between the rows of a list, and between buttons.
 * @cssprop --lending-space-inner - The space inside inputs and panels.
 * @cssprop --lending-space-field - The space between fields.
 * @cssprop --lending-space-group - The space between groups of fields.
 * @cssprop --lending-space-gutter - The space around the journey.
 * @cssprop --lending-size-control - The least height of inputs and buttons.
 * @cssprop --lending-size-column - The greatest width of a step. The review and the offers are 8 rem wider.
 * @cssprop --lending-radius - The radius of the corners of inputs, buttons and panels.
 * @cssprop --lending-radius-card - The radius of the corners of the journey.
 * @cssprop --lending-shadow - The shadow of the journey on a wide page. `none` switches it off.
 * @cssprop --lending-duration - The duration of a movement. It is 0 seconds if the applicant prefers reduced motion.
 */
export abstract class LendingElement extends LitElement {
  /** The tag that `define()` registers. */
  static readonly tag: string;
  /** The version of the library that defines this class. */
  static readonly version = version;
  /** The elements that this element renders. They are registered with it. */
  static readonly uses: readonly (typeof LendingElement)[] = [];
  /** The properties with data of one business, which another business starts without. */
  protected static readonly personal: readonly string[] = ['prefill', 'draft'];
  /** Lets the browser restore the state of the element, and a form of the page submit its value. */
  static readonly formAssociated = true;

  /**
   * Registers the tag. Safe to call twice. A tag that is already registered is left alone, with one warning that names both
   * versions. In a browser that is too old, the element shows a message about that instead of its content.
   */
  static define(): void {
    // Firefox before 101, Safari before 16.4 and Chromium before 103. Some of them would run the first steps.
    if (globalThis.document && !(supportsAdoptingStyleSheets && AbortSignal.timeout)) {
      void import('./newer-browser.js').then(({ sayNewerBrowser }) => sayNewerBrowser(this.tag), ignore);
      return;
    }
    for (const used of this.uses) used.define();
    const taken = globalThis.customElements?.get(this.tag) as Partial<typeof LendingElement> | undefined;
    if (!taken) globalThis.customElements?.define(this.tag, this as unknown as CustomElementConstructor);
    else if ((taken as unknown) !== this)
      void import('./duplicate-definition.js').then(({ warnOfDuplicate }) => warnOfDuplicate(this, taken), ignore);
  }

  constructor() {
    super();
    // A shadow root that came as declarative HTML has content that is not ours.
    this.shadowRoot?.replaceChildren();
  }

  /** Whether the browser's console explains failures to the developer. Default: the backend's `settings.diagnostics`, else `on`. */
  @property() diagnostics: 'on' | 'off' | undefined;
  /**
   * The partner's own id of the business that applies, for users who act for several. Another id starts the element again, without values such as
   * `prefill`, unless the page sets them together with the id. With `adapter`, that names the business. Default: the business that `authorize()`
   * returns.
   */
  @property() business: string | undefined;
  /** `page` takes the typeface, the text colour, the background and the accent of the page, and draws no card. Default: the look of the elements. */
  @property({ reflect: true }) look: 'page' | undefined;
  /** `compact` has smaller text and spaces, for a page that is used with a mouse. Default: the spaces of the elements. */
  @property({ reflect: true }) density: 'compact' | undefined;
  /** The id of the business whose data is shown; `undefined` without an id, `null` before the first update. */
  #shown: string | undefined | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    followPageColours(this).catch(ignore);
  }

  /** The sentences that the applicant reads. */
  readonly text = new TextController(this, () => this.currentSettings());
  readonly #internals = this.attachInternals();

  /** Waits for the sentences and the look that load on demand, so that the applicant does not see two of them. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const look =
      (this.look ?? this.density) && import('./look/page-look.js').then(({ applyLook }) => applyLook(this), ignore);
    const language = this.text.load();
    return language || look ? Promise.all([language, look]).then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  /** The id of the business from the adapter, or else from the element's property. */
  get namedBusiness(): string | undefined {
    const { adapter } = this as { adapter?: ServerAdapter };
    return (adapter ?? this).business ?? undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const business = this.namedBusiness;
    if (this.#shown !== null && this.#shown !== business) this.startAgain(changed);
    this.#shown = business;
  }

  /** Starts again for another business. Properties that the page has set together with it stay. */
  protected startAgain(changed: PropertyValues<this>): void {
    const { personal } = this.constructor as typeof LendingElement;
    const [self, blank] = [this, new (this.constructor as new () => object)()] as Record<string, unknown>[];
    for (const name of personal) if (!changed.has(name as never)) self![name] = blank![name];
    this.keepState({});
    // Lit does not empty an input that the applicant has typed into.
    render(nothing, this.renderRoot, this.renderOptions);
  }

  /**
   * Keeps the state that a reload, or going back, must not lose. `value` is submitted with a form of the page, if the element
   * has a `name`.
   */
  protected keepState(state: object, value = ''): void {
    this.#internals.setFormValue(value, JSON.stringify({ ...state, business: this.namedBusiness }));
  }

  /**
   * The settings of the partner's backend, if they have loaded. Sentences use them, for example for the partner's name. Default: the
   * default settings.
   */
  protected currentSettings(): Settings {
    return defaultSettings;
  }

  /** Restores the state that was kept. */
  protected restoreState(_state: unknown): void {}

  /** Called by the browser with the kept state. It may be the state of another business. */
  formStateRestoreCallback(state: string): void {
    const { business, ...kept } = JSON.parse(state) as { business?: string };
    if (business !== this.namedBusiness) return;
    this.#shown = business;
    this.restoreState(kept);
  }

  /**
   * Shows a state to style sheets, as `:state(name)`, and removes the previous one. Chromium before 125 needs another name, which
   * style sheets write as `:--name`.
   */
  protected showState(state?: string): void {
    const { states } = this.#internals;
    states?.clear();
    try {
      if (state) states?.add(state);
    } catch {
      states?.add(`--${state}`);
    }
  }
}
