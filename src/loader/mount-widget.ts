import { loadPart, type LendingError } from '../errors.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import { anySignal } from '../time-limit.js';
import type { FrameOptions } from './frame/frame.js';
import { loadAhead, loadCode, runWidget } from './run-widget.js';
import type { WidgetRun } from './types.js';

/** The widget of a `<lending-widget>`. */
export interface Mount extends Omit<WidgetRun, 'config' | 'accessToken' | 'container'>, FrameOptions {
  host: HTMLElement;
  config: WidgetSettings | undefined;
  /** The token to start with. Default: `getToken` is called. */
  accessToken: string | undefined;
  isIsolated: boolean;
}

/** Starts a widget in an element. If the widget reports that its token has expired, it is started once more with a new token. */
export async function mountWidget(mount: Mount): Promise<void> {
  const { config = {}, template, handOff, accessToken, getToken, isIsolated, signal, timeoutMs } = mount;
  // Loads in parallel with the token. A failure is reported later.
  if (isIsolated) loadFrame().catch(() => undefined);
  const ahead = !isIsolated && !handOff && !template && loadAhead(config, { timeoutMs, signal });
  const [first] = await Promise.all([accessToken ?? getToken(), ahead]);
  await start(mount, first).catch(async (error: unknown) => {
    if ((error as LendingError).code !== 'widget-token-expired') throw error;
    return start(mount, await getToken());
  });
}

async function start(mount: Mount, accessToken: string): Promise<void> {
  const { host, isIsolated, config = {} } = mount;
  // It may have ended while the token was on its way.
  mount.signal.throwIfAborted();
  const own = new AbortController();
  const signal = anySignal(mount.signal, own.signal);
  const container = makeContainer(host, signal, !isIsolated);
  const run = { ...mount, config, container, accessToken, signal };
  // The frame uses no `<template>` of the page, because the template would run there with a nonce.
  const started = isIsolated ? loadFrame().then(({ runInFrame }) => runInFrame(run)) : runWidget(run);
  return started.catch((error: unknown) => {
    own.abort(error);
    throw error;
  });
}

let containers = 0;
const ours = new WeakSet<Element>();

/** Removes containers that came with a copy of the page: a clone of an element, or its saved HTML. */
export function removeCopies(element: Element): void {
  for (let at: Element | undefined = element; at; at = (at.getRootNode() as Partial<ShadowRoot>).host)
    for (const one of Array.from(at.children)) if (/^lending-widget-\d+$/.test(one.id) && !ours.has(one)) one.remove();
}

/**
 * Creates the container of a widget, with its own id. When the signal aborts, the container is removed, with all nodes that were added
 * to the element since. Scripts look for the container in the document. So if the element is in a shadow root, the container is
 * a child of the host, and slots show it in the element.
 */
function makeContainer(element: HTMLElement, signal: AbortSignal, mustBeFound: boolean): HTMLElement {
  const container = document.createElement('div');
  container.id = `lending-widget-${++containers}`;
  const before = new Set<Node>(element.childNodes);
  const made: Element[] = [container];
  ours.add(container);
  let place = element;
  const host = () => (mustBeFound ? place.getRootNode() : document);
  for (let root = host(); root instanceof ShadowRoot; root = host()) {
    const slot = document.createElement('slot');
    slot.name = container.id;
    slot.slot = container.slot;
    container.slot = container.id;
    made.push(place.appendChild(slot));
    place = root.host as HTMLElement;
  }
  place.append(container);
  signal.addEventListener('abort', () => {
    for (const one of made) one.remove();
    for (const node of Array.from(element.childNodes)) {
      // Slotted nodes belong to the page.
      const isSlotted = node instanceof Element && node.slot;
      if (!before.has(node) && !isSlotted) node.remove();
    }
  });
  return container;
}

const loadFrame = () => loadPart(import('./frame/frame.js'));

/** Loads our code for these settings before the widget is needed. Requests nothing from the service. */
export async function loadWidgetCode(config: WidgetSettings | undefined): Promise<void> {
  if (config) await (config.isolation === 'frame' ? loadFrame() : loadCode(config));
}
