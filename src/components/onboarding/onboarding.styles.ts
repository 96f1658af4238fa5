import { css } from 'lit';

/** The frame around the steps: the position, and the Back button. */
export const journeyStyles = css`
  :host {
    padding: var(--_space-gutter);
    border-radius: var(--_radius-card);
  }
  @media (min-width: 480px) {
    :host {
      box-shadow: var(--_shadow);
    }
  }
  .journey,
  .wide {
    max-width: max(48rem, 768px);
    margin-inline: auto;
  }
  .journey > :not(.top) {
    max-width: var(--_size-column);
  }
  [id='current'] {
    font-family: inherit;
    animation: arrive var(--_duration) ease-out;
  }
  @keyframes arrive {
    from {
      transform: translateY(8px);
    }
  }
  /* The shape of a step: an input, and its shadows. */
  .skeleton::after {
    display: block;
    height: var(--_size-control);
    margin-block: var(--_space-field) 210px;
    border-radius: var(--_radius);
    background: var(--_line);
    box-shadow:
      0 105px var(--_line),
      0 210px var(--_line);
    content: '';
  }
  .top {
    display: grid;
    container-type: inline-size;
    gap: var(--_space-tight);
    margin-block-end: var(--_space-field);
  }
  .back {
    justify-self: start;
    margin-block: -0.5em;
  }
  [part='steps'] {
    display: flex;
    gap: 0.375em;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  [part='steps'] li {
    flex: 1;
    border-block-start: 0.375em solid var(--_line);
    border-radius: 2px;
    color: var(--_muted);
    font-size: 0.8125em;
    overflow-wrap: anywhere;
  }
  [part='steps'] .reached {
    border-color: var(--_accent);
    color: inherit;
  }
  [aria-current] {
    font-weight: 600;
  }
  .offline:empty {
    position: absolute;
  }
  .offline:not(:empty),
  .done {
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  .offline:not(:empty),
  .journey > .done {
    margin-block-end: var(--_space-field);
  }
  .done,
  .alert {
    display: grid;
    gap: var(--_space-tight);
    justify-items: start;
  }
  .done .plain {
    margin-block: calc(-1 * var(--_space-tight));
  }
  .alert h2 {
    margin: 0;
    font-size: var(--_text-title);
  }
  @container (min-width: 32em) {
    .name {
      position: static;
      width: auto;
      clip-path: none;
      white-space: normal;
    }
  }
  footer ::slotted(*) {
    margin-block-start: 1.5em;
  }
  .wide,
  .end {
    display: grid;
    gap: var(--_space-field);
  }
  .end slot > button {
    justify-self: start;
  }
  @media (forced-colors: active) {
    [part='steps'] .reached {
      border-color: Highlight;
    }
  }
`;
