import { LitElement } from 'lit';
import { version } from '../version.js';
import type { Text } from './locales/en.js';
import { addText, TextController } from './text.js';

let warned = false;

/** What every element of this library is: it registers itself on request, speaks the page's language and shows its state. */
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
    addText(new.target.words);
  }

  /** The sentences that the applicant reads. */
  readonly text = new TextController(this);
  readonly #internals = this.attachInternals();

  /**
   * Keeps what a reload or a way back must not lose. `value` is what a form of the page's sends for the element, where the
   * element has a `name`.
   */
  protected keep(state: unknown, value = ''): void {
    this.#internals.setFormValue(value, JSON.stringify(state));
  }

  /** Takes up what was kept. Default: nothing was. */
  protected restore(_state: unknown): void {}

  /** Called by the browser. */
  formStateRestoreCallback(state: string): void {
    this.restore(JSON.parse(state));
  }

  /** Shows one state out of a set to style sheets, as `:state(name)`, or none of them. */
  protected showState(states: readonly string[], current?: string): void {
    for (const state of states) this.#internals.states?.delete(state);
    if (current) this.#internals.states?.add(current);
  }
}
