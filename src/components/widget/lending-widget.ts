import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { LendingLoadingEvent, LendingReadyEvent } from '../../base/later-events.js';
import { failurePanel, loadFailureHelp, prerequisiteHelp, reportFailure } from '../../base/failure/failure.js';
import { focusHeading } from '../../base/panel.js';
import { pageScripts } from '../../base/page-lifecycle.js';
import { controls, tokens } from '../../base/look/styles.js';
import { LendingError } from '../../errors.js';
import { loadWidgetCode, removeCopies } from '../../loader/mount-widget.js';
import { LendingWidgetStart, RESTARTING, RETRYING, SOURCES, TOKEN_SOURCES } from './widget-start.js';

/** The widget's place on the page, and the panels in front of it. */
const widgetStyles = css`
  :host {
    min-height: var(--lending-widget-min-height, 24rem);
    border-radius: var(--_radius);
  }
  :host(:is(:state(failed), :--failed)) {
    min-height: 0;
  }
  /* The message lies over the widget’s place, so the widget does not move when the message goes. */
  .status {
    position: relative;
    height: 0;
    margin: 0;
  }
  .status > * {
    position: absolute;
    inset-inline: 0;
    padding: var(--_space-inner);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  /* The shape of two offers. It is behind the widget, and takes no space. */
  @media (forced-colors: none) {
    :host(:is(:state(loading), :--loading)) {
      background: repeating-linear-gradient(var(--_surface) 0 4rem, var(--_line) 4rem 14rem);
    }
  }
  ::slotted(a) {
    display: inline-block;
    min-width: 44px;
    padding-block: var(--_space-row);
    color: var(--_accent);
    font-weight: 600;
  }
`;

/**
 * Hosts the service's own widget: runs its embed code or loads its script, gets an access token from the backend, and passes the
 * token to the widget (specification, "Widget" and endpoint 5). The widget is a child of this element, where its script can find
 * it.
 *
 * The token is only kept in memory: no attribute, URL or event of this library contains it.
 *
 * @tag lending-widget
 * @slot - Holds the service's widget; it fills this slot itself. A `<template>` here is embed code, with
 * `{access_token}` in the place of the token; its external scripts must come from origins that the backend or code allows.
 * @slot error - Replaces the built-in message if the widget cannot be shown.
 * @slot sign-in - A link or a button of the page, if nobody is signed in.
 * @slot apply - Replaces the sentence for a user without an application: a link to the page where they can apply.
 * @event {LendingLoadingEvent} lending-loading - The script and the token are being loaded.
 * @event {LendingTokenRequestEvent} lending-token-request - A token is requested.
 * @event {LendingReadyEvent} lending-ready - The widget has started, and is visible.
 * @event {LendingErrorEvent} lending-error - The widget could not be shown, or is not shown any more.
 * @csspart loading - The message while the widget loads.
 * @csspart failure - The panel with a failure.
 * @csspart retry - The button that tries again.
 * @csspart support - The contacts of the support team.
 * @cssstate loading - The script or the token is loading.
 * @cssstate ready - The widget has started.
 * @cssstate failed - The widget could not be shown.
 */
export class LendingWidgetElement extends LendingWidgetStart {
  static override readonly tag = 'lending-widget';
  /** Loads the code that these settings need, before the widget is shown. */
  static readonly prepare = loadWidgetCode;
  static override styles = [tokens, controls, widgetStyles];
  protected static override readonly personal = ['accessToken'];

