import type { TemplateResult } from 'lit';
import { failurePanel, prerequisiteHelp } from '../../base/failure/failure.js';
import type { LaterText } from '../../base/locales/en-later.js';
import type { LendingError } from '../../errors.js';

/** The panel in place of a widget, with a button that tries again, or that loads the page again if only that can help. */
export function widgetFailure(
  text: LaterText,
  { code, retryAfter }: LendingError,
  mustReload: boolean,
  tryAgain: () => void,
): TemplateResult {
  // Nothing is broken if the applicant has to sign in or apply first.
  const first = prerequisiteHelp(text, code);
  return failurePanel(
    text,
    first?.heading ?? text.term('widget.failed.heading'),
    first
      ? [first.line]
      : mustReload
        ? [text.term('widget.reload')]
        : [text.failure(code, retryAfter), text.term('widget.failed')],
    text.term(mustReload ? 'reload' : 'try-again'),
    mustReload ? () => location.reload() : tryAgain,
    first ? 'main calm' : 'main',
  );
}
