import { css } from 'lit';

/** The notice: a row for each point, the box, and the two choices. */
export const noticeStyles = css`
  .notice,
  .points {
    display: grid;
    gap: var(--_space-field);
    max-width: 38em;
    padding: 0;
    list-style: none;
  }
  .notice {
    background: none;
  }
  .points > li {
    display: grid;
    grid-template-columns: 1.75em 1fr;
    gap: 0 var(--_space-row);
  }
  .points > li > :not(.icon) {
    grid-column: 2;
  }
  /* The shape of the notice while it loads: taller than the window, so that nothing on the screen moves when the notice appears. */
  .shape {
    align-content: start;
    min-height: 100vh;
    margin-block-start: var(--_space-field);
  }
  .icon {
    grid-area: 1 / 1 / 3;
    width: 1.75em;
    height: 1.75em;
    fill: none;
    stroke: var(--_accent);
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .shape i {
    min-height: 1em;
    margin-block: var(--_space-label);
    border-radius: var(--_radius);
    background: var(--_line);
  }
  @media (forced-colors: active) {
    .icon {
      stroke: CanvasText;
    }
  }
  .points > .more {
    padding-block-start: var(--_space-field);
    border-block-start: 1px solid var(--_line);
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-tight);
    margin-block-start: var(--_space-label);
    padding: 0;
    list-style: none;
  }
  .chips li {
    padding: var(--_space-label) var(--_space-row);
    border: 1px solid var(--_border);
    border-radius: 2em;
    overflow-wrap: anywhere;
  }
  .notice a {
    display: inline-block;
    padding-block: var(--_space-row);
  }
  .links:empty {
    display: none;
  }
  .note:empty {
    position: absolute;
  }
  .note:not(:empty) {
    padding-inline-start: var(--_space-inner);
    border-inline-start: 4px solid var(--_accent);
  }
  .figures {
    display: grid;
    gap: var(--_space-label);
    justify-items: start;
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .figures button {
    margin-block-end: calc(-1 * var(--_space-tight));
  }
  .figures + h3 {
    margin-block-end: calc(-1 * var(--_space-tight));
  }
  .box {
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .box .choice {
    padding-block: 0;
  }
  /* Two choices of the same size and weight, so that the page recommends neither. */
  .option {
    display: grid;
    flex: 1 1 14em;
    align-self: start;
    gap: var(--_space-label);
  }
  .option[hidden],
  [part='submit'][hidden] + p {
    display: none;
  }
  .option > button {
    --_on-accent: var(--_accent);

    border-color: var(--_accent);
    background: transparent;
  }
  .option > button:hover {
    border-color: var(--_accent);
    background: var(--_tint);
  }
`;
