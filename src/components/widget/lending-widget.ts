import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { createAdapter, type ServerAdapter } from '../../adapter/adapter.js';
import { LendingElement } from '../../base/element.js';
import { LendingLoadingEvent, LendingReadyEvent, LendingTokenRequestEvent } from '../../base/events.js';
import { loadFailureHelp, reportFailure } from '../../base/failure/failure.js';
import { pageScripts } from '../../base/page-scripts.js';
import { enLater, type LaterText } from '../../base/locales/en-later.js';
import { addSentences } from '../../base/text.js';
import { controls, tokens } from '../../base/styles.js';
import { LendingError, loadPart } from '../../errors.js';
import { loadWidgetCode, mountWidget } from '../../loader/mount-widget.js';
import { loadWidgetErrors } from '../../loader/run-widget.js';
import { Tokens } from '../../loader/token/tokens.js';
import type { HandOffFunction } from '../../loader/types.js';
import { defaultSettings } from '../../schema/default-settings.js';
import type { WidgetSettings } from '../../schema/session.js';
import type { Settings } from '../../schema/settings.js';
import { changedForRetry, mustRestart, RESTARTING } from './restart.js';
import { widgetFailure } from './widget-failure.js';
import { widgetStyles } from './widget.styles.js';

addSentences(enLater);

/** Properties that only a page sets, never a journey. */
const PAGE_ONLY = [...RESTARTING, 'dialogs', 'getToken', 'timeout'] as const;
/** With one of these, the widget can start. Without them, the page's scripts may still set one. */
const SOURCES = ['endpoint', 'adapter', 'widget', 'handOff', 'getToken', 'accessToken'] as const;

/**
 * Hosts the service's own widget: runs its embed code or loads its script, gets an access token from the backend, and passes the
 * token to the widget (specification, "Widget" and endpoint 5). The widget is a child of this element, where its script can find
 * it. The token is only kept in memory: no attribute, address or event of this library contains it.
 *
 * @tag lending-widget
 * @slot - Holds the service's widget; it fills this slot itself. A `<template>` here is embed code, with
 * `{access_token}` in the place of the token; its external scripts must come from origins that the backend or code allows.
 * @slot error - Replaces the built-in message if the widget cannot be shown.
 * @slot sign-in - Replaces the explanation of how to sign in, if nobody is signed in: a link or a button of the page.
 * @slot apply - Replaces the sentence for a user without an application: a link to the page where they can apply.
 * @event {LendingLoadingEvent} lending-loading - The script and the token are being loaded.
 * @event {LendingTokenRequestEvent} lending-token-request - A token is requested.
 * @event {LendingReadyEvent} lending-ready - The widget has started, and is visible.
 * @event {LendingErrorEvent} lending-error - The widget could not be shown, or is not shown any more.
 * @csspart loading - The message while the widget loads.
 * @csspart summary - The panel with the failure.
 * @csspart retry - The button that tries again.
 * @csspart support - The contacts of the support team, if the settings have any.
 * @cssstate loading - The script or the token is loading.
 * @cssstate ready - The widget has started.
 * @cssstate failed - The widget could not be shown.
 */
export class LendingWidgetElement extends LendingElement {
  static override readonly tag = 'lending-widget';
  /** Loads the code that these settings need, before the widget is shown. */
  static readonly prepare = loadWidgetCode;
  declare readonly text: LaterText;
  static override styles = [tokens, controls, widgetStyles];

  /** The path at which the partner's backend has mounted the handler. Default: `/api/lending`. */
  @property() endpoint: string | undefined;
  /** The adapter that calls the backend. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /** The widget's script, and how to start it. Code or the backend can set it, HTML cannot. Default: the session's. */
  @property({ attribute: false }) widget: WidgetSettings | undefined;
  /**
   * The settings of the partner's backend, such as the names in its messages. Default: the session's, if the element loads
   * one.
   */
  @property({ attribute: false }) settings: Settings | undefined;
  /**
   * Gets an access token each time that one is needed: a string without white space, within `timeout`. If it throws, or
   * returns anything else, the widget fails with `widget-no-token`. Default: the backend's `authenticate`.
   */
  @property({ attribute: false }) getToken: (() => Promise<string>) | undefined;
  /** An access token for the first start. A new one starts the widget again. Default: none; the element gets one. */
  @property({ attribute: false }) accessToken: string | undefined;
  /** Passes the token to the widget, if no settings can describe it. Default: as the settings say. */
  @property({ attribute: false }) handOff: HandOffFunction | undefined;
  /**
   * Where the service's script runs. `frame`: in a document with an opaque origin, where it reaches neither this page nor its
   * cookies. `page`: in this page. Other values are refused. The stricter of this and the backend's `widget.isolation`
   * applies. Default: the backend's.
   */
  @property() isolation: 'page' | 'frame' | undefined;
  /**
   * With `isolation="frame"`: how a dialog of the widget is shown. `cover`: the frame covers the window while the dialog is open.
   * `inline`: the frame stays at its place. Default: the backend's `widget.dialogs`, else `cover`.
   */
  @property() dialogs: 'cover' | 'inline' | undefined;
  /**
   * Time limit for loading and starting the widget, in milliseconds, from when it has its token; `getToken` has the same
   * limit. Must be more than 0. Default: 15 seconds.
   */
  @property({ type: Number }) timeout: number | undefined;

