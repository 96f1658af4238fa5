import { css } from 'lit';

/** The frame around the steps: the position, and the Back button. */
export const journeyStyles = css`
  :host {
    padding: clamp(1.25em, 5vw, 2.5em);
    border-radius: calc(var(--_radius) * 1.5);
  }
  .journey {
    max-width: 36em;
    margin-inline: auto;
  }
  .top {
    display: grid;
    container-type: inline-size;
    gap: 0.5em;
    margin-block-end: 1.75em;
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
    padding: 0.75em 1em;
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .offline:not(:empty),
  .journey > .done {
    margin-block-end: 1.5em;
  }
  .done,
  .alert {
    display: grid;
    gap: 0.625em;
    justify-items: start;
  }
  .done .plain {
    margin-block: -0.25em -0.5em;
  }
  .alert h2 {
    margin: 0;
    font-size: 1.125em;
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
    gap: 1.5em;
  }
  .end slot > button {
    justify-self: start;
  }
  .wide {
    max-width: 48em;
    margin-inline: auto;
  }
  @media (forced-colors: active) {
    [part='steps'] .reached {
      border-color: Highlight;
    }
  }
`;
