import { unsafeCSS, type CSSResult } from 'lit';

/** Whether the page is dark when the elements load: the text of its root, by its `color-scheme` or its own colour, is light. */
const isDark = () => Number(/\d+/.exec(getComputedStyle(document.documentElement).color)) > 127;

/** Replaces `light-dark()` by the colour of the page's scheme in Chromium before 123, Firefox before 120 and Safari before 17.5. */
export const inPageScheme = (styles: CSSResult): CSSResult =>
  (globalThis.CSS?.supports('color', 'light-dark(#fff,#fff)') ?? true)
    ? styles
    : unsafeCSS(styles.cssText.replace(/light-dark\((.+?),(.+?)\)/g, isDark() ? '$2' : '$1'));

/** Joins style sheets. It is in this file because the build does not minify the styles of a file with `unsafeCSS()`. */
export const joined = (...all: CSSResult[]): CSSResult => unsafeCSS(all.map(({ cssText }) => cssText).join(''));
