import { css } from 'lit';
import { derivedColours } from './colours/derived.js';
import { inheritedReset } from './inherited.js';
import { inPageScheme, joined } from './page-scheme.js';

/**
 * Every token, read once with its default. Colours follow the page's `color-scheme`; text has a contrast of at least 7 : 1 on
 * both surfaces, and borders of 3 : 1. The other style sheets of this library take each size and colour from here.
 */
const given = inPageScheme(css`
  :host {
    --_brand: var(--lending-color-accent, light-dark(#0b4f5c, #8ed6df));
    --_least: var(--lending-contrast, 4.5);
    --_fill: var(--_brand);
    --_accent: var(--lending-color-link, var(--_brand));
    --_on-accent: var(--lending-color-on-accent, light-dark(#ffffff, #06252b));
    --_accent-strong: var(--lending-color-accent-strong, light-dark(#073842, #b9e8ee));
    --_tint: var(--lending-color-tint, light-dark(#e9f3f5, #15272d));
    --_text: var(--lending-color-text, light-dark(#14212b, #eef3f5));
    --_muted: var(--lending-color-muted, light-dark(#43525e, #b6c3cc));
    --_surface: var(--lending-color-surface, light-dark(#ffffff, #10191f));
    --_sunken: var(--lending-color-sunken, light-dark(#f5f8f9, #17232b));
    --_border: var(--lending-color-border, light-dark(#6b7a86, #8b9aa6));
    --_line: var(--lending-color-line, light-dark(#dbe2e7, #2b3943));
    --_error: var(--lending-color-error, light-dark(#96151d, #ffb3ae));
    --_error-border: var(--lending-color-error-border, light-dark(#c4313a, #e0716d));
    --_error-tint: var(--lending-color-error-tint, light-dark(#fdf1f1, #2d1a1c));
    --_warning: var(--lending-color-warning, light-dark(#674100, #f6d08a));
    --_success: var(--lending-color-success, light-dark(#0a5434, #8fdfb4));
    --_focus: var(--lending-color-focus, light-dark(#0b4f5c, #ffd866));
    --_font: var(--lending-font, system-ui, sans-serif);
    --_font-heading: var(--lending-font-heading, inherit);
    --_text-body: var(--lending-text-body, max(1.0625rem, 17px));
    --_text-small: var(--lending-text-small, max(0.9375rem, 15px));
    --_text-title: var(--lending-text-title, max(1.25rem, 20px));
    --_text-heading: var(--lending-text-heading, max(1.625rem, 26px));
    --_text-heading-wide: var(--lending-text-heading-wide, max(2rem, 32px));
    --_text-money: var(--lending-text-money, max(1.75rem, 28px));
    --_space-label: var(--lending-space-label, 6px);
    --_space-tight: var(--lending-space-tight, 8px);
    --_space-row: var(--lending-space-row, 12px);
    --_space-inner: var(--lending-space-inner, 16px);
    --_space-field: var(--lending-space-field, 24px);
    --_space-group: var(--lending-space-group, 40px);
    --_space-gutter: var(--lending-space-gutter, clamp(20px, 15% - 52px, 48px));
    --_size-control: var(--lending-size-control, 52px);
    --_size-column: var(--lending-size-column, max(34rem, 544px));
    --_radius: var(--lending-radius, 10px);
    --_radius-card: var(--lending-radius-card, calc(var(--lending-radius, 10px) * 1.6));
    --_shadow: var(--lending-shadow, 0 1px 2px #14212b14, 0 12px 32px #14212b14);
    --_duration: var(--lending-duration, 150ms);
    --_spacing: normal;

    display: block;
    color: var(--_text);
    background: var(--_surface);
    font: 400 var(--_text-body) / 1.53 var(--_font);
    -webkit-text-size-adjust: 100%;
  }
  @supports (color: color-mix(in oklab, red, red)) {
    :host {
      --_tint: var(--lending-color-tint, color-mix(in oklab, var(--_brand) 7%, var(--_surface)));
      --_sunken: var(--lending-color-sunken, color-mix(in oklab, var(--_brand) 3%, var(--_surface)));
    }
  }
  @media (prefers-contrast: more) {
    :host {
      --_muted: var(--_text);
      --_border: var(--_text);
      --_line: var(--_text);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    :host {
      --_duration: 0s;
    }
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
    /* Keeps a focused control out of a sticky bar at the top of the page. A low window has no room for that. */
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
    /* Large letters in a narrow place. */
    overflow-wrap: anywhere;
  }
  h2,
  h3 {
    /* The letters of a tall font are taller than the lines of a heading. */
    padding-block: 0.1em;
    font-family: var(--_font-heading);
    font-weight: 650;
    text-wrap: balance;
  }
  h2 {
    font-size: var(--_text-heading);
    line-height: 1.25;
    letter-spacing: -0.01em;
  }
  .head {
    container-type: inline-size;
    width: 100%;
  }
  @container (min-width: 480px) {
    .head h2 {
      font-size: var(--_text-heading-wide);
    }
  }
  h3 {
    font-size: var(--_text-title);
    line-height: 1.4;
  }
  b,
  strong {
    font-weight: 600;
  }
  [tabindex='-1']:focus {
    outline: none;
  }
  a,
  summary {
    color: var(--_accent);
  }
  a,
  summary,
  button.plain {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .hint {
    color: var(--_muted);
    font-size: var(--_text-small);
  }
  /* Screen readers hear these words only if they stay for half a second, so that a fast result is not followed by them. */
  .later {
    animation: later 0.5s step-end;
  }
  @keyframes later {
    from {
      visibility: hidden;
    }
  }
  .place {
    display: contents;
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

/** The tokens, the colours that follow from them, and the reset of the page's properties. */
export const tokens = joined(given, derivedColours, inheritedReset);

/** Buttons, and the panels that show problems. */
export const controls = css`
  button {
    min-height: var(--_size-control);
    padding: var(--_space-tight) var(--_space-field);
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    background: transparent;
    color: var(--_accent);
    font: inherit;
    font-weight: 600;
    line-height: 1.4;
    cursor: pointer;
  }
  button:hover {
    border-color: var(--_accent);
    background: var(--_tint);
  }
  button.primary,
  .main button {
    border-color: var(--_accent);
    background: var(--_fill);
    color: var(--_on-accent);
  }
  button.primary:hover,
  .main button:hover {
    background: var(--_accent-strong);
  }
  button.plain {
    min-height: 44px;
    margin-inline: calc(-1 * var(--_space-tight));
    padding-inline: calc(var(--_space-tight) - 1px);
    border: 1px solid transparent;
    background: none;
  }
  button.plain:hover {
    text-decoration-thickness: 2px;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_space-row) var(--_space-inner);
    width: 100%;
    margin-block-start: var(--_space-inner);
  }
  .actions > :is(button, a):not(.plain) {
    /* A button has the full width in a narrow place: the product is huge there, and negative elsewhere. */
    min-width: clamp(min(12rem, 100%), (30rem - 100%) * 999, 100%);
  }
  .panel {
    padding: var(--_space-inner);
    border: 1px solid transparent;
    border-inline-start: 4px solid var(--_error-border);
    border-radius: var(--_radius);
    background: var(--_error-tint);
  }
  .calm {
    border-color: var(--_line);
    background: var(--_sunken);
  }
  .panel h3 {
    margin-block-end: var(--_space-tight);
  }
  .panel p + p {
    margin-block-start: var(--_space-tight);
  }
  .panel ul {
    list-style: none;
  }
  .panel li a {
    display: inline-block;
    padding-block: var(--_space-row);
    color: inherit;
  }
  .panel > * + button {
    margin-block-start: var(--_space-inner);
  }
`;
