import { Deadline } from '../../../src/loader/deadline.js';
import { startWidget } from '../../../src/loader/hand-off/hand-off.js';
import type { TokenContext } from '../../../src/loader/hand-off/placeholders.js';
import { runWidget } from '../../../src/loader/run-widget.js';
import type { WidgetRun } from '../../../src/loader/types.js';
import type { HandOff } from '../../../src/schema/widget/widget-settings.js';
import { anySignal } from '../../../src/time-limit.js';
import { expect, fixture, html, lendingErrorOf as rejected, type LendingErrorCode } from '../../support/component.js';

export * from '../../support/component.js';

export const page = globalThis as unknown as Record<string, unknown>;
export const vendor = (name: string) => new URL(`../../fixtures/vendor/${name}`, import.meta.url).href;
let containers = 0;

/** Removes the globals that the scripts of a test have set. */
export function forget(): void {
  for (const name of ['ran', 'place', 'vendorCallsReady']) delete page[name];
}

interface Options {
  accessToken?: string;
  origins?: string[] | undefined;
  /** Whether the widget may show nothing. Default: `true`. */
  opensLater?: boolean;
  timeoutMs?: number;
}

/** A container on the page, and a function that runs the embed code. */
export async function setup(code: string | HTMLTemplateElement, options: Options = {}) {
  const { accessToken = 'a-token', origins, opensLater = true, timeoutMs } = options;
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.id = `embed-${++containers}`;
  const leave = new AbortController();
  const { signal } = leave;
  const isText = typeof code === 'string';
  const config = { embedCode: isText ? code : undefined, origins, opensLater };
  const template = isText ? undefined : code;
  const all: WidgetRun = {
    config,
    template,
    container,
    accessToken,
    getToken: async () => accessToken,
    timeoutMs,
    signal,
  };
  const run = () =>
    runWidget(all).catch((error: unknown) => {
      leave.abort(error);
      throw error;
    });
  const lendingErrorOf = async (code: LendingErrorCode) => {
    const error = await rejected(run(), code);
    expect(container.childNodes).to.have.length(0);
    return error;
  };
  const shown = () => shownIn(container);
  return { container, leave, run, lendingErrorOf, shown };
}

interface HandOffStart extends TokenContext {
  scriptUrl?: string | undefined;
  signal?: AbortSignal;
}

/** Starts a widget by hand-off. Resolves with a function that stops it. */
export async function startHandOff(handOff: HandOff, { scriptUrl, signal: outer, ...offer }: HandOffStart) {
  const own = new AbortController();
  const signal = outer ? anySignal(outer, own.signal) : own.signal;
  const deadline = new Deadline(15_000);
  try {
    await startWidget({ ...offer, config: { handOff, scriptUrl }, deadline, signal, watch: () => undefined });
  } catch (error) {
    own.abort();
    throw error;
  }
  return () => own.abort();
}

export function shownIn(container: Element): string | undefined {
  const frame = container.querySelector('iframe');
  return (frame ? frame.contentDocument : container)?.querySelector('output')?.textContent || undefined;
}

export function template(markup: string): HTMLTemplateElement {
  const made = document.createElement('template');
  made.innerHTML = markup;
  return made;
}

export const ran = () => (page['ran'] as string[] | undefined)?.join(' ');
export const note = (name: string) => `(window.ran ??= []).push('${name}')`;
export const external = (name: string, attributes = '') =>
  `<script ${attributes} data-name="${name}" src="${vendor('order.js')}?${name}"></script>`;
