import { LitElement, supportsAdoptingStyleSheets } from 'lit';
import { property } from 'lit/decorators.js';
import { defaultSettings } from '../schema/default-settings.js';
import type { Settings } from '../schema/settings.js';
import { version } from '../version.js';
import { followPageColours } from './colours/derived.js';
import { TextController } from './text.js';

/** Without these parts, the page works or fails as it would anyway. */
const ignore = () => undefined;

/**
 * Base class of every element: it registers itself on request, speaks the page's language and shows its state.
 *
 * @cssprop --lending-color-accent - The brand's colour: filled buttons. Other colours are derived from it.
 * @cssprop --lending-color-on-accent - The text of a filled button. Without it: black or white, whichever can be read on the accent.
 * @cssprop --lending-color-accent-strong - A filled button under the pointer. Without it: derived from the accent.
 * @cssprop --lending-color-link - Links, quiet buttons and lines. Without it: the accent, darker or lighter if the surface needs it.
 * @cssprop --lending-contrast - The least contrast of the text on the accent. With 7, an accent that cannot have that is drawn darker.
 * @cssprop --lending-color-tint - A quiet background: notices, the list of finished calls, a button under the pointer.
 * @cssprop --lending-color-text - Text.
 * @cssprop --lending-color-muted - Hints and other secondary text.
 * @cssprop --lending-color-surface - The background, also of inputs.
 * @cssprop --lending-color-border - The borders of inputs.
 * @cssprop --lending-color-line - Lines between parts.
 * @cssprop --lending-color-error - Error messages.
 * @cssprop --lending-color-focus - The focus ring. Without it: the colour of links.
 * @cssprop --lending-radius - The radius of corners.
 * @cssprop --lending-font - The typeface.
 */
export abstract class LendingElement extends LitElement {
  /** The tag that `define()` registers. */
  static readonly tag: string;
  /** The version of the library that defines this class. */
  static readonly version = version;
  /** The elements that this element renders. They are registered with it. */
  static readonly uses: readonly (typeof LendingElement)[] = [];
  /** Lets the browser restore the state of the element, and a form of the page submit its value. */
  static readonly formAssociated = true;

  /**
   * Registers the tag. Safe to call twice. A tag that is already registered is left alone, with one warning that names both
   * versions. In a browser that is too old, the element says so instead of its content.
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
      void import('./taken-tag.js').then(({ warnOfTakenTag }) => warnOfTakenTag(this, taken), ignore);
  }

  constructor() {
    super();
    // A shadow root that came as declarative HTML has content that is not ours.
    this.shadowRoot?.replaceChildren();
  }

  /**
   * Whether the browser's console explains failures of this element, and of the elements in it, to the developer: `on` or
   * `off`. Default: the backend's `settings.diagnostics`, else `on`.
   */
  @property() diagnostics: 'on' | 'off' | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    followPageColours(this).catch(ignore);
  }

  /** The sentences that the applicant reads. */
  readonly text = new TextController(this, () => this.currentSettings());
  readonly #internals = this.attachInternals();

  /**
   * Keeps the state that a reload, or going back, must not lose. `value` is submitted with a form of the page, if the element
   * has a `name`.
   */
  protected keepState(state: unknown, value = ''): void {
    this.#internals.setFormValue(value, JSON.stringify(state));
  }

  /**
   * The settings of the partner's backend, as far as they are known. Sentences name the partner by them. Default: the default
   * settings.
   */
  protected currentSettings(): Settings {
    return defaultSettings;
  }

  /** Restores the state that was kept. */
  protected restoreState(_state: unknown): void {}

  /** Called by the browser. */
  formStateRestoreCallback(state: string): void {
    this.restoreState(JSON.parse(state));
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
