import { loadPart, type LendingError } from '../errors.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import type { FrameRun } from './frame/frame.js';
import type { Cleanup, HandOffFunction } from './types.js';
import { loadAhead, loadCode, loadWidgetErrors, runWidget } from './run-widget.js';

/** The widget of a `<lending-widget>`. */
export interface Mount {
  host: HTMLElement;
  config: WidgetSettings | undefined;
  template: HTMLTemplateElement | null;
  handOff: HandOffFunction | undefined;
  timeoutMs: number | undefined;
  /** The token to start with. Default: `getToken` is called. */
  accessToken: string | undefined;
  getToken: () => Promise<string>;
  isIsolated: boolean;
  signal: AbortSignal;
  /** Called if the widget will probably show nothing. It may still start. */
  early: (error: LendingError) => void;
  /** Called if the widget disappears after it was visible. */
  lost: (error: LendingError) => void;
  /** For a frame. `again` is called when its document has reloaded; by default, the widget is lost. */
  frame: Pick<FrameRun, 'labels' | 'lang' | 'mayCover' | 'began' | 'again'>;
}

/** Starts a widget in an element. If the widget reports that its token has expired, it is started once more with a new token. */
export async function mountWidget(mount: Mount): Promise<Cleanup> {
  const { config, template, handOff, accessToken, getToken, isIsolated, signal, timeoutMs } = mount;
  // Loads in parallel with the token. A failure is reported later.
  if (isIsolated) loadFrame().catch(() => undefined);
  const ahead = !isIsolated && !handOff && !template && loadAhead({ ...config, signal }, timeoutMs);
  const [first] = await Promise.all([accessToken ?? getToken(), ahead]);
  return start(mount, first).catch(async (error: unknown) => {
    if ((error as LendingError).code !== 'widget-token-expired') throw error;
    return start(mount, await getToken());
  });
}

async function start(mount: Mount, accessToken: string): Promise<Cleanup> {
  const { host, isIsolated, signal, config = {} } = mount;
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener('abort', end, { signal: own.signal });
  const container = makeContainer(host, own.signal, !isIsolated);
  const run = { ...mount, config, container, accessToken };
  const started = isIsolated ? runInFrame(run, config) : runWidget(run);
  return started.catch((error: unknown) => {
    end();
    throw error;
  });
}

let containers = 0;

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

/** A `<template>` of the page is not used in the frame, where it would run with a nonce. */
async function runInFrame(run: Mount & { container: HTMLElement; accessToken: string }, config: WidgetSettings) {
  if (!config.frameUrl) throw (await loadWidgetErrors()).frameUrlMissing();
  const frame = await loadFrame();
  run.signal.throwIfAborted();
  return frame.runInFrame({ ...run, ...run.frame, config, frameUrl: config.frameUrl });
}

const loadFrame = () => loadPart(import('./frame/frame.js'));

/** Loads our code for these settings before the widget is needed. Requests nothing from the service. */
export async function loadWidgetCode(config: WidgetSettings | undefined): Promise<void> {
  if (config) await (config.isolation === 'frame' ? loadFrame() : loadCode(config));
}
