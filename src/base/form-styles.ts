import { css } from 'lit';

/** Forms: one column, large targets, errors next to their field. */
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
  form > :is(.panel, fieldset, section),
  .field {
    width: 100%;
    min-width: 0;
  }
  .field.bad {
    padding-inline-start: 1em;
    border-inline-start: 4px solid var(--_error);
  }
  .bad legend {
    /* A fieldset's border starts at the middle of its legend, unless the legend floats. */
    float: left;
    width: 100%;
  }
  label,
  legend {
    display: block;
    padding: 0;
    font-weight: 600;
  }
  .title {
    margin-block: 0.5em 1.125em;
    font-size: 1.25em;
    line-height: 1.4;
  }
  .error,
  .warning {
    margin-block-start: 0.25em;
    font-weight: 600;
  }
  .error {
    color: var(--_error);
  }
  .notice {
    display: grid;
    gap: 0.25em;
    width: 100%;
    padding: 0.75em 1em;
    border-radius: var(--_radius);
    background: var(--_tint);
    overflow-wrap: anywhere;
  }
  .notice ul {
    list-style: none;
  }
  summary {
    width: fit-content;
    padding-block: 0.625em;
    color: var(--_accent);
    font-weight: 600;
    cursor: pointer;
    text-decoration: underline;
  }
  details a {
    display: inline-block;
    padding-block: 0.875em;
  }
  details p {
    margin-block-end: 0.5em;
  }
  a[href^='tel:'] {
    white-space: nowrap;
  }
  .group {
    margin-block-start: 1em;
  }
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
  .bad [aria-invalid='true'] {
    border-color: var(--_error);
    border-width: 2px;
  }
  input[readonly] {
    border-style: dashed;
    background: var(--_tint);
  }
  input:focus-visible,
  select:focus-visible {
    outline-offset: 1px;
  }
  .width-s > input {
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
  .inline {
    display: flex;
    flex-wrap: wrap;
    gap: 0 2em;
  }
  .choice input {
    flex: none;
    width: 1.5em;
    height: 1.5em;
    margin: 0;
    font: inherit;
    accent-color: var(--_accent);
  }
`;
