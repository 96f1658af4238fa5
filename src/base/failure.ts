import { html, nothing, type TemplateResult } from 'lit';
import { LendingError } from '../errors.js';
import { supportLine } from './support.js';
import { addText, type TextController } from './text.js';

/** Says what failed and offers to try again, with the line about whom to ask. The alert is inside the panel that gets the focus: some screen readers lose it otherwise. */
export const failurePanel = (
  heading: string,
  sentences: readonly string[],
  retry: string,
  onRetry: (event: Event) => void,
  support: unknown = nothing,
): TemplateResult =>
  html`<div part="summary" class="panel" id="failure" tabindex="-1">
    <div role="alert">
      <h3>${heading}</h3>
      ${sentences.map((sentence) => html`<p>${sentence}</p>`)} ${support}
      <button part="retry" type="button" @click=${onRetry}>${retry}</button>
    </div>
  </div>`;

/** Loads what is said of failures. Where that fails too, or takes a second, less is said. */
export const failureWords = (): Promise<unknown> =>
  Promise.race([
    import('./locales/en-failure.js').then(
      ({ enFailure }) => addText(enFailure),
      () => {},
    ),
    new Promise((resolve) => setTimeout(resolve, 1000)),
  ]);

/** What was thrown, as our own error. */
export const failureOf = (error: unknown): LendingError =>
  error instanceof LendingError ? error : new LendingError('handler-failed', 'The call failed.', { cause: error });

export const withoutAdapter = (tag: string) =>
  new LendingError('config-invalid', `<${tag}>: it has no adapter.`, {
    remedy: 'Set its adapter property, or put it into <lending-onboarding>.',
  });

/** What failed last, and what is offered then. */
export class Failures {
  #last: LendingError | undefined;
  #mustReload = false;

  /** Takes note of what failed. Where a part of ours does not come at the second try either, only a page that is loaded anew may have it. */
  take(error: unknown): LendingError {
    const failure = failureOf(error);
    this.#mustReload = failure.code === 'script-failed' && failure.message === this.#last?.message;
    return (this.#last = failure);
  }

  /** `own` is what is said instead of the general heading, and of the sentence that goes with the code. */
  render(
    text: TextController,
    { code }: LendingError,
    again: (event: Event) => void,
    own: { heading?: string | undefined; sentence?: string | undefined } = {},
  ) {
    return failurePanel(
      own.heading ?? text.term('failure.heading'),
      [own.sentence ?? text.failure(code), text.term('failure.kept')],
      text.term(this.#mustReload ? 'reload' : 'try-again'),
      this.#mustReload ? () => location.reload() : again,
      supportLine(text),
    );
  }
}
