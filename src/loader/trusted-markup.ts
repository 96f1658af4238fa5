import { getPolicy, within } from './policy.js';

/** Gives a script its text. */
export const setText = (script: HTMLScriptElement, source: string) =>
  within(() => (script.text = getPolicy().createScript(source)));

/** Reads markup into a document of its own, in which nothing runs. */
export const parseMarkup = (markup: string) =>
  within(() => new DOMParser().parseFromString(getPolicy().createHTML(markup), 'text/html'));
