import { unsafeCSS, type CSSResult } from 'lit';

/** Whether the page is dark when the elements load: the text of its root, by its `color-scheme` or its own colour, is light. */
const isDark = () => Number(/\d+/.exec(getComputedStyle(document.documentElement).color)) > 127;

/** In Chromium before 123, Firefox before 120 and Safari before 17.5, `light-dark()` is replaced by the colour of the page's scheme. */
export const inPageScheme = (styles: CSSResult): CSSResult =>
  (globalThis.CSS?.supports('color', 'light-dark(#fff,#fff)') ?? true)
    ? styles
    : unsafeCSS(styles.cssText.replace(/light-dark\((.+?),(.+?)\)/g, isDark() ? '$2' : '$1'));

/** One style sheet instead of two. It is here because the build does not minify styles next to `unsafeCSS()`. */
export const joined = (one: CSSResult, other: CSSResult): CSSResult => unsafeCSS(one.cssText + other.cssText);
