import { css } from 'lit';

/** The frame around the steps: where the applicant is, and the way back. */
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
    gap: 0.5em;
    margin-block-end: 1.75em;
  }
  .back {
    justify-self: start;
    margin-block: -0.5em;
  }
  .bar {
    display: flex;
    gap: 0.375em;
  }
  .bar span {
    flex: 1;
    height: 0.375em;
    border-radius: 1em;
    background: var(--_line);
  }
  .bar .reached {
    background: var(--_accent);
  }
  .wide {
    display: grid;
    gap: 1.5em;
    max-width: 48em;
    margin-inline: auto;
  }
  @media (forced-colors: active) {
    .bar span {
      border: 1px solid CanvasText;
    }
    .bar .reached {
      background: CanvasText;
    }
  }
`;
