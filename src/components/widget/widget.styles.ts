import { css } from 'lit';

/** The widget's place on the page, and the panels in front of it. */
export const widgetStyles = css`
  :host {
    min-height: var(--lending-widget-min-height, 24rem);
    border-radius: var(--_radius);
  }
  :host(:is(:state(failed), :--failed)) {
    min-height: 0;
  }
  /* The message lies over the widget’s place, so the widget does not move when the message goes. */
  .status {
    position: relative;
    height: 0;
    margin: 0;
  }
  .status > * {
    position: absolute;
    inset-inline: 0;
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  /* The shape of two offers. It is behind the widget, and takes no space of its own. */
  @media (forced-colors: none) {
    :host(:is(:state(loading), :--loading)) {
      background: repeating-linear-gradient(var(--_surface) 0 4rem, var(--_line) 4rem 14rem);
    }
  }
  ::slotted(a) {
    display: inline-block;
    min-width: 44px;
    padding-block: var(--_space-row);
    color: var(--_accent);
    font-weight: 600;
  }
`;
