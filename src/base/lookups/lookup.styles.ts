import { css } from 'lit';

/** The input and the results of a search, and the card of the chosen one. */
export const lookupStyles = css`
  .search {
    display: grid;
    align-items: center;
    margin-block-start: var(--_space-label);
  }
  .search > * {
    grid-area: 1 / 1;
  }
  .search > input[type='text'] {
    margin: 0;
    padding-inline: 46px;
  }
  .search > svg {
    margin-inline-start: 14px;
    pointer-events: none;
  }
  .search svg {
    width: 22px;
    fill: none;
    stroke: var(--_muted);
    stroke-linecap: round;
    stroke-width: 2;
  }
  .search > button {
    width: 44px;
    margin: 0;
    justify-self: end;
  }
  .results {
    margin-block-start: var(--_space-tight);
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    list-style: none;
  }
  .results li {
    display: grid;
    align-content: center;
    min-height: var(--_size-control);
    padding: var(--_space-tight) var(--_space-inner);
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .results li + li {
    border-block-start: 1px solid var(--_line);
  }
  .card .name {
    font-weight: 600;
  }
  .results li:hover,
  .results [aria-selected='true'] {
    background: var(--_tint);
  }
  .results [aria-selected='true'] {
    outline: 3px solid var(--_focus);
    outline-offset: -3px;
    border-radius: var(--_radius);
  }
  .suggestions {
    position: relative;
  }
  .suggestions > div:not([hidden]) {
    position: absolute;
    z-index: 1;
    inset-inline: 0;
    inset-block-start: var(--_space-tight);
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  .suggestions .hint:first-child {
    padding: var(--_space-row) var(--_space-inner);
  }
  .suggestions .results {
    margin: 0;
    border-width: 1.5px 0 0;
    border-radius: 0 0 var(--_radius) var(--_radius);
  }
  [aria-live].hint:not(:empty) {
    margin-block-start: var(--_space-tight);
  }
  .card {
    width: 100%;
    padding: var(--_space-inner) var(--_space-inner) var(--_space-label);
    border: 1.5px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_tint);
    overflow-wrap: anywhere;
  }
  .lookup {
    display: grid;
    justify-items: start;
    gap: var(--_space-tight);
    width: 100%;
  }
`;
