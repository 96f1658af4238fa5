import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { createAdapter, type ServerAdapter } from '../adapter.js';
import { LendingElement } from '../base/element.js';
import { LendingErrorEvent, LendingLoadingEvent, LendingReadyEvent } from '../base/events.js';
import { enLater } from '../base/locales/en-later.js';
import { failurePanel } from '../base/panel.js';
import { controls, tokens } from '../base/styles.js';
import { LendingError } from '../errors.js';
import { startWidget } from '../loader/hand-off.js';
import { loadScript } from '../loader/load-script.js';
import type { WidgetSettings } from '../schema/session.js';

const STATES = ['loading', 'ready', 'failed'];

/**
 * Hosts the service's own widget: loads its script, asks the backend for a fresh token, and hands the token over
 * (specification, "Widget" and endpoint 5). The widget lives in a child of this element, where its script can find it.
 * The token is kept in memory, and is in no attribute, address or event.
 *
 * @tag lending-widget
 * @slot - Holds the service's widget; it fills this slot itself.
 * @slot error - Shown instead of the built-in message when the widget cannot be shown.
 * @event {LendingLoadingEvent} lending-loading - The script and the token are being fetched.
 * @event {LendingReadyEvent} lending-ready - The widget has started.
 * @event {LendingErrorEvent} lending-error - The widget could not be shown.
 * @csspart loading - What is shown while the widget loads.
 * @csspart summary - The panel that says what failed.
 * @csspart retry - The button that tries again.
 * @cssstate loading - The script or the token is on its way.
 * @cssstate ready - The widget has started.
 * @cssstate failed - The widget could not be shown.
 */
export class LendingWidgetElement extends LendingElement {
  static override readonly tag = 'lending-widget';
  static override readonly words = enLater;
  static override styles = [
    tokens,
    controls,
    css`
      :host {
        min-height: var(--lending-widget-min-height, 24rem);
      }
      .loading {
        color: var(--_muted);
      }
    `,
  ];

  /** Where the partner's backend has mounted the handler; a path of this site. Default: `/api/lending`. */
  @property() endpoint: string | undefined;
  /** The backend. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /** Which script to load, and how to start it. Set by code or by the backend, never by HTML. Default: the session's. */
  @property({ attribute: false }) widget: WidgetSettings | undefined;

  @state() private status = 'loading';
  @state() private failure: LendingError | undefined;
  @query('#failure') private panel!: HTMLElement | null;
  @query('[role="status"]') private notice!: HTMLElement;
  #mount: AbortController | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#mount) void this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move in the document disconnects and connects again: only an element that stays away stops its widget.
    queueMicrotask(() => !this.isConnected && this.#stop());
  }

  /** Stops the widget and starts it again with a fresh token. */
  async reload(): Promise<void> {
    this.#stop();
    await this.#start();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('status' as never)) this.showState(STATES, this.status);
  }

  protected override render(): TemplateResult {
    return html`
      <p part="loading" class="loading" role="status" tabindex="-1">
        ${this.status === 'loading' ? this.text.term('widget.loading') : nothing}
      </p>
      ${this.failure ? html`<slot name="error">${this.#renderFailure(this.failure)}</slot>` : nothing}
      <slot></slot>
    `;
  }

  #renderFailure(failure: LendingError): TemplateResult {
    return failurePanel({
      heading: this.text.term('widget.failed.heading'),
      sentences: [this.text.failure(failure.code), this.text.term('widget.failed')],
      retry: this.text.term('try-again'),
      onRetry: () => {
        // The panel goes, and must not take the focus with it.
        this.notice.focus({ preventScroll: true });
        void this.reload();
      },
    });
  }

  async #start(): Promise<void> {
    const mount = (this.#mount = new AbortController());
    // Properties that are set together with the element must be there before the first call.
    await Promise.resolve();
    if (mount.signal.aborted) return;
    this.status = 'loading';
    this.failure = undefined;
    this.dispatchEvent(new LendingLoadingEvent());
    try {
      await this.#run(mount.signal);
      if (mount.signal.aborted) return;
      this.status = 'ready';
      this.dispatchEvent(new LendingReadyEvent());
    } catch (error) {
      if (!mount.signal.aborted) await this.#fail(error);
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const adapter = this.adapter ?? createAdapter({ endpoint: this.endpoint });
    const widget = this.widget ?? (await adapter.session({ signal })).widget;
    if (!widget) throw notConfigured();
    const [{ access_token }] = await Promise.all([
      adapter.authenticate({ signal }),
      loadScript(widget.script_url, { signal, nonce: this.nonce }),
    ]);
    if (signal.aborted) return;
    const container = document.createElement('div');
    this.append(container);
    signal.addEventListener('abort', () => container.remove());
    const stop = await startWidget(widget, { token: access_token, container });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  }

  #stop(): void {
    this.#mount?.abort();
    this.#mount = undefined;
  }

  async #fail(error: unknown): Promise<void> {
    this.#stop();
    this.status = 'failed';
    this.failure =
      error instanceof LendingError ? error : new LendingError('widget-failed', 'It failed.', { cause: error });
    this.dispatchEvent(new LendingErrorEvent('widget', this.failure));
    await this.updateComplete;
    this.panel?.focus({ preventScroll: true });
  }
}

const notConfigured = () =>
  new LendingError('widget-not-configured', '<lending-widget>: the backend configures no widget.', {
    remedy: 'Give createHandler a widget with its script_url.',
  });

declare global {
  interface HTMLElementTagNameMap {
    'lending-widget': LendingWidgetElement;
  }
}
