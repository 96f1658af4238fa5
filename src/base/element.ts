import { LitElement } from 'lit';
import { property } from './reactive.js';
import type { Settings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';
import { version } from '../version.js';
import type { Text } from './locales/en.js';
import { addText, TextController } from './text.js';

let warned = false;

/**
 * What every element of this library is: it registers itself on request, speaks the page's language and shows its state.
 *
 * @cssprop --lending-color-accent - Buttons, links, and the steps that are reached.
 * @cssprop --lending-color-on-accent - The words on a button that is filled with the accent.
 * @cssprop --lending-color-accent-strong - Such a button with the pointer on it.
 * @cssprop --lending-color-tint - A quiet background: what is agreed to, what was done, a button with the pointer on it.
 * @cssprop --lending-color-text - Words.
 * @cssprop --lending-color-muted - Hints, and what is beside the point.
 * @cssprop --lending-color-surface - The background, also of inputs.
 * @cssprop --lending-color-border - The edges of inputs.
 * @cssprop --lending-color-line - Lines between parts.
 * @cssprop --lending-color-error - What is wrong.
 * @cssprop --lending-color-focus - The ring around what has the focus.
 * @cssprop --lending-radius - How round corners are.
 * @cssprop --lending-font - The typeface.
 */
export abstract class LendingElement extends LitElement {
  /** The tag that `define()` registers. */
  static readonly tag: string;
  /** The version of the library that this class comes from. */
  static readonly version = version;
  /** The elements that this one renders; they are registered with it. */
  static readonly uses: readonly (typeof LendingElement)[] = [];
  /** The browser keeps the state of the element with that of the page's forms, and a form of the page's can carry it. */
  static readonly formAssociated = true;
  /** The sentences that this element brings along. */
  static readonly words: Partial<Text> = {};

  /** Registers the tag. Safe to call twice; a tag that is taken is left alone, with one warning that names both versions. */
  static define(): void {
    for (const used of this.uses) used.define();
    const taken = globalThis.customElements?.get(this.tag) as Partial<typeof LendingElement> | undefined;
    if (!taken) globalThis.customElements?.define(this.tag, this as unknown as CustomElementConstructor);
    else if ((taken as unknown) !== this && !warned) {
      warned = true;
      console.warn(
        `<${this.tag}> is already registered by lending-elements ${taken.version ?? 'of an unknown version'}; ` +
          `version ${this.version} leaves it alone. Load one version only.`,
      );
    }
  }

  constructor() {
    super();
    // What stands in a shadow root that came as HTML is not ours.
    this.shadowRoot?.replaceChildren();
    addText(new.target.words);
  }

  /**
   * Whether the browser's console explains failures of this element, and of those in it, to the developer: `on` or `off`.
   * Default: the backend's `settings.diagnostics`, else `on`.
   */
  @property() diagnostics: 'on' | 'off' | undefined;

  /** The sentences that the applicant reads. */
  readonly text = new TextController(this, () => this.decided());
  readonly #internals = this.attachInternals();

  /**
   * Keeps what a reload or a way back must not lose. `value` is what a form of the page's sends for the element, where the
   * element has a `name`.
   */
  protected keep(state: unknown, value = ''): void {
    this.#internals.setFormValue(value, JSON.stringify(state));
  }

  /** What the partner's backend decides, as far as it is known: sentences name the partner by it. Default: the defaults. */
  protected decided(): Settings {
    return defaultSettings;
  }

  /** Takes up what was kept. Default: nothing was. */
  protected restore(_state: unknown): void {}

  /** Called by the browser. */
  formStateRestoreCallback(state: string): void {
    this.restore(JSON.parse(state));
  }

  /** Shows style sheets a state, as `:state(name)`, in place of the one before; or none. */
  protected showState(state?: string): void {
    const { states } = this.#internals;
    states?.clear();
    if (state) states?.add(state);
  }
}
