import { css } from 'lit';

/** The cards of the review: a row for each answer, with its label, its button, and the questions below it. */
export const reviewStyles = css`
  :host {
    --_wider: 8rem;
    --_amber: var(--_warning);
    --_amber-tint: var(--_sunken);
  }
  @supports (color: color-mix(in oklab, red, red)) {
    :host {
      --_amber: color-mix(in oklab, var(--_warning), orange);
      --_amber-tint: color-mix(in oklab, orange 10%, var(--_surface));
    }
  }
  section {
    container-type: inline-size;
    padding: var(--_space-inner) var(--_space-inner) var(--_space-tight);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .row {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 var(--_space-inner);
    padding-block: var(--_space-row);
    border-block-start: 1px solid var(--_line);
  }
  .row:first-child {
    border: 0;
  }
  .answer {
    grid-column: 1 / -1;
  }
  .asked,
  .fixed {
    color: var(--_muted);
  }
  /* Its text is on the line of the label, and its target is as high as the row. */
  .action {
    grid-area: 1 / 2;
    align-self: start;
    margin-block: calc(-1 * var(--_space-row));
    padding-block: calc(var(--_space-row) - 1px);
    line-height: inherit;
  }
  /* "Not right?" is in the column of "Change", and its help is below the row, where browsers can lay out an open details element. */
  .given {
    grid-column: 1 / -1;
    color: var(--_text);
  }
  .given b {
    white-space: normal;
  }
  @supports selector(::details-content) {
    .given {
      display: contents;
    }
    .given summary {
      grid-area: 1 / 2;
      margin-block: calc(-1 * var(--_space-row));
      font-size: var(--_text-body);
    }
    .given summary::before {
      display: none;
    }
    .given::details-content {
      grid-column: 1 / -1;
    }
    @container (min-width: 28em) {
      .given summary {
        grid-area: 1 / 3;
      }
      /* The help begins below the target of the question. */
      [open] summary {
        margin-block-end: 0;
      }
      .given::details-content {
        grid-column: 2 / -1;
      }
    }
  }
  .asked,
  .answer,
  button {
    overflow-wrap: anywhere;
  }
  .warning {
    margin-block: var(--_space-tight);
    padding-inline-start: var(--_space-row);
    border-inline-start: 4px solid var(--_amber);
  }
  .warning .plain {
    display: block;
  }
  .unusual {
    border-inline-start-color: var(--_amber);
    background: var(--_amber-tint);
  }
  .unusual > p {
    font-weight: 600;
  }
  .panel .plain {
    font-size: var(--_text-small);
    text-align: start;
  }
  @container (min-width: 28em) {
    .row {
      grid-template-columns: 36% 1fr auto;
    }
    .answer {
      grid-area: 1 / 2;
    }
    .action {
      grid-area: 1 / 3;
    }
    .given {
      grid-column: 2 / -1;
    }
  }
`;
