import { css } from 'lit';

/** Every token, read once with its default. Colours follow the page's `color-scheme`; text is at least 7 : 1 on the surface. */
export const tokens = css`
  :host {
    --_accent: var(--lending-color-accent, light-dark(#0b4f5c, #8ed6df));
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
    --_font: var(--lending-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif);

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
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  h3 {
    font-size: 1.125em;
    line-height: 1.3;
  }
  h2:focus,
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
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** Buttons and the panels that tell of trouble. */
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
    line-height: 1.25;
    cursor: pointer;
  }
  button:hover {
    background: var(--_tint);
  }
  button.primary {
    background: var(--_accent);
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
  button[aria-disabled='true'] {
    opacity: 0.75;
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
  .panel ul {
    list-style: none;
  }
  .panel li a {
    display: inline-block;
    padding-block: 0.4375em;
    color: var(--_error);
    font-weight: 600;
  }
  .panel > div > * + button,
  .panel .actions {
    margin-block-start: 0.875em;
  }
  @media (max-width: 30em) {
    .actions > button {
      flex: 1 1 100%;
    }
  }
`;

/** Forms: one column, generous targets, errors beside their field. */
export const forms = css`
  form,
  .group {
    display: grid;
    gap: 1.625em;
    justify-items: start;
  }
  form > *,
  .group > * {
    max-width: 100%;
  }
  form > .panel,
  form > fieldset,
  form > dl,
  form > section {
    width: 100%;
  }
  .field {
    width: 100%;
    min-width: 0;
  }
  .field.bad {
    padding-inline-start: 1em;
    border-inline-start: 4px solid var(--_error);
  }
  label,
  legend {
    display: block;
    padding: 0;
    font-weight: 600;
  }
  legend.title {
    margin-block: 0.5em 1.125em;
    font-size: 1.25em;
    line-height: 1.3;
  }
  .error {
    margin-block-start: 0.25em;
    color: var(--_error);
    font-weight: 600;
  }
  input:not([type]),
  input[type='text'],
  input[type='email'],
  input[type='tel'],
  select {
    display: block;
    width: 100%;
    min-height: 48px;
    margin-block-start: 0.375em;
    padding: 0.5em 0.75em;
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }
  .bad input:not([type='radio'], [type='checkbox'])[aria-invalid='true'],
  .bad select {
    border-color: var(--_error);
    border-width: 2px;
  }
  input:focus-visible,
  select:focus-visible {
    outline-offset: 1px;
  }
  .width-s > input,
  .width-s > select {
    max-width: 9em;
  }
  .width-m > input {
    max-width: 16em;
  }
  .parts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75em;
    margin-block-start: 0.375em;
  }
  .parts label {
    font-weight: 400;
  }
  .parts input {
    width: 4.25em;
    margin-block-start: 0.125em;
  }
  .parts .long input {
    width: 6em;
  }
  .money {
    display: flex;
    align-items: stretch;
    max-width: 16em;
    margin-block-start: 0.375em;
  }
  .money span {
    display: grid;
    min-width: 2.75em;
    place-items: center;
    border: 1.5px solid var(--_border);
    border-inline-end: 0;
    border-start-start-radius: var(--_radius);
    border-end-start-radius: var(--_radius);
    background: var(--_tint);
  }
  .money input:not([type]) {
    margin: 0;
    border-start-start-radius: 0;
    border-end-start-radius: 0;
  }
  .choice {
    display: flex;
    align-items: flex-start;
    gap: 0.75em;
    min-height: 44px;
    padding-block: 0.5em;
    font-weight: 400;
    cursor: pointer;
  }
  .choices {
    display: grid;
    justify-items: start;
    margin-block-start: 0.25em;
  }
  .choices.inline {
    display: flex;
    flex-wrap: wrap;
    gap: 0 2em;
  }
  input[type='radio'],
  input[type='checkbox'] {
    flex: none;
    width: 1.5em;
    height: 1.5em;
    margin: 0;
    accent-color: var(--_accent);
  }
  input[type='file'] {
    max-width: 100%;
    min-height: 48px;
    margin-block-start: 0.5em;
    font: inherit;
  }
  input[type='file']::file-selector-button {
    min-height: 48px;
    margin-inline-end: 1em;
    padding: 0.5em 1.25em;
    border: 2px solid var(--_accent);
    border-radius: var(--_radius);
    background: transparent;
    color: var(--_accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
`;