  @state() private status = 'loading';
  @state() private failure: LendingError | undefined;
  /** The message of the last failure, and whether only a reload can help. */
  #lastMessage: string | undefined;
  #mustReload = false;
  /** Whether the failure is an alert, because the focus stays with an applicant who is busy elsewhere on the page. */
  #isAlert = false;
  #mount: AbortController | undefined;
  /** The start whose early failure was reported, although the widget may still appear. */
  #told: AbortController | undefined;
  #startRoot: Node | undefined;
  /** Whether the widget was already started again with a new object since the failure. */
  #isRetried = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#mount) void this.#start();
    // A frame loses its document when it moves. A widget in the page is placed in its root node.
    else if (this.relabel || this.getRootNode() !== this.#startRoot) void this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Moving an element disconnects and connects it again. Only an element that stays disconnected stops its widget.
    queueMicrotask(() => !this.isConnected && this.#stop());
  }

  override async reload(): Promise<void> {
    this.#stop();
    await this.#start();
  }

  protected override startAgain(changed: PropertyValues<this>): void {
    super.startAgain(changed);
    void this.reload();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('status' as never)) this.showState(this.status);
    // The first start uses all properties that are set before it.
    const isRunning = this.#mount && this.status !== 'failed';
    if (this.hasUpdated && (isRunning ? this.#mustRestart(changed) : this.#mayRetry(changed))) void this.reload();
  }

  protected override updated(): void {
    this.relabel?.();
  }

  /** Whether the changed properties require a new start. A source counts only if there was none before. */
  #mustRestart(changed: PropertyValues): boolean {
    const isLate = (name: (typeof TOKEN_SOURCES)[number]) => changed.has(name) && !changed.get(name) && !!this[name];
    return RESTARTING.some((name) => changed.has(name)) || (this.status === 'loading' && TOKEN_SOURCES.some(isLate));
  }

  /** Whether a changed property may fix the failure. Frameworks set new objects at each render, so new objects cause one retry only. */
  #mayRetry(changed: PropertyValues): boolean {
    const values = RETRYING.filter((name) => changed.has(name)).map((name) => this[name]);
    const isValue = values.some((value) => Object(value) !== value);
    if (this.status !== 'failed' || values.length === 0 || (!isValue && this.#isRetried)) return false;
    this.#isRetried = !isValue;
    return true;
  }

  protected override render(): TemplateResult {
    const loading = html`<span part="loading" class="hint later">${this.text.term('widget.loading')}</span>`;
    return html`
      <p class="status" aria-live="polite" tabindex="-1">${this.status === 'loading' ? loading : nothing}</p>
      ${this.failure ? html`<slot name="error">${this.#renderFailure(this.failure)}</slot>` : nothing}
      <slot></slot>
    `;
  }

  /** The panel in place of a widget, with a button that tries again, or that loads the page again if only that can help. */
  #renderFailure({ code, retryAfter }: LendingError): TemplateResult {
    const { text } = this;
    // Nothing is broken if the applicant has to do something first.
    const first = prerequisiteHelp(this, code);
    const mustReload = this.#mustReload || first?.isReload;
    const tryAgain = () => {
      this.#focusStatus();
      this.#isRetried = this.hasReloaded = false;
      void this.reload();
    };
    const lines = mustReload
      ? [text.term('widget.reload')]
      : [text.failure(code, retryAfter), text.term('widget.failed')];
    return failurePanel(
      text,
      first?.heading ?? text.term('widget.failed.heading'),
      first ? [first.line] : lines,
      text.term(mustReload ? 'reload' : 'try-again'),
      mustReload ? () => location.reload() : tryAgain,
      first?.look ?? 'main',
      this.#isAlert,
    );
  }

  /** The panel disappears, and must not take the focus with it. */
  #focusStatus(): void {
    this.renderRoot.querySelector<HTMLElement>('[aria-live]')!.focus({ preventScroll: true });
  }

  async #start(): Promise<void> {
    const mount = (this.#mount = new AbortController());
    this.#startRoot = this.getRootNode();
    removeCopies(this);
    // The first update waits for the language, and takes over the properties that were set before the class was defined.
    await this.updateComplete;
    if (!SOURCES.some((name) => this[name])) await pageScripts();
    if (mount.signal.aborted) return;
    this.status = 'loading';
    this.failure = undefined;
    this.dispatchEvent(new LendingLoadingEvent());
    try {
      await this.run(mount.signal);
      if (mount.signal.aborted) return;
      this.status = 'ready';
      if (this.failure && (this.renderRoot as ShadowRoot).activeElement) this.#focusStatus();
      this.failure = undefined;
      this.#isRetried = false;
      this.dispatchEvent(new LendingReadyEvent());
    } catch (error) {
      if (!mount.signal.aborted) await this.fail(error);
    }
  }

  #stop(): void {
    this.#mount?.abort();
    this.#mount = undefined;
    this.relabel = undefined;
  }

  protected override async fail(error: unknown, isEarly = false): Promise<void> {
    const tokens = this.tokens;
    const mount = this.#mount;
    if (!isEarly) this.#stop();
    // The failure was reported before, and the widget has not started since.
    if (!isEarly && this.#told === mount && this.status === 'failed') return;
    if (isEarly) this.#told = mount;
    await loadFailureHelp();
    // The widget may have been started again meanwhile, or it may be visible.
    if (this.#mount !== (isEarly ? mount : undefined) || (isEarly && this.status === 'ready')) return;
    this.status = 'failed';
    const failure =
      error instanceof LendingError
        ? error
        : new LendingError('widget-failed', 'The widget failed with an unexpected error.', {
            recoverable: true,
            cause: error,
          });
    // If a script fails twice, only a reload of the page can load it.
    const isSame = failure.code === 'script-failed' && failure.message === this.#lastMessage;
    this.#mustReload = isSame || /^script-(runs-once|outdated)$/.test(failure.code);
    this.#lastMessage = failure.message;
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    this.#isAlert = document.activeElement !== document.body && !this.contains(activeElement);
    this.failure = failure;
    reportFailure(this, 'widget', failure, (text) => tokens?.redact(text) ?? text);
    await this.updateComplete;
    if (!this.#isAlert) focusHeading(this.renderRoot.querySelector<HTMLElement>('#failure h3'));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-widget': LendingWidgetElement;
  }
}
