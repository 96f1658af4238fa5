import type { HandOff } from '../../widget/hand-offs.js';
import { init, open } from './api.js';
import { destroyAll, type Widget } from './offers.js';
import type { InitOptions, RunSettings } from './types.js';

const LATE_MS = 500;

/** Starts the script. The server calls it with the settings at the end of the script. */
export function run(settings: RunSettings): void {
  const { currentScript } = document;
  const script = currentScript instanceof HTMLScriptElement ? currentScript : null;
  const { fault, origin } = settings;
  if (fault === 'throws') throw new Error('The sandbox was asked to fail: its widget throws while it loads.');
  if (fault === 'navigates') location.assign(`${origin}/widget/elsewhere`);
  if (fault === 'no-global') return;
  if (fault === 'late') setTimeout(() => handOver(settings, script), LATE_MS);
  else handOver(settings, script);
}

/** Globals that the page sets for a script, or gets from it. */
const page = window as unknown as Record<string, unknown>;

/** Replaces the page's queue, and makes its calls. */
function replay(settings: RunSettings, { global, calls }: NonNullable<HandOff['queue']>): void {
  const run = ([command, options]: unknown[]) => {
    if (command === calls[0]![0]) open(settings, options as InitOptions, true);
  };
  const before = page[global] as { q?: Iterable<ArrayLike<unknown>> } | undefined;
  page[global] = (...call: unknown[]) => run(call);
  for (const call of before?.q ?? []) run(Array.from(call));
}

/** Starts the page in a frame: it sends a message when it is ready, and gets the token in a message of the page around it. */
function startFrame(settings: RunSettings, { ready, message }: NonNullable<HandOff['iframe']>): void {
  const container = document.querySelector('main > div');
  const { type } = message as { type: string };
  addEventListener('message', ({ source, data }: MessageEvent<{ type?: unknown; token?: unknown } | undefined>) => {
    if (source !== window.parent || data?.type !== type || typeof data.token !== 'string') return;
    open(settings, { token: data.token, container }, true);
  });
  // The origin of the page around this frame is unknown. The message has no secret.
  window.parent.postMessage(ready, '*');
}

/** Starts a classic script in the way of its hand-off. */
function handOver(settings: RunSettings, script: HTMLScriptElement | null): void {
  const { queue, element, script: attributes, iframe, global, calls, destroy } = settings.handOff;
  if (queue) replay(settings, queue);
  else if (element) defineElement(settings, element.tag!);
  else if (attributes) open(settings, script!.dataset, true);
  else if (iframe) startFrame(settings, iframe);
  else if (global) {
    const start = (options: InitOptions) => init(settings, options);
    page[global] = Object.freeze({ [calls![0]!.method!]: start, [destroy!]: destroyAll });
  }
}

/** Returns the function that a module exports. */
export const mountOf =
  (settings: RunSettings) =>
  async (container: unknown, options: InitOptions = {}) => {
    const widget = await init(settings, { ...options, container });
    return { [settings.handOff.destroy!]: widget.destroy };
  };

/** Defines an element that gets its token by an attribute. */
function defineElement(settings: RunSettings, tag: string): void {
  if (customElements.get(tag)) return;
  customElements.define(
    tag,
    class extends HTMLElement {
      static readonly observedAttributes = ['token'];
      #widget: Widget | undefined;
      /** The token of the visible widget. A token may be for a single use. */
      #used = '';

      attributeChangedCallback() {
        const token = this.getAttribute('token');
        if (!this.isConnected || !token || token === this.#used) return;
        this.#used = token;
        this.#widget = open(settings, { token, container: this }, true);
      }

      connectedCallback() {
        this.attributeChangedCallback();
      }

      disconnectedCallback() {
        this.#widget?.destroy();
        this.#used = '';
      }
    },
  );
}
