// Offers a new application at the end of the journey. It loads if the backend allows one.
import { css, html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../../../base/look/add-styles.js';
import { Failures, loadFailureHelp } from '../../../base/failure/failure.js';
import type { TextController } from '../../../base/text/text.js';
import type { LendingError } from '../../../errors.js';
import type { Journey } from '../journey.js';
import { againText } from './apply-again.sentences.js';

const againStyles = css`
  .again {
    display: grid;
    gap: var(--_space-tight);
    justify-items: start;
    margin-block-start: var(--_space-field);
    padding-block-start: var(--_space-inner);
    border-block-start: 1px solid var(--_line);
  }
`;

/** The button for a new application, and the question that comes before it. */
export class ApplyAgain {
  #stage: 'offer' | 'confirm' | 'sending' = 'offer';
  #failure: LendingError | undefined;
  readonly #failures = new Failures();

  constructor(readonly journey: Journey) {
    addStyles(journey.host, againStyles);
    journey.host.requestUpdate();
  }

  render(shared: TextController): TemplateResult | typeof nothing {
    const { shown, session } = this.journey;
    if (!session?.progress.canApplyAgain || (shown !== 'end' && shown !== 'widget')) return nothing;
    const text = againText(shared);
    if (this.#stage !== 'offer') return this.#renderQuestion(shared);
    return html`<div part="again" class="again">
      <button type="button" id="again" aria-describedby="again-how" @click=${() => this.#show('confirm')}>
        ${text.term('again.apply')}
      </button>
      <p class="hint" id="again-how">${text.term('again.how')}</p>
    </div>`;
  }

  #renderQuestion(shared: TextController): TemplateResult {
    const text = againText(shared);
    const isSending = this.#stage === 'sending';
    const own = { failed: text.term('again.failed'), kept: '' };
    return html`<section part="again" class="again" aria-labelledby="again">
      <h3 id="again" tabindex="-1">${text.term('again.heading')}</h3>
      <p>${text.term('again.confirm')}</p>
      ${
        this.#failure
          ? this.#failures.render(shared, this.#failure, undefined, (key) => own[key as keyof typeof own])
          : nothing
      }
      <div class="actions">
        <button type="button" aria-disabled=${isSending ? 'true' : nothing} @click=${this.#start}>
          ${text.term(isSending ? 'again.sending' : 'again.yes')}
        </button>
        <button type="button" class="plain" ?hidden=${isSending} @click=${() => this.#show('offer')}>
          ${text.term('again.no')}
        </button>
      </div>
    </section>`;
  }

  async #show(stage: 'offer' | 'confirm'): Promise<void> {
    const { host } = this.journey;
    this.#stage = stage;
    if (stage === 'offer') this.#failure = undefined;
    host.requestUpdate();
    await host.updateComplete;
    host.renderRoot.querySelector<HTMLElement>(this.#failure ? '#failure h3' : '#again')?.focus();
  }

  readonly #start = async (): Promise<void> => {
    const { journey } = this;
    const { host } = journey;
    if (this.#stage === 'sending') return;
    this.#stage = 'sending';
    this.#failure = undefined;
    host.requestUpdate();
    try {
      await journey.backend.applyAgain!();
    } catch (error) {
      await loadFailureHelp();
      // The page may show another business by now.
      if (journey.again !== this) return;
      this.#failure = this.#failures.add(error);
      journey.report(this.#failure);
      return this.#show('confirm');
    }
    if (journey.again !== this) return;
    host.draft = {};
    await journey.startAgain();
    await journey.current?.updateComplete;
    await journey.focusShownStep();
  };
}
