import type { WidgetStyle } from '../../widget/names.js';
import { containerOf, init, open } from './api.js';
import { defineElement } from './custom-element.js';
import { startFrame, startMessageFrame } from './frames.js';
import { destroyAll, type Widget } from './offers.js';
import type { InitOptions, RunSettings } from './types.js';

/** Globals that the page sets for a script, or gets from it. */
interface Page {
  SampleFundingWidget?: unknown;
  SampleFundingSettings?: InitOptions;
  sampleFundingReady?: (api: unknown) => void;
  sampleFunding?: Queue;
}

type Queue = ((...command: unknown[]) => unknown) & { q?: Iterable<ArrayLike<unknown>> };

const page = window as unknown as Page;

const define = (api: object) => void (page.SampleFundingWidget = Object.freeze(api));

/** Calls `show` for each element with this selector, now or when the document is complete. */
function scan(selector: string, show: (found: HTMLElement) => void): void {
  const all = () => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.childElementCount === 0);
  const found = all();
  if (found.length > 0 || document.readyState !== 'loading') found.forEach(show);
  else document.addEventListener('DOMContentLoaded', () => all().forEach(show), { once: true });
}

/** The class of the styles `constructor` and `module`. */
export const classOf = (settings: RunSettings) =>
  class SampleFundingWidget {
    readonly #widget: Widget;
    constructor({ target, props = {} }: { target: unknown; props?: InitOptions }) {
      this.#widget = open(settings, { ...props, target }, true);
    }
    $destroy() {
      this.#widget.destroy();
    }
  };

/** The call of the style `module`. */
export const mountOf =
  (settings: RunSettings) =>
  async (target: unknown, options: InitOptions = {}) => {
    const { destroy } = await init(settings, { ...options, target });
    return { unmount: destroy };
  };

/** `start()` prepares, `show()` shows, and `stop()` removes. */
function startThenShow(settings: RunSettings) {
  let options: InitOptions = {};
  let widget: Widget | undefined;
  return {
    start: (given: InitOptions) => void (options = given),
    show: async () => {
      widget = open(settings, options);
      await widget.ready;
    },
    stop: () => widget?.destroy(),
  };
}

function replay(settings: RunSettings): void {
  const widgets: Widget[] = [];
  const run = ([command, options = {}]: unknown[]) => {
    if (command === 'boot') widgets.push(open(settings, options as InitOptions, true));
    if (command === 'shutdown') widgets.splice(0).forEach((one) => one.destroy());
  };
  const before = page.sampleFunding?.q;
  page.sampleFunding = (...command) => run(command);
  for (const command of before ?? []) run(Array.from(command));
}

/** The place for a script that has only its own tag: the element that it names, or one after the tag. */
function placeFor(script: HTMLScriptElement, name: string | null | undefined): Element {
  if (name) return containerOf({ containerId: name });
  const place = document.createElement('div');
  script.after(place);
  return place;
}

const STYLES: Readonly<
  Record<Exclude<WidgetStyle, 'module'>, (settings: RunSettings, script: HTMLScriptElement) => void>
> = {
  init: (settings) => define({ init: (options: InitOptions) => init(settings, options), destroy: destroyAll }),
  'fetch-token': (settings) =>
    define({
      init: ({ fetchToken, ...options }: InitOptions) => {
        if (typeof fetchToken !== 'function')
          throw new TypeError('SampleFundingWidget.init() needs fetchToken, a function.');
        return init(settings, { ...options, fetchToken });
      },
      destroy: destroyAll,
    }),
  show: (settings) => define(startThenShow(settings)),
  constructor: (settings) => void (page.SampleFundingWidget = classOf(settings)),
  global: (settings) =>
    scan('[data-sample-funding]', (container) => open(settings, { ...page.SampleFundingSettings, container }, true)),
  callback: (settings) => {
    const api = { open: (options: InitOptions) => init(settings, options), close: destroyAll };
    define(api);
    page.sampleFundingReady?.(api);
  },
  queue: replay,
  element: (settings) => defineElement(settings, false),
  'element-event': (settings) => defineElement(settings, true),
  'script-data': (settings, script) => {
    const { token, target } = script.dataset;
    open(settings, { token: token ?? '', container: placeFor(script, target) }, true);
  },
  'script-url': (settings, script) => {
    const { searchParams } = new URL(script.src);
    const token = searchParams.get('token') ?? '';
    open(settings, { token, container: placeFor(script, searchParams.get('target')) }, true);
  },
  placeholder: (settings) =>
    scan('[data-sample-funding-token]', (container) =>
      open(settings, { token: container.dataset['sampleFundingToken'] ?? '', container }, true),
    ),
  frame: startFrame,
  'frame-message': startMessageFrame,
};

/** Starts a classic script as its style demands. */
export function handOff(settings: RunSettings, script: HTMLScriptElement | null): void {
  if (settings.style !== 'module') STYLES[settings.style](settings, script!);
}
