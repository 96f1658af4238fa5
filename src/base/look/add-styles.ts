import type { CSSResult } from 'lit';

/** Adds the styles of a part that loads later to an element, once. */
export function addStyles(
  { renderRoot }: { readonly renderRoot: HTMLElement | DocumentFragment },
  { styleSheet }: CSSResult,
): void {
  const { adoptedStyleSheets } = renderRoot as ShadowRoot;
  if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!);
}
