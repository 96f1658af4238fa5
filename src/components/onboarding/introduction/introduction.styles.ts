import { css } from 'lit';

/** The introduction: one heading, a line for each fact with its icon, and one button. */
export const introductionStyles = css`
  .introduction,
  .introduction slot {
    display: grid;
    gap: var(--_space-field);
    justify-items: start;
  }
  .introduction slot[name='logo'] {
    display: contents;
  }
  .facts {
    display: grid;
    gap: var(--_space-inner);
    list-style: none;
  }
  .facts > li {
    display: grid;
    grid-template-columns: 1.75em 1fr;
    gap: var(--_space-row);
  }
  .facts svg {
    width: 1.75em;
    height: 1.75em;
    fill: none;
    stroke: var(--_accent);
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .facts ul {
    display: grid;
    gap: var(--_space-label);
    margin-block-start: var(--_space-label);
    padding-inline-start: var(--_space-field);
    color: var(--_muted);
  }
  .introduction .primary {
    min-width: min(12em, 100%);
  }
  @media (max-width: 30em) {
    .introduction .primary {
      width: 100%;
    }
  }
`;
