import type { ReactiveControllerHost } from 'lit';
import type { Diagnosed } from '../failure/diagnostics.js';

/** An element that draws with the page's colours. */
export interface ColouredElement extends Diagnosed, ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}
