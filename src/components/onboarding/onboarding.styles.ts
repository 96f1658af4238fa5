import { css } from 'lit';

/** The frame around the steps: the position, and the Back button. */
export const journeyStyles = css`
  :host {
    box-sizing: border-box;
    max-width: calc(var(--_size-column) + var(--_wider, 0px) + 2 * var(--_space-gutter));
    margin-inline: auto;
    padding: var(--_space-gutter);
    border-radius: var(--_radius-card);
  }
  :host(:is(:state(wide), :--wide)) {
    --_wider: 8rem;
  }
  @media (min-width: 480px) {
    :host {
      box-shadow: var(--_shadow);
    }
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
  .top,
  [part='steps'] {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-tight);
  }
  .top {
    container-type: inline-size;
    align-items: center;
    margin-block: calc(-1 * var(--_space-tight)) var(--_space-field);
  }
  .now {
    margin-inline-start: auto;
  }
  /* Keeps the line of the Back button in the first step, which has none. */
  .now::before {
    display: inline-block;
    height: 44px;
    vertical-align: middle;
    content: '';
  }
  .bar {
    width: 100%;
    height: 6px;
    border: 0;
    border-radius: 3px;
    background: var(--_line);
    appearance: none;
    overflow: hidden;
  }
  .bar::-webkit-progress-bar {
    background: none;
  }
  .bar::-webkit-progress-value {
    background: var(--_fill);
  }
  .bar::-moz-progress-bar {
    background: var(--_fill);
  }
  [part='steps'] {
    display: none;
    width: 100%;
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
    flex: none;
    width: 0.4em;
    height: 0.7em;
    margin-inline: 0.2em 0.5em;
    margin-block-end: 0.2em;
    border: solid;
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    content: '';
    color: var(--_accent);
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
  .saved {
    min-height: max(56px, 3.3em);
    margin-block-start: var(--_space-field);
  }
  @container (min-width: 32em) {
    .now > :last-child,
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
      appearance: auto;
    }
    [part='steps'] :is(.finished, [aria-current]) {
      border-color: Highlight;
    }
  }
`;
