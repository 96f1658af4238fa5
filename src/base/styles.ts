import { css } from 'lit';
import { derivedColours } from './colours/derived.js';
import { inPageScheme, joined } from './page-scheme.js';

/**
 * Every token, read once with its default. Colours follow the page's `color-scheme`; text has a contrast of at least 7 : 1 on
 * the surface.
 */
const given = inPageScheme(css`
  :host {
    --_brand: var(--lending-color-accent, light-dark(#0b4f5c, #8ed6df));
    --_least: var(--lending-contrast, 4.5);
    --_fill: var(--_brand);
    --_accent: var(--lending-color-link, var(--_brand));
    --_on-accent: var(--lending-color-on-accent, light-dark(#ffffff, #06252b));
    --_accent-strong: var(--lending-color-accent-strong, light-dark(#073842, #b9e8ee));
    --_tint: var(--lending-color-tint, light-dark(#eef5f6, #16262b));
    --_text: var(--lending-color-text, light-dark(#14212b, #eef3f5));
    --_muted: var(--lending-color-muted, light-dark(#43525e, #b6c3cc));
    --_surface: var(--lending-color-surface, light-dark(#ffffff, #10191f));
    --_border: var(--lending-color-border, light-dark(#5f6e7a, #8b9aa6));
    --_line: var(--lending-color-line, light-dark(#d9e1e6, #2a3842));
    --_error: var(--lending-color-error, light-dark(#96151d, #ffb3ae));
    --_focus: var(--lending-color-focus, light-dark(#0b4f5c, #ffd866));
    --_radius: var(--lending-radius, 8px);
    --_font: var(--lending-font, system-ui, sans-serif);

    display: block;
    color: var(--_text);
    background: var(--_surface);
    font: 400 max(1rem, 16px) / 1.5 var(--_font);
    -webkit-text-size-adjust: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before {
    box-sizing: border-box;
  }
  :host,
  * {
    /* A bar of the page that stays at its top does not cover what takes the focus. A low window has no room to spare. */
    scroll-margin-block: clamp(0px, 100vh - 24em, 5em);
  }
  :focus-visible {
    outline: 3px solid var(--_focus);
    outline-offset: 2px;
  }
  h2,
  h3,
  p,
  ul,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  h2 {
    font-size: 1.625em;
    line-height: 1.4;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  h3 {
    font-size: 1.125em;
    line-height: 1.4;
  }
  [tabindex='-1']:focus {
    outline: none;
  }
  a {
    color: var(--_accent);
    text-underline-offset: 0.15em;
  }
  .hint {
    color: var(--_muted);
  }
  [part='support'] {
    overflow-wrap: anywhere;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`);

/** The tokens, and the colours that follow from them. */
export const tokens = joined(given, derivedColours);

/** Buttons, and the panels that show problems. */
export const controls = css`
  button {
    min-height: 48px;
    padding: 0.625em 1.25em;
    border: 2px solid var(--_accent);
    border-radius: var(--_radius);
    background: transparent;
    color: var(--_accent);
    font: inherit;
    font-weight: 600;
    line-height: 1.4;
    cursor: pointer;
  }
  button:hover {
    background: var(--_tint);
  }
  button.primary {
    background: var(--_fill);
    color: var(--_on-accent);
  }
  button.primary:hover {
    border-color: var(--_accent-strong);
    background: var(--_accent-strong);
  }
  button.plain {
    min-height: 44px;
    margin-inline: -0.5em;
    padding: 0.5em calc(0.5em - 2px);
    border-color: transparent;
    background: none;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  button.primary[aria-disabled='true'] {
    background: var(--_tint);
    color: var(--_accent);
    cursor: progress;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75em 1em;
    width: 100%;
    margin-block-start: 0.5em;
  }
  .panel {
    padding: 1em 1.25em 1.125em;
    border: 2px solid var(--_error);
    border-radius: var(--_radius);
  }
  .panel h3 {
    margin-block-end: 0.375em;
  }
  .panel p + p {
    margin-block-start: 0.5em;
  }
  .panel ul {
    list-style: none;
  }
  .panel li a {
    display: inline-block;
    padding-block: 0.625em;
    color: var(--_error);
    font-weight: 600;
  }
  .panel > div > p + p {
    margin-block-start: 0.375em;
  }
  .panel > div > * + button {
    margin-block-start: 0.875em;
  }
  @media (max-width: 30em) {
    .actions > button {
      flex: 1 1 100%;
    }
  }
`;
