import { html, nothing, type TemplateResult } from 'lit';
import { LendingError, type LendingErrorCode } from '../errors.js';
import type { LendingElement } from './element.js';
import { LendingErrorEvent } from './events.js';
import type { StepName } from './journey.js';
import { supportLine } from './support.js';
import { renderAll, type TextController } from './text.js';

/** The sentence of a step's own for something, where it has one. */
export type Own = (what: string) => string | undefined;

/** Says what failed, what can be done, and whom to ask. The alert is inside the panel that gets the focus: some screen readers lose it otherwise. */
export const failurePanel = (
  text: TextController,
  heading: string,
  sentences: readonly (string | TemplateResult)[],
  retry?: string,
  onRetry?: (event: Event) => void,
): TemplateResult =>
  html`<div part="summary" class="panel" id="failure" tabindex="-1">
    <div role="alert">
      <h3>${heading}</h3>
      ${sentences.map((sentence) => html`<p>${sentence}</p>`)} ${supportLine(text)}
      ${retry ? html`<button part="retry" type="button" @click=${onRetry}>${retry}</button>` : nothing}
    </div>
  </div>`;

let help: typeof import('./failure-help.js') | undefined;

/** Loads what is said of failures. Where that fails too, less is said, and for now where it takes a second. */
export const failureWords = (): Promise<unknown> =>
  Promise.race([
    import('./failure-help.js').then(
      (module) => ((help = module), renderAll()),
      () => {},
    ),
    new Promise((resolve) => setTimeout(resolve, 1000)),
  ]);

/** What the applicant has to do before there are offers, where that has loaded. */
export const firstHelp = (text: TextController, code: LendingErrorCode) => help?.describeFirst(text, code);

/** What was thrown, as our own error. */
export const failureOf = (error: unknown): LendingError =>
  error instanceof LendingError ? error : new LendingError('handler-failed', 'The call failed.', { cause: error });

/** Removes secrets from a text. */
export type Clean = (text: string) => string | Promise<string>;

/** Tells the page what failed, by an event, and the developer, in the console. `clean` is for the words of others. */
export function tellFailure(host: LendingElement, step: StepName, error: LendingError, clean?: Clean): void {
  host.dispatchEvent(new LendingErrorEvent(step, error));
  import('./developer.js')
    .then(({ explain }) => explain(host, error, clean))
    .catch(() => host.diagnostics === 'off' || console.error(error.message));
}

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

  /** `isOurs` where the backend refuses what the form does not ask for. */
  render(text: TextController, failure: LendingError, again: (event: Event) => void, own: Own, isOurs = false) {
    const { code } = failure;
    const plain = { lines: [own(code) ?? text.failure(code), text.term('failure.kept')], button: 'try-again' } as const;
    const { lines, button } = help?.describe(text, failure, own, isOurs) ?? plain;
    return failurePanel(
      text,
      own(`failed.${code}`) ?? own('failed') ?? text.term('failure.heading'),
      lines,
      button && text.term(this.#mustReload ? 'reload' : button),
      this.#mustReload ? () => location.reload() : again,
    );
  }
}
