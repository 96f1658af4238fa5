import { css } from 'lit';

/** The introduction: one heading, a line for each fact with its icon, and one button. */
export const introductionStyles = css`
  .introduction,
  [name='intro'] {
    display: grid;
    gap: var(--_space-field);
    justify-items: start;
  }
  ::slotted([slot='funding']) {
    margin: 0;
  }
  ::slotted(a) {
    margin-block: calc(-1 * var(--_space-row));
    padding-block: var(--_space-row);
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
    align-content: start;
    gap: var(--_space-label);
    margin-block-start: var(--_space-label);
    padding-inline-start: 1em;
    color: var(--_muted);
    list-style: none;
  }
  .facts ul > li {
    position: relative;
  }
  .facts ul > li::before {
    position: absolute;
    inset-block-start: 0.6em;
    inset-inline-start: -1em;
    border: 0.16em solid var(--_accent);
    border-radius: 50%;
    content: '';
  }
  .introduction .primary {
    /* The full width in a narrow place. */
    min-width: clamp(min(12rem, 100%), (30rem - 100%) * 999, 100%);
  }
`;
