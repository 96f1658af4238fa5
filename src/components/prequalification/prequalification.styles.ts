import { css } from 'lit';

/** An amount of money: the largest type of its screen, with its currency sign in the same line. */
export const prequalificationStyles = css`
  .money {
    display: grid;
    max-width: 13em;
    margin-block-start: var(--_space-label);
    font-size: var(--_text-money);
    font-variant-numeric: tabular-nums;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .money > * {
    grid-area: 1 / 1;
  }
  .money span {
    z-index: 1;
    align-self: center;
    margin-inline-start: var(--_space-inner);
    color: var(--_muted);
    pointer-events: none;
    justify-self: start;
  }
  .money input[type] {
    margin: 0;
    padding-inline-start: calc(var(--_space-inner) + 1em);
  }
  .money.long input[type] {
    padding-inline-start: calc(var(--_space-inner) + 2.5em);
  }
`;
