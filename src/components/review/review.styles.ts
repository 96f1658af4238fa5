import { css } from 'lit';

/** The rows of the review, and the questions below them. */
export const reviewStyles = css`
  section {
    padding-block-start: 1em;
    border-block-start: 1px solid var(--_line);
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 1em;
    margin-block-end: 0.5em;
  }
  dl {
    display: grid;
    gap: 0.75em;
  }
  dt {
    color: var(--_muted);
  }
  dd,
  button {
    overflow-wrap: anywhere;
  }
  dd button {
    text-align: start;
  }
  [part='suggestion'] {
    margin-block: 0.5em;
  }
  .count {
    font-weight: 600;
  }
  @media (min-width: 36em) {
    dl > div {
      display: grid;
      grid-template-columns: 2fr 3fr;
      gap: 1em;
    }
  }
`;
