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
  .journey > :not(.top),
  .journey > .place > * {
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
    margin-block: calc(-1 * var(--_space-tight));
  }
  .bar {
    display: flex;
    height: 6px;
    border-radius: 3px;
    background: var(--_line);
    overflow: hidden;
  }
  .bar i {
    flex: 1;
    transition: background-color var(--_duration);
  }
  .on {
    background: var(--_fill);
  }
  [part='steps'] {
    display: none;
    flex-wrap: wrap;
    gap: 0 var(--_space-inner);
    margin: 0;
    padding: 0;
    color: var(--_muted);
    font-size: var(--_text-small);
    list-style: none;
  }
  [part='steps'] li {
    display: flex;
    flex: 1 auto;
    align-items: center;
    min-height: 44px;
    border-block-end: 3px solid var(--_line);
  }
  [part='steps'] :is(.finished, [aria-current]) {
    border-color: var(--_fill);
    color: var(--_text);
  }
  [aria-current] {
    font-weight: 600;
  }
  .finished::before {
    content: '';
    flex: none;
    width: 0.35em;
    height: 0.7em;
    margin-inline: 0.2em 0.6em;
    margin-block-end: 0.2em;
    border: solid var(--_accent);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }
  [part='steps'] button {
    margin-inline-start: calc(-1 * var(--_space-tight));
    font-weight: 400;
  }
  .offline:empty {
    position: absolute;
  }
  .offline:not(:empty) {
    margin-block-end: var(--_space-field);
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  @container (min-width: 38em) {
    .now,
    .bar {
      display: none;
    }
    [part='steps'] {
      display: flex;
    }
  }
  .below ::slotted(*) {
    margin-block-start: var(--_space-field);
  }
  .wide {
    display: grid;
    gap: var(--_space-field);
  }
  @media (forced-colors: active) {
    .bar {
      border: 1px solid;
    }
    .on {
      background: Highlight;
    }
    [part='steps'] :is(.finished, [aria-current]) {
      border-color: Highlight;
    }
  }
`;
