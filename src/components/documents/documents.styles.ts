import { css } from 'lit';

/** The list of the chosen files. */
export const documentStyles = css`
  .list ul {
    list-style: none;
  }
  .list li,
  .acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1.5em;
  }
  .list li {
    min-height: 3.75em;
    padding-block: 0.375em;
    border-block-end: 1px solid var(--_line);
  }
  .acts {
    margin-inline-start: auto;
    padding-inline-end: 0.5em;
  }
  .list .hint {
    white-space: nowrap;
  }
  .name {
    flex: 1 1 12em;
    min-width: 0;
  }
  .name,
  .error,
  .panel a,
  .list {
    overflow-wrap: anywhere;
  }
  li > progress,
  li > .error,
  li > .warning,
  li > .field {
    flex: 1 0 100%;
    max-width: 100%;
    margin-block: 0.25em 0.5em;
  }
  progress {
    height: 0.5em;
    accent-color: var(--_accent);
  }
  .sent::before {
    content: '✓ ';
    content: '✓ ' / '';
    color: var(--_accent);
  }
  @media (prefers-reduced-motion) {
    :indeterminate {
      visibility: hidden;
    }
  }
`;
