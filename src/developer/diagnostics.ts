import { flag } from '../base/flag.js';
import type { Settings } from '../schema/settings.js';

/** An element of this library about which the developer may want messages. */
export interface Diagnosed extends HTMLElement {
  diagnostics: 'on' | 'off' | undefined;
  business?: string | undefined;
  readonly namedBusiness?: string | undefined;
  readonly text: { settings(): Settings };
}

/** Returns an element and the elements of this library around it. */
export function withHosts(element: Diagnosed): Diagnosed[] {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return host && 'diagnostics' in host ? [element, ...withHosts(host as Diagnosed)] : [element];
}

/** Whether the developer does not want messages about elements. Templates also write `diagnostics="false"`. */
export const isSwitchedOff = (elements: readonly Diagnosed[]): boolean =>
  elements.some(({ diagnostics }) => diagnostics && !flag(diagnostics)) ||
  (elements.every(({ diagnostics }) => diagnostics !== 'on') &&
    elements.some(({ text }) => text.settings().diagnostics === 'off'));

/** The URL of the page. An `about:blank` window does not have its own. */
export const pageUrl = () => (location.host ? location.href : origin);

const warned = new Set<string>();

/** Warns once on a page. */
export function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message);
  warned.add(message);
}
