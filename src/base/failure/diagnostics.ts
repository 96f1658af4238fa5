import type { Settings } from '../../schema/settings.js';
import { flag } from '../flag.js';

/** An element of this library about which the developer may want messages. */
export interface Diagnosed extends HTMLElement {
  diagnostics: 'on' | 'off' | undefined;
  business?: string | undefined;
  readonly namedBusiness?: string | undefined;
  readonly text: { settings(): Settings };
}

/** Returns an element and the elements of this library around it. */
export function withHosts<One extends Diagnosed>(element: One): One[] {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return host && 'diagnostics' in host ? [element, ...withHosts(host as One)] : [element];
}

/** Whether the developer does not want messages about elements. Templates also write `diagnostics="false"`. */
export const isSwitchedOff = (elements: readonly Diagnosed[]): boolean =>
  elements.some(({ diagnostics }) => diagnostics && !flag(diagnostics)) ||
  (elements.every((one) => one.diagnostics !== 'on') &&
    elements.some(({ text }) => text.settings().diagnostics === 'off'));
