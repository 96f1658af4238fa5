import { css } from 'lit';

/** The receipt, and the question whether to withdraw. */
export const receiptStyles = css`
  .receipt {
    display: grid;
    gap: var(--_space-inner);
    width: 100%;
    max-width: 38em;
  }
  .sheet {
    padding: var(--_space-field);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    overflow-wrap: anywhere;
  }
  .letterhead {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-tight) var(--_space-inner);
    align-items: center;
    justify-content: space-between;
  }
  .receipt dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(12em, 100%), 1fr));
    gap: var(--_space-row) var(--_space-field);
    padding-block: var(--_space-inner);
    border-block: 1px solid var(--_line);
  }
  .receipt dl > :first-child {
    grid-column: 1 / -1;
  }
  .receipt .mark {
    width: 24px;
    vertical-align: middle;
  }
  .agreed {
    display: grid;
    gap: var(--_space-inner);
  }
  .agreed :is(p:first-child, .lead) {
    font-weight: 600;
  }
  .agreed .lead {
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
    border: 1.5px solid var(--_border);
    border-radius: var(--_radius);
    font-weight: 600;
    line-height: 1.4;
    text-align: center;
    text-decoration: none;
  }
  .button:hover {
    border-color: var(--_accent);
    background: var(--_tint);
  }
  /* The printed page has the text to which the applicant agreed, and no buttons. */
  @media print {
    .confirm,
    .actions {
      display: none;
    }
  }
`;
