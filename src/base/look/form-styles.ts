import { css } from 'lit';

/** Forms: one column, large targets, errors next to their field. */
export const forms = css`
  :host {
    max-width: calc(var(--_size-column) + var(--_wider, 0px));
  }
  form,
  .group {
    display: grid;
    gap: var(--_space-field);
    justify-items: start;
  }
  form > *,
  .group > * {
    max-width: 100%;
  }
  form > :is(div, fieldset, section),
  .field {
    width: 100%;
    min-width: 0;
  }
  /* Only the bar and the sentence have the colour of an error: labels and borders stay calm. */
  .field.bad {
    padding-inline-start: var(--_space-inner);
    border-inline-start: 4px solid var(--_error-border);
  }
  .space {
    visibility: hidden;
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
  }
  label,
  legend,
  .error,
  .warning {
    font-size: var(--_text-small);
    font-weight: 600;
  }
  .title {
    margin-block: var(--_space-tight) var(--_space-inner);
    font-family: var(--_font-heading);
    font-size: var(--_text-title);
    font-weight: 650;
    line-height: 1.4;
  }
  .error,
  .warning {
    margin-block-start: 2px;
  }
  .error {
    color: var(--_error);
  }
  .warning {
    color: var(--_warning);
  }
  .notice {
    display: grid;
    gap: var(--_space-label);
    width: 100%;
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_sunken);
    overflow-wrap: anywhere;
  }
  .field > .notice {
    margin-block-start: var(--_space-label);
  }
  .given {
    width: 100%;
    color: var(--_muted);
    font-size: var(--_text-small);
    overflow-wrap: anywhere;
  }
  summary {
    width: fit-content;
    padding-block: var(--_space-row);
    list-style: none;
    cursor: pointer;
  }
  .given > summary {
    color: inherit;
    text-decoration: none;
  }
  summary b {
    color: var(--_accent);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    white-space: nowrap;
  }
  ::-webkit-details-marker {
    display: none;
  }
  summary::before,
  [type='checkbox']:checked::before {
    display: inline-block;
    flex: none;
    width: 0.4em;
    height: 0.4em;
    margin-inline-end: var(--_space-tight);
    border: solid;
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    content: '';
    vertical-align: 0.2em;
  }
  [open] > summary::before {
    vertical-align: 0;
    transform: rotate(225deg);
  }
  details a {
    display: inline-block;
    padding-block: var(--_space-row);
  }
  details p {
    margin-block-end: var(--_space-tight);
  }
  a[href^='tel:'] {
    white-space: nowrap;
  }
  .group {
    margin-block-start: calc(var(--_space-group) - var(--_space-field));
  }
  input[type='text'],
  input[type='email'],
  input[type='tel'],
  select {
    display: block;
    width: 100%;
    min-height: var(--_size-control);
    margin-block-start: var(--_space-label);
    padding: var(--_space-tight) var(--_space-inner);
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    transition: border-color var(--_duration);
  }
  :is(input, select):hover {
    border-color: var(--_accent);
  }
  input[readonly] {
    border-style: dashed;
    background: var(--_sunken);
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
    gap: var(--_space-row);
    margin-block-start: var(--_space-label);
  }
  .parts label {
    color: var(--_muted);
    font-weight: 400;
  }
  .parts input {
    width: 4.5em;
    margin-block-start: 2px;
  }
  .parts .long input {
    width: 6em;
  }
`;
