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
    gap: var(--_space-label) var(--_space-field);
  }
  .receipt dt {
    color: var(--_muted);
  }
  .receipt dd {
    margin-block-end: var(--_space-tight);
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
    margin-block-end: calc(var(--_space-label) - var(--_space-inner));
  }
  .side {
    flex: 1 1 14em;
  }
  .confirm {
    display: grid;
    gap: var(--_space-tight);
  }
  .button {
    min-height: var(--_size-control);
    padding: var(--_space-row) var(--_space-field);
    border: 1.5px solid var(--_accent);
    border-radius: var(--_radius);
    font-weight: 600;
    line-height: 1.4;
    text-align: center;
    text-decoration: none;
  }
  .button:hover {
    background: var(--_tint);
  }
  /* The printed page has the text to which the applicant agreed, and no buttons. */
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
