import { property } from 'lit/decorators.js';
import { createAdapter, type ServerAdapter } from '../../adapter/adapter.js';
import { LendingElement } from '../../base/element.js';
import { LendingTokenRequestEvent } from '../../base/later-events.js';
import { enLater, type LaterText } from '../../base/text/locales/en-later.js';
import { addSentences } from '../../base/text/text.js';
import { loadPart } from '../../errors.js';
import { mountWidget } from '../../loader/mount-widget.js';
import { loadWidgetErrors } from '../../loader/run-widget.js';
import { Tokens } from '../../loader/token/tokens.js';
import type { HandOffFunction } from '../../loader/types.js';
import { defaultSettings } from '../../schema/default-settings.js';
import type { WidgetSettings } from '../../schema/calls/session.js';
import type { Settings } from '../../schema/settings.js';

addSentences(enLater);

/** Properties that start the widget again when they change. */
export const RESTARTING = ['accessToken', 'widget', 'handOff', 'isolation'] as const;
/** Properties that start the widget again if they are set after the first start. */
export const TOKEN_SOURCES = ['endpoint', 'adapter', 'getToken'] as const;
/** With one of these, the widget can start. Without them, the page's scripts may still set one. */
export const SOURCES = [...TOKEN_SOURCES, 'widget', 'handOff', 'accessToken'] as const;
/** Properties that may fix a failure when they change. */
export const RETRYING = [...RESTARTING, ...TOKEN_SOURCES, 'timeoutMs'] as const;
/** Properties that only a page sets, never a journey. */
const PAGE_ONLY = [...RESTARTING, 'dialogs', 'getToken', 'timeoutMs'] as const;

/** The properties of `<lending-widget>`, and the start of a widget with them. */
export abstract class LendingWidgetStart extends LendingElement {
  declare readonly text: LaterText;

  /** The path at which the partner's backend has mounted the handler. Default: `/api/lending`. */
  @property() endpoint: string | undefined;
  /** The adapter that calls the backend. Default: an adapter for `endpoint`. */
  @property({ attribute: false }) adapter: ServerAdapter | undefined;
  /** The widget's script, and how to start it. Code or the backend can set it, HTML cannot. Default: the session's. */
  @property({ attribute: false }) widget: WidgetSettings | undefined;
  /** The settings of the partner's backend. Default: the session's. */
  @property({ attribute: false }) settings: Settings | undefined;
  /**
   * Gets an access token each time that one is needed: a string without white space. If it throws, or returns anything else, the widget fails with
   * `widget-no-token`. Default: the backend's `authenticate`.
   */
  @property({ attribute: false }) getToken: (() => Promise<string>) | undefined;
  /** An access token for the first start. A new one starts the widget again. Default: none; the element gets one. */
  @property({ attribute: false }) accessToken: string | undefined;
  /** Passes the token to the widget, if no settings can describe it. Default: as the settings say. */
  @property({ attribute: false }) handOff: HandOffFunction | undefined;
  /**
   * Where the service's script runs: in this page, or in a document with an opaque origin. The stricter of this and the backend's `widget.isolation`
   * applies. Default: the backend's.
   */
  @property() isolation: 'page' | 'frame' | undefined;
  /** As `dialogs` of the widget's settings. Default: the backend's `widget.dialogs`, else `cover`. */
  @property() dialogs: 'cover' | 'inline' | undefined;
  /**
   * Time limit for loading and starting the widget, in milliseconds, from when it has its token; `getToken` has the same limit. At least 100.
   * Default: 15 seconds.
   */
  @property({ type: Number, attribute: 'timeout-ms' }) timeoutMs: number | undefined;

  protected tokens: Tokens | undefined;
  /** Updates the labels of the frame, if there is one. */
  protected relabel: (() => void) | undefined;
  /** Whether the frame has reloaded its document since the applicant last tried again. A frame that reloads a second time is lost. */
  protected hasReloaded = false;
  #sessionSettings: Settings | undefined;

  /** Stops the widget, and starts it again with a new token. */
  abstract reload(): Promise<void>;
  /** Shows a failure. `isEarly`: the widget may still start, so its place stays. */
  protected abstract fail(error: unknown, isEarly?: boolean): Promise<void>;

  protected override currentSettings(): Settings {
    return this.settings ?? this.#sessionSettings ?? super.currentSettings();
  }

  /** Starts the widget. */
  protected async run(signal: AbortSignal): Promise<void> {
    const { endpoint, namedBusiness: business } = this;
    const adapter = this.adapter ?? createAdapter({ endpoint, business });
    adapter.watchEnd?.((over) => void this.fail(over), signal);
    const template = this.querySelector<HTMLTemplateElement>(':scope > template');
    const own = await this.#checkPageSettings(template);
    const config = this.widget ?? (this.handOff ? {} : await this.#fetchWidget(adapter, template, signal));
    signal.throwIfAborted();
    const { text, timeoutMs, accessToken, handOff } = this;
    const tokens = (this.tokens = new Tokens(() => this.#freshToken(adapter, signal)));
    // The page's own adapter may return anything, so unknown values mean the stricter mode.
    const isIsolated = [this.isolation, config?.isolation].some((one) => one && one !== 'page');
    await mountWidget({
      host: this,
      config,
      template,
      handOff: own?.warnIfTokenUnused(this, template, config) ?? handOff,
      timeoutMs: timeoutMs ?? undefined,
      accessToken: accessToken && tokens.remember(accessToken),
      getToken: () => tokens.next(),
      isIsolated,
      signal,
      early: (error) => void this.fail(error, true),
      lost: (error) => void this.fail(error),
      labels: () => ({ title: text.term('widget.heading'), close: text.term('widget.close') }),
      lang: text.requestedLanguage(),
      mayCover: () => (this.dialogs ?? config?.dialogs ?? 'cover') === 'cover',
      began: (relabel) => (this.relabel = relabel),
      again: this.hasReloaded
        ? undefined
        : () => {
            this.hasReloaded = true;
            void this.reload();
          },
    });
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

  async #fetchWidget(
    adapter: ServerAdapter,
    template: HTMLTemplateElement | null,
    signal: AbortSignal,
  ): Promise<WidgetSettings | undefined> {
    try {
      const session = await adapter.session({ signal });
      this.#sessionSettings = session.settings;
      if (session.widget || template) return session.widget;
      throw (await loadWidgetErrors()).notConfigured();
    } catch (error) {
      // If the page has set the widget in its HTML, the problem is in the page and not in the backend.
      const isInHtml = this.matches('[widget], [embed-code]') || this.querySelector('script');
      throw (isInHtml && (await ownSettings()).misplacedCode(this)) || error;
    }
  }

  async #freshToken(adapter: ServerAdapter, signal: AbortSignal): Promise<string> {
    this.dispatchEvent(new LendingTokenRequestEvent());
    const { getToken, timeoutMs } = this;
    if (getToken) return (await ownToken()).askForToken(() => getToken(), timeoutMs);
    const { access_token: token } = await adapter.authenticate({ signal });
    return typeof token === 'string' ? token : (await ownToken()).checkToken(token, 'authenticate()');
  }
}

const ownSettings = () => loadPart(import('../../developer/widget.js'));
const ownToken = () => loadPart(import('../../loader/token/ask-for-token.js'));
