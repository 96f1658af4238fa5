import { css } from 'lit';

/** The receipt, and the question whether to withdraw. */
export const receiptStyles = css`
  .receipt {
    display: grid;
    gap: var(--_space-inner);
    width: 100%;
    max-width: 38em;
  }
  .receipt dl {
    display: grid;
    gap: 0.25em 1.5em;
  }
  .receipt dt {
    color: var(--_muted);
  }
  .receipt dd {
    margin-block-end: 0.5em;
    overflow-wrap: anywhere;
  }
  .receipt .box {
    display: grid;
    gap: var(--_space-inner);
    overflow-wrap: anywhere;
  }
  .receipt .box :is(p:first-child, .lead) {
    font-weight: 600;
  }
  .receipt .lead {
    margin-block-end: calc(2px - var(--_space-inner));
  }
  .side {
    flex: 1 1 14em;
  }
  .confirm {
    display: grid;
    gap: 0.5em;
  }
  .button {
    min-height: 48px;
    padding: 0.625em 1.25em;
    border: 2px solid var(--_accent);
    border-radius: var(--_radius);
    font-weight: 600;
    line-height: 1.4;
    text-align: center;
    text-decoration: none;
  }
  .button:hover {
    background: var(--_tint);
  }
  /* Who prints the page gets what they agreed to, and no buttons. */
  @media print {
    .confirm,
    .actions {
      display: none;
    }
  }
  @media (max-width: 30em) {
    .button {
      flex: 1 1 100%;
    }
  }
`;
