import { css } from 'lit';

/** The introduction: one heading, a line for each fact with its icon, and one button. */
export const introductionStyles = css`
  .introduction,
  .introduction slot {
    display: grid;
    gap: 1.625em;
    justify-items: start;
  }
  .introduction slot[name='logo'] {
    display: contents;
  }
  .facts {
    display: grid;
    gap: 1.25em;
    list-style: none;
  }
  .facts > li {
    display: grid;
    grid-template-columns: 1.75em 1fr;
    gap: 0.875em;
  }
  .facts b {
    font-weight: 600;
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
    gap: 0.25em;
    margin-block-start: 0.25em;
    padding-inline-start: 1.25em;
    color: var(--_muted);
  }
  .introduction .primary {
    min-width: 12em;
  }
  @media (max-width: 30em) {
    .introduction .primary {
      width: 100%;
    }
  }
`;
