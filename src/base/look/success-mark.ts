import { css, svg } from 'lit';

/** A tick in a circle. It decorates words about a success, and keeps its colours on paper and in forced colours. */
export const successMark = svg`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <circle cx="12" cy="12" r="12" stroke="none" /><path d="M7 12.5l3.5 3.5 7-8" fill="none" />
</svg>`;

export const markStyles = css`
  .mark {
    width: 48px;
    fill: var(--_success);
    stroke: var(--_surface);
    stroke-width: 2;
  }
`;
