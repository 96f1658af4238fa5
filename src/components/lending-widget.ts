import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from '../base/reactive.js';
import { createAdapter, type ServerAdapter } from '../adapter.js';
import { LendingElement } from '../base/element.js';
import { LendingLoadingEvent, LendingReadyEvent, LendingTokenRequestEvent } from '../base/events.js';
import { enLater } from '../base/locales/en-later.js';
import { failurePanel, failureWords, firstHelp, tellFailure } from '../base/failure.js';
import { controls, tokens } from '../base/styles.js';
import { LendingError, part } from '../errors.js';
import { mountWidget } from '../loader/mount-widget.js';
import { reasonsPart, type HandOffFunction } from '../loader/run-widget.js';
import { Tokens } from '../loader/tokens.js';
import type { Settings, WidgetSettings } from '../schema/session.js';
import { defaultSettings } from '../schema/settings.js';

/** What starts a widget again when another one is set, and what does after it has failed. */
const SETTINGS = ['accessToken', 'widget', 'handOff', 'isolation'] as const;
/** What a start may be waiting for in vain, where it is set after the element. */
const SOURCES = ['endpoint', 'adapter', 'getToken'] as const;
const ALL = [...SETTINGS, ...SOURCES, 'timeout'] as const;
/** What only a page sets. */
const OWN = [...SETTINGS, 'getToken', 'timeout'] as const;
/**
 * Hosts the service's own widget: runs its embed code or loads its script, asks the backend for a fresh token, and hands
 * the token over (specification, "Widget" and endpoint 5). The widget lives in a child of this element, where its script
 * can find it. The token is kept in memory, and is in no attribute, address or event of this library's.
 *
 * @tag lending-widget
 * @slot - Holds the service's widget; it fills this slot itself. A `<template>` here is taken for embed code, with
 * `{access_token}` where the token goes; its external scripts come from origins that the backend or code allows.
 * @slot error - Shown instead of the built-in message when the widget cannot be shown.
 * @slot sign-in - Shown where nobody is signed in, instead of how to sign in: a link or a button of the page's.
 * @slot apply - Shown where the user has no application, instead of the sentence about it: a link to where they apply.
 * @event {LendingLoadingEvent} lending-loading - The script and the token are being fetched.
 * @event {LendingTokenRequestEvent} lending-token-request - A token is asked for.
 * @event {LendingReadyEvent} lending-ready - The widget has started, and can be seen.
 * @event {LendingErrorEvent} lending-error - The widget could not be shown, or shows nothing any more.
 * @csspart loading - What is shown while the widget loads.
 * @csspart summary - The panel that says what failed.
 * @csspart retry - The button that tries again.
 * @csspart support - The line that says whom to ask for help, where the settings do.
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
        border-radius: var(--_radius);
      }
      :host(:state(failed)) {
        min-height: 0;
      }
      :host(:state(loading)) [part='loading'] {
        padding: 1em 1.25em;
      }
      .first > .panel {
        border-color: var(--_line);
        background: var(--_tint);
      }
      ::slotted(a) {
        display: inline-block;
        padding-block: 0.75em;
        color: var(--_accent);
        font-weight: 600;
      }
    `,
  ];

  /** Where the partner's backend has mounted the handler; a path of this site. Default: `/api/lending`. */
  @property() endpoint: string | undefined;
  /** The backend. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /** Which script to load, and how to start it. Set by code or by the backend, never by HTML. Default: the session's. */
  @property({ attribute: false }) widget: WidgetSettings | undefined;
  /** What the backend decides: messages name the partner by it. Default: the session's, where the element asks for one. */
  @property({ attribute: false }) settings: Settings | undefined;
  /**
   * Gets a token, each time that one is needed: a string without white space, within `timeout`. Where it throws, or answers
   * with something else, the widget fails with `widget-no-token`. Default: the backend's.
   */
  @property({ attribute: false }) getToken: (() => Promise<string>) | undefined;
  /** A token to start with, instead of asking for one. Another one starts the widget again. */
  @property({ attribute: false }) accessToken: string | undefined;
  /** Hands the token over, where no settings can say how. */
  @property({ attribute: false }) handOff: HandOffFunction | undefined;
  /**
   * `frame` runs the service's script in a document with an opaque origin, where it reaches neither this page nor its cookies;
   * `page` runs it in this page; any other word is refused. The stricter of this and the backend's `widget.isolation` holds.
   * Default: the backend's.
   */
  @property() isolation: 'page' | 'frame' | undefined;
  /**
   * Milliseconds until the widget must have loaded and started, from when it has its token; `getToken` has as long before.
   * More than 0. Default: 15 seconds.
   */
  @property({ type: Number }) timeout: number | undefined;

  protected override decided(): Settings {
    return this.settings ?? this.#decided ?? super.decided();
  }

  @state() private status = 'loading';
  @state() private failure: LendingError | undefined;
  /** What failed last, and whether only the page can try again. */
  #message: string | undefined;
  #mustReload = false;
  @query('#failure') private panel!: HTMLElement | null;
  @query('[role="status"]') private notice!: HTMLElement;
  #mount: AbortController | undefined;
  #tokens: Tokens | undefined;
  /** What the backend has decided, where it was asked. */
  #decided: Settings | undefined;
  /** Where it was when it started. */
  #root: Node | undefined;
  #isInFrame = false;
  /** Whether another object that was set has started it again since it failed. */
  #isRetried = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#mount) void this.#start();
    // A frame that is moved loses its document, and the widget in it; and the place of one in the page is in its root.
    else if (this.#isInFrame || this.getRootNode() !== this.#root) void this.reload();
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
    if (changed.has('status' as never)) this.showState(this.status);
    // What is set before the first start comes with it.
    if (this.hasUpdated && (this.#mount ? this.#mustRestart(changed) : this.#mayRetry(changed))) void this.reload();
  }

  /** Whether what runs, or is on its way, is not what is wanted any more. A source that is set late was not known before. */
  #mustRestart(changed: PropertyValues<this>): boolean {
    const isLate = (name: (typeof SOURCES)[number]) => changed.has(name) && !changed.get(name) && !!this[name];
    return SETTINGS.some((name) => changed.has(name)) || (this.status === 'loading' && SOURCES.some(isLate));
  }

  /** Whether what was set after a failure may mend it. Frameworks set new objects at each event: they have one try. */
  #mayRetry(changed: PropertyValues<this>): boolean {
    if (this.status !== 'failed') return false;
    const names = ALL.filter((name) => changed.has(name));
    const isNew = names.some((name) => Object(this[name]) !== this[name]);
    if (!isNew && (this.#isRetried || !names.length)) return false;
    this.#isRetried = !isNew;
    return true;
  }

  protected override render(): TemplateResult {
    return html`
      <p part="loading" class="hint" role="status" tabindex="-1">
        ${this.status === 'loading' ? this.text.term('widget.loading') : nothing}
      </p>
      ${this.failure ? html`<slot name="error">${this.#renderFailure(this.failure)}</slot>` : nothing}
      <slot></slot>
    `;
  }

  #renderFailure(failure: LendingError): TemplateResult {
    const again = () => {
      // The panel goes, and must not take the focus with it.
      this.notice.focus({ preventScroll: true });
      this.#isRetried = false;
      void this.reload();
    };
    const { text } = this;
    const { code, retryAfter } = failure;
    // Nothing is broken where the applicant has to do something first.
    const first = firstHelp(text, code);
    const panel = failurePanel(
      text,
      first?.heading ?? text.term('widget.failed.heading'),
      first ? [first.line] : [text.failure(code, retryAfter), text.term('widget.failed')],
      text.term(this.#mustReload ? 'reload' : 'try-again'),
      this.#mustReload ? () => location.reload() : again,
    );
    return first ? html`<div class="first">${panel}</div>` : panel;
  }

  async #start(): Promise<void> {
    const mount = (this.#mount = new AbortController());
    this.#root = this.getRootNode();
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
      this.#isRetried = false;
      this.dispatchEvent(new LendingReadyEvent());
    } catch (error) {
      if (!mount.signal.aborted) await this.#fail(error);
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const adapter = this.adapter ?? createAdapter({ endpoint: this.endpoint });
    const template = this.querySelector<HTMLTemplateElement>(':scope > template');
    const own = await this.#check(template);
    const config = this.widget ?? (this.handOff ? {} : await this.#ask(adapter, signal));
    if (!config && !template) throw (await reasonsPart()).notConfigured();
    signal.throwIfAborted();
    const { text, timeout, accessToken, handOff } = this;
    const tokens = (this.#tokens = new Tokens(() => this.#freshToken(adapter, signal)));
    // Nobody has checked what an adapter of the page's answers: the stricter one is meant, if any.
    const isIsolated = [this.isolation, config?.isolation].some((one) => one && one !== 'page');
    const stop = await mountWidget({
      host: this,
      config,
      template,
      handOff: own?.watchToken(this, template, config) ?? handOff,
      timeout: timeout ?? undefined,
      accessToken: accessToken && tokens.note(accessToken),
      getToken: () => tokens.next(),
      isIsolated,
      signal,
      lost: (error) => void this.#fail(error),
      frame: {
        title: text.term('widget.heading'),
        lang: text.lang(),
        began: () => (this.#isInFrame = true),
        again: () => void this.reload(),
      },
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  }

  /** Checks what the page has set. What a journey hands on its backend has checked. */
  async #check(template: HTMLTemplateElement | null) {
    const { host } = this.getRootNode() as Partial<ShadowRoot>;
    const isSet = template ?? this.settings ?? OWN.find((name) => (this[name] ?? undefined) !== undefined);
    if (!isSet || host instanceof LendingElement) return undefined;
    const checks = await ownSettings();
    checks.checkOwnSettings(this, template, defaultSettings);
    return checks;
  }

  async #ask(adapter: ServerAdapter, signal: AbortSignal): Promise<WidgetSettings | undefined> {
    const session = await adapter.session({ signal });
    this.#decided = session.settings;
    return session.widget;
  }

  async #freshToken(adapter: ServerAdapter, signal: AbortSignal): Promise<string> {
    this.dispatchEvent(new LendingTokenRequestEvent());
    const { getToken, timeout } = this;
    if (getToken) return (await ownToken()).askForToken(() => getToken(), timeout);
    const { access_token: token } = await adapter.authenticate({ signal });
    return typeof token === 'string' ? token : (await ownToken()).readToken(token, 'authenticate()');
  }

  #stop(): void {
    this.#mount?.abort();
    this.#mount = undefined;
    this.#isInFrame = false;
  }

  async #fail(error: unknown): Promise<void> {
    const tokens = this.#tokens;
    this.#stop();
    await failureWords();
    // It may have been started again meanwhile.
    if (this.#mount) return;
    this.status = 'failed';
    const failure =
      error instanceof LendingError ? error : new LendingError('widget-failed', 'It failed.', { cause: error });
    // What did not come at the second try either, only a page that is loaded again may have.
    const isSame = failure.code === 'script-failed' && failure.message === this.#message;
    this.#mustReload = isSame || failure.code === 'script-runs-once';
    this.#message = failure.message;
    this.failure = failure;
    tellFailure(this, 'widget', failure, (text) => tokens?.outOf(text) ?? text);
    await this.updateComplete;
    // The alert is read in any case: who is busy elsewhere on the page is not torn away.
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    if (document.activeElement === document.body || this.contains(activeElement))
      this.panel?.focus({ preventScroll: true });
  }
}

const ownSettings = () => part(import('../loader/own-settings.js'));
const ownToken = () => part(import('../loader/own-token.js'));

declare global {
  interface HTMLElementTagNameMap {
    'lending-widget': LendingWidgetElement;
  }
}
