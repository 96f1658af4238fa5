import { css } from 'lit';

/** The list of the chosen files: picture or type, name, size, state and buttons in a row each. */
export const documentStyles = css`
  .list ul {
    display: grid;
    gap: var(--_space-tight);
    list-style: none;
  }
  .list li,
  .acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-inner);
  }
  .list li {
    padding: var(--_space-row) var(--_space-inner);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .acts {
    min-height: 44px;
    margin-inline-start: auto;
  }
  .kind {
    display: grid;
    flex: none;
    width: 44px;
    height: 44px;
    place-items: center;
    border: 1px solid var(--_line);
    border-radius: var(--_space-tight);
    background: var(--_tint);
    color: var(--_accent);
    font-size: 12px;
    font-weight: 600;
    text-transform: uppercase;
  }
  .kind::before {
    content: attr(data-kind);
  }
  .kind::before,
  canvas {
    grid-area: 1 / 1;
    max-width: 100%;
    border-radius: 7px;
  }
  .name {
    flex: 1 1 8em;
    min-width: 0;
  }
  .name bdi {
    display: block;
    font-weight: 600;
    line-height: 1.35;
  }
  .name,
  .error,
  .panel a,
  .list {
    overflow-wrap: anywhere;
  }
  .acts > span {
    font-size: var(--_text-small);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  li > progress,
  li > .error,
  li > .warning,
  li > .field {
    flex: 1 0 100%;
    max-width: 100%;
    margin-block: var(--_space-tight) 0;
  }
  progress {
    width: 100%;
    height: var(--_space-label);
    accent-color: var(--_accent);
  }
  /* A bar that does not move, until the share is known. */
  progress:indeterminate {
    appearance: none;
    background: repeating-linear-gradient(-45deg, var(--_accent) 0 6px, var(--_line) 0 12px);
  }
  :indeterminate::-webkit-progress-bar {
    background: none;
  }
  :indeterminate::-moz-progress-bar {
    background: none;
  }
  .acts > .sent {
    color: var(--_success);
  }
  .sent::before {
    content: '✓ ';
    content: '✓ ' / '';
  }
`;
