import { expect, fixture, html } from '@open-wc/testing';
import { LendingError, type LendingErrorCode } from '../../src/errors.js';
import { runWidget, type WidgetRun } from '../../src/loader/run-widget.js';

export const page = globalThis as unknown as Record<string, unknown>;
export const vendor = (name: string) => new URL(`../fixtures/vendor/${name}`, import.meta.url).href;
let containers = 0;

/** Leaves nothing of a test's on the page. */
export function forget(): void {
  for (const name of ['ran', 'place', 'VendorBefore', 'vendorCallsReady', 'vendorQueue']) delete page[name];
}

interface Options {
  accessToken?: string;
  origins?: readonly string[] | undefined;
  /** Whether something must be seen. Default: it need not. */
  paints?: boolean;
  timeout?: number;
}

/** A container on the page, and embed code that has not run yet. */
export async function setup(code: string | HTMLTemplateElement, options: Options = {}) {
  const { accessToken = 'a-token', origins, paints = false, timeout } = options;
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.id = `embed-${++containers}`;
  const leave = new AbortController();
  const { signal } = leave;
  const isText = typeof code === 'string';
  const config = { embed_code: isText ? code : undefined, origins, paints };
  const template = isText ? undefined : code;
  const all: WidgetRun = {
    config,
    template,
    container,
    accessToken,
    getToken: async () => accessToken,
    timeout,
    signal,
  };
  const run = () => runWidget(all);
  const refusal = async (code: LendingErrorCode) => {
    const error = await run().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(LendingError).with.property('code', code);
    expect(container.childNodes).to.have.length(0);
    return error as LendingError;
  };
  const shown = () => {
    const frame = container.querySelector('iframe');
    return (frame ? frame.contentDocument : container)?.querySelector('output')?.textContent || undefined;
  };
  return { container, leave, run, refusal, shown };
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