  protected override currentSettings(): Settings {
    return this.settings ?? this.#sessionSettings ?? super.currentSettings();
  }

  @state() private status = 'loading';
  @state() private failure: LendingError | undefined;
  /** The message of the last failure, and whether only a reload can help. */
  #lastMessage: string | undefined;
  #mustReload = false;
  #mount: AbortController | undefined;
  /** The start about which a failure was told, although it may still show the widget. */
  #told: AbortController | undefined;
  #tokens: Tokens | undefined;
  #sessionSettings: Settings | undefined;
  #startRoot: Node | undefined;
  /** Names the frame again, if there is one. */
  #relabel: (() => void) | undefined;
  /** Whether a new object was already tried since the failure. */
  #isRetried = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#mount) void this.#start();
    // A frame loses its document when it moves. A widget in the page is placed in its root node.
    else if (this.#relabel || this.getRootNode() !== this.#startRoot) void this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Moving an element disconnects and connects it again. Only an element that stays disconnected stops its widget.
    queueMicrotask(() => !this.isConnected && this.#stop());
  }

  /** Stops the widget, and starts it again with a new token. */
  async reload(): Promise<void> {
    this.#stop();
    await this.#start();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('status' as never)) this.showState(this.status);
    // The first start uses all properties that are set before it.
    const isLoading = this.status === 'loading';
    const isRunning = this.#mount && this.status !== 'failed';
    if (this.hasUpdated && (isRunning ? mustRestart(this, changed, isLoading) : this.#mayRetry(changed)))
      void this.reload();
  }

  protected override updated(): void {
    this.#relabel?.();
  }

  /** Whether a changed property may fix the failure. Frameworks set new objects at each render: these get one try. */
  #mayRetry(changed: PropertyValues<this>): boolean {
    if (this.status !== 'failed') return false;
    const help = changedForRetry(this, changed);
    if (help !== 'value' && (this.#isRetried || !help)) return false;
    this.#isRetried = help === 'object';
    return true;
  }

  protected override render(): TemplateResult {
    return html`
      <p class="status" role="status" tabindex="-1">
        ${
          this.status === 'loading'
            ? html`<span part="loading" class="hint">${this.text.term('widget.loading')}</span>`
            : nothing
        }
      </p>
      ${this.failure ? html`<slot name="error">${this.#renderFailure(this.failure)}</slot>` : nothing}
      <slot></slot>
    `;
  }

  #renderFailure(failure: LendingError): TemplateResult {
    return widgetFailure(this.text, failure, this.#mustReload, () => {
      this.#focusStatus();
      this.#isRetried = false;
      void this.reload();
    });
  }

  /** The panel disappears, and must not take the focus with it. */
  #focusStatus(): void {
    this.renderRoot.querySelector<HTMLElement>('[role="status"]')!.focus({ preventScroll: true });
  }

  async #start(): Promise<void> {
    const mount = (this.#mount = new AbortController());
    this.#startRoot = this.getRootNode();
    // The first update waits for the language, and takes over the properties that were set before the class was defined.
    await this.updateComplete;
    if (!SOURCES.some((name) => this[name])) await pageScripts();
    if (mount.signal.aborted) return;
    this.status = 'loading';
    this.failure = undefined;
    this.dispatchEvent(new LendingLoadingEvent());
    try {
      await this.#run(mount.signal);
      if (mount.signal.aborted) return;
      this.status = 'ready';
      if (this.failure && (this.renderRoot as ShadowRoot).activeElement) this.#focusStatus();
      this.failure = undefined;
      this.#isRetried = false;
      this.dispatchEvent(new LendingReadyEvent());
    } catch (error) {
      if (!mount.signal.aborted) await this.#fail(error);
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const adapter = this.adapter ?? createAdapter({ endpoint: this.endpoint });
    const template = this.querySelector<HTMLTemplateElement>(':scope > template');
    const own = await this.#checkPageSettings(template);
    const config = this.widget ?? (this.handOff ? {} : await this.#fetchWidget(adapter, signal));
    if (!config && !template) throw (await loadWidgetErrors()).notConfigured();
    signal.throwIfAborted();
    const { text, timeout, accessToken, handOff } = this;
    const tokens = (this.#tokens = new Tokens(() => this.#freshToken(adapter, signal)));
    // An adapter of the page's own may answer anything: unknown values mean the stricter mode.
    const isIsolated = [this.isolation, config?.isolation].some((one) => one && one !== 'page');
    const stop = await mountWidget({
      host: this,
      config,
      template,
      handOff: own?.warnIfTokenUnused(this, template, config) ?? handOff,
      timeout: timeout ?? undefined,
      accessToken: accessToken && tokens.remember(accessToken),
      getToken: () => tokens.next(),
      isIsolated,
      signal,
      early: (error) => void this.#fail(error, true),
      lost: (error) => void this.#fail(error),
      frame: {
        labels: () => ({ title: text.term('widget.heading'), close: text.term('widget.close') }),
        lang: text.requestedLanguage(),
        mayCover: () => (this.dialogs ?? config?.dialogs ?? 'cover') === 'cover',
        began: (relabel) => (this.#relabel = relabel),
        again: () => void this.reload(),
      },
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  }

  /** Checks the properties that the page has set. Those that a journey passes on were checked by its backend. */
  async #checkPageSettings(template: HTMLTemplateElement | null) {
    const { host } = this.getRootNode() as Partial<ShadowRoot>;
    const isSet = template ?? this.settings ?? PAGE_ONLY.find((name) => (this[name] ?? undefined) !== undefined);
    if (!isSet || host instanceof LendingElement) return undefined;
    const checks = await ownSettings();
    checks.checkProperties(this, template, defaultSettings);
    return checks;
  }

  async #fetchWidget(adapter: ServerAdapter, signal: AbortSignal): Promise<WidgetSettings | undefined> {
    const session = await adapter.session({ signal });
    this.#sessionSettings = session.settings;
    return session.widget;
  }

  async #freshToken(adapter: ServerAdapter, signal: AbortSignal): Promise<string> {
    this.dispatchEvent(new LendingTokenRequestEvent());
    const { getToken, timeout } = this;
    if (getToken) return (await ownToken()).askForToken(() => getToken(), timeout);
    const { access_token: token } = await adapter.authenticate({ signal });
    return typeof token === 'string' ? token : (await ownToken()).checkToken(token, 'authenticate()');
  }

  #stop(): void {
    this.#mount?.abort();
    this.#mount = undefined;
    this.#relabel = undefined;
  }

  /** `isEarly`: the widget may still start, so its place stays. */
  async #fail(error: unknown, isEarly = false): Promise<void> {
    const tokens = this.#tokens;
    const mount = this.#mount;
    if (!isEarly) this.#stop();
    // It was told before, and the widget has not started since.
    if (!isEarly && this.#told === mount && this.status === 'failed') return;
    if (isEarly) this.#told = mount;
    await loadFailureHelp();
    // The widget may have been started again meanwhile, or it may be visible.
    if (this.#mount !== (isEarly ? mount : undefined) || (isEarly && this.status === 'ready')) return;
    this.status = 'failed';
    const failure =
      error instanceof LendingError
        ? error
        : new LendingError('widget-failed', 'The widget failed with an unexpected error.', { cause: error });
    // If a script fails twice, only a reload of the page can load it.
    const isSame = failure.code === 'script-failed' && failure.message === this.#lastMessage;
    this.#mustReload = isSame || failure.code === 'script-runs-once';
    this.#lastMessage = failure.message;
    this.failure = failure;
    reportFailure(this, 'widget', failure, (text) => tokens?.redact(text) ?? text);
    await this.updateComplete;
    // Screen readers read the alert in any case. The focus stays with an applicant who is busy elsewhere on the page.
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    if (document.activeElement === document.body || this.contains(activeElement))
      this.renderRoot.querySelector<HTMLElement>('#failure')?.focus({ preventScroll: true });
  }
}

const ownSettings = () => loadPart(import('../../loader/check-properties.js'));
const ownToken = () => loadPart(import('../../loader/token/ask-for-token.js'));

declare global {
  interface HTMLElementTagNameMap {
    'lending-widget': LendingWidgetElement;
  }
}
