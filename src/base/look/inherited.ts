import { css } from 'lit';

/**
 * Resets inherited properties that a page sets on an element around ours, or on every element: a rule of the page for `*` overrides `:host`. The
 * service's widget keeps them. Every rule outside the layer overrides it.
 */
export const inheritedReset = css`
  @layer {
    :host > :not(slot, .wide),
    :host > slot > *,
    .wide > :not(.place),
    .wide > .place > :not(lending-widget) {
      color: var(--_text);
      font: 400 var(--_text-body) / 1.53 var(--_font);
      font-family: inherit;
      letter-spacing: var(--_spacing, inherit);
      word-spacing: var(--_spacing, inherit);
      white-space: normal;
      word-break: normal;
      line-break: auto;
      overflow-wrap: break-word;
      text-align: start;
      text-align-last: auto;
      text-emphasis: none;
      text-indent: 0;
      text-shadow: none;
      text-transform: none;
      list-style: none;
      writing-mode: horizontal-tb;
      cursor: auto;
      caret-color: auto;
      forced-color-adjust: auto;
      -webkit-app-region: no-drag;
      -webkit-text-size-adjust: 100%;
      -webkit-user-select: text;
      -webkit-text-fill-color: currentcolor;
      -webkit-text-security: none;
      -webkit-text-stroke: 0;
    }
  }
`;
