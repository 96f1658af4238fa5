import { html, nothing, type TemplateResult } from 'lit';
import { LendingError, needsReload, type LendingErrorCode } from '../../errors.js';
import { withTimeLimit } from '../../time-limit.js';
import type { RemoveSecrets } from '../../developer/explain-failures.js';
import type { LendingElement } from '../element.js';
import { LendingErrorEvent } from '../events.js';
import { panel } from '../panel.js';
import type { StepName } from '../step/steps.js';
import { supportLine } from '../support.js';
import { renderAll, type TextController } from '../text/text.js';
import type { FindSentence } from './explain-to-applicant.js';

/**
 * Renders a failure, its remedy and the contact. `look`: `main` if its button is the next action of the screen, `calm` if nothing is
 * broken. `isAlert`: the focus stays where it is. An alert that also gets the focus would be read twice.
 */
export const failurePanel = (
  text: TextController,
  heading: string,
  sentences: readonly (string | TemplateResult)[],
  retry?: string,
  onRetry?: (event: Event) => void,
  look?: string,
  isAlert?: boolean,
): TemplateResult =>
  panel(
    'failure',
    heading,
    [
      sentences.map((sentence) => html`<p>${sentence}</p>`),
      supportLine(text),
      retry ? html`<button part="retry" type="button" @click=${onRetry}>${retry}</button>` : nothing,
    ],
    look,
    isAlert && 'alert',
  );

let help: typeof import('./explain-to-applicant.js') | undefined;

/**
 * Loads the sentences about failures, once: elements that ask for them after each update would never be at rest. Waits at most a second: without them
 * the panel explains less.
 */
export const loadFailureHelp = async (): Promise<unknown> =>
  help ??
  withTimeLimit(
    import('./explain-to-applicant.js').then(
      (module) => ((help = module), renderAll()),
      () => {},
    ),
    { limit: 1000 },
  );

/** The action that must come first, once the sentences about it have loaded. */
export const prerequisiteHelp = (host: LendingElement, code: LendingErrorCode) => help?.prerequisite(host, code);

export const toLendingError = (error: unknown): LendingError =>
  error instanceof LendingError
    ? error
    : new LendingError('handler-failed', 'The call failed with an unexpected error.', { cause: error });

/**
 * Reports a failure to the page with an event, and to the developer in the console. `clean` removes secrets from messages of other
 * code.
 */
export function reportFailure(host: LendingElement, step: StepName, error: LendingError, clean?: RemoveSecrets): void {
  help?.stopControls(host, error);
  host.dispatchEvent(new LendingErrorEvent(step, error));
  import('../../developer/explain-failures.js')
    .then(({ explain }) => explain(host, error, clean))
    .catch(() => host.diagnostics === 'off' || console.error(error.message, error.remedy ?? ''));
}

/** Remembers the last failure, and renders it with a button. */
export class Failures {
  #last: LendingError | undefined;
  #mustReload = false;
  #isAlert = false;

  /**
   * Remembers a failure. If a part of this library fails to load twice, or the backend was updated, only a reload of the page can load it. `isAlert`:
   * its panel does not get the focus, because the applicant may be busy elsewhere on the page.
   */
  add(error: unknown, isAlert = false): LendingError {
    const failure = toLendingError(error);
    const isSame = failure.message === this.#last?.message;
    this.#isAlert = isAlert;
    this.#mustReload = failure.code === 'script-outdated' || (failure.code === 'script-failed' && isSame);
    return (this.#last = failure);
  }

  /**
   * `again` is undefined if another button tries again. `isNotCorrectable`: the backend rejected a field that the form does not ask for;
   * `undefined` if the screen has no form.
   */
  render(
    text: TextController,
    failure: LendingError,
    again: ((event: Event) => void) | undefined,
    own: FindSentence,
    isNotCorrectable?: boolean,
  ) {
    const { code } = failure;
    const plain = {
      lines: [own(code) ?? text.failure(code), own('kept') ?? text.term('failure.kept')],
      button: text.term('try-again'),
    };
    const mustReload = this.#mustReload || needsReload(failure) || code === 'adapter-blocked';
    const { lines, button } = help?.failureSentences(text, failure, own, !!isNotCorrectable) ?? plain;
    return failurePanel(
      text,
      own(`failed.${code}`) ?? own('failed') ?? text.term('failure.heading'),
      lines,
      button && mustReload ? text.term('reload') : (again && button) || undefined,
      mustReload ? () => location.reload() : again,
      help?.lookOf(code, isNotCorrectable),
      this.#isAlert,
    );
  }
}
