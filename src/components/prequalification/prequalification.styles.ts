import { css } from 'lit';

/** An amount of money, after its currency sign. */
export const prequalificationStyles = css`
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
  .money input[type] {
    margin: 0;
    border-start-start-radius: 0;
    border-end-start-radius: 0;
  }
`;
