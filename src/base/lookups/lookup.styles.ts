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
  /* The results lie over the fields below, so that nothing moves when they arrive. In a low window, and above a phone's keyboard, they scroll. */
  .suggestions {
    position: relative;
  }
  .suggestions > :not([hidden], .hidden) {
    position: absolute;
    z-index: 1;
    inset-inline: 0;
    inset-block-start: var(--_space-tight);
    max-height: clamp(12rem, 45vh, 26rem);
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    overflow-y: auto;
  }
  .results {
    list-style: none;
  }
  .results li {
    display: grid;
    align-content: center;
    min-height: var(--_size-control);
    padding: var(--_space-tight) var(--_space-inner);
    scroll-margin-block: 0;
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
  .suggestions .hint:first-child {
    padding: var(--_space-row) var(--_space-inner);
  }
  .suggestions .hint + .results {
    border-block-start: 1px solid var(--_line);
  }
  /* The room for the longest sentence, from the first letters on. */
  [aria-live].hint:not(:empty) {
    min-height: 3.06em;
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
