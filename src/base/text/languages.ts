import type { ReactiveControllerHost } from 'lit';
import type { Settings } from '../../schema/settings.js';

/** A sentence, or a function that makes one from its arguments. `this` is the settings. */
export type Sentences = Readonly<Record<string, string | ((this: Settings, ...args: never[]) => string)>>;

/** Loads the sentences of a language, as a module with `sentences`. */
export type LoadLanguage = () => Promise<{ readonly sentences: Sentences }>;

export type TextHost = ReactiveControllerHost & HTMLElement;

interface Shared {
  /** The sentences of other languages, by their code in lower case. */
  languages: Map<string, Sentences>;
  /** The languages that load on demand, until they have loaded. */
  loaders: Map<string, LoadLanguage>;
  /** The elements on the page. They render again when the language changes. */
  hosts: Set<TextHost>;
}

/** A page can have several copies of this module, for example with `widget.js` and `journey.js`. All of them share these. */
const SHARED = Symbol.for('lending-elements.text');
export const { languages, loaders, hosts } = ((globalThis as { [SHARED]?: Shared })[SHARED] ??= {
  languages: new Map(),
  loaders: new Map(),
  hosts: new Set(),
});

/** Renders every element again, because the sentences have changed. */
export const renderAll = () => hosts.forEach((host) => host.requestUpdate());

/**
 * Adds sentences in another language, by its code (`cy`, `pt-BR`). A missing sentence is shown in English. A function loads the
 * sentences when an element needs them; sentences that are added by themselves replace those.
 */
export function addLanguage(code: string, sentences: Sentences | LoadLanguage): void {
  const key = code.toLowerCase();
  if (typeof sentences === 'function') loaders.set(key, sentences);
  else languages.set(key, { ...languages.get(key), ...sentences });
  renderAll();
}
