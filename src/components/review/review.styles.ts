import { css } from 'lit';

/** The cards of the review: a row for each answer, with its label, its button, and the questions below it. */
export const reviewStyles = css`
  :host {
    --_wider: 8rem;
  }
  section {
    container-type: inline-size;
    padding: var(--_space-inner) var(--_space-inner) var(--_space-tight);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  dl > div {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 var(--_space-inner);
    padding-block: var(--_space-row);
    border-block-start: 1px solid var(--_line);
  }
  dl > :first-child {
    border: 0;
  }
  /* The answer and its button are one value of the list, and two cells of the row. */
  dd {
    display: contents;
  }
  .answer {
    grid-column: 1 / -1;
  }
  dt,
  .fixed {
    color: var(--_muted);
  }
  .action {
    grid-area: 1 / 2;
    align-self: start;
    margin-block: calc(-1 * var(--_space-row));
  }
  details {
    margin-block-end: calc(-1 * var(--_space-tight));
    color: var(--_text);
  }
  dt,
  .answer,
  button {
    overflow-wrap: anywhere;
  }
  dd button {
    text-align: start;
  }
  [part='suggestion'] {
    margin-block: var(--_space-tight);
  }
  .count {
    font-weight: 600;
  }
  @container (min-width: 28em) {
    dl > div {
      grid-template-columns: 36% 1fr auto;
    }
    .answer {
      grid-area: 1 / 2;
    }
    .action {
      grid-area: 1 / 3;
    }
  }
`;
