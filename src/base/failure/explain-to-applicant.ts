// Explains failures of the backend or the service to the applicant. It loads when one happens.
import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { needsReload, type LendingError, type LendingErrorCode } from '../../errors.js';
import { failureText } from '../text/locales/en-failure.js';
import { addStyles } from '../look/add-styles.js';
import { supportLine } from '../support.js';
import type { TextController } from '../text/text.js';

/** Finds a sentence of the step by its key, if the step has one. */
export type FindSentence = (what: string) => string | undefined;

/** Failures that the applicant cannot fix. Support can, and needs the reference number of the request. */
const HELP =
  /^(outcome|config|upstream-(denied|redirect|rejected)|adapter-unexpected|handler-(failed|invalid|forbidden|other-company|not-found|method|unsupported))/;
/** The service received the request, but its response is missing. */
const OUTCOME_UNCLEAR = /^upstream-(timeout|unreachable|unexpected)/;

/** The number that the applicant gives to support: the start of the id under which the handler has logged the request. */
export const referenceNumber = ({ requestId }: Partial<LendingError>): string | undefined => requestId?.slice(0, 8);

export const needsHelp = ({ code }: Pick<LendingError, 'code'>): boolean => HELP.test(code);

/** Returns the sentences about a failure, and the label of its button; a false label if a button cannot help. */
export function failureSentences(
  shared: TextController,
  failure: LendingError,
  own: FindSentence,
  isNotCorrectable: boolean,
) {
  const text = failureText(shared);
  const { code, retryAfter, canCheck } = failure;
  const isUnknown = code === 'outcome-unknown';
  const sentence = isNotCorrectable
    ? text.term('failure.not-asked')
    : (own(code) ?? (OUTCOME_UNCLEAR.test(code) ? own('unsure') : undefined) ?? text.failure(code, retryAfter));
  const check = isUnknown && (canCheck ? text.term('failure.check', retryAfter) : text.term('failure.no-check'));
  const mayNeedHelp = isNotCorrectable || needsHelp(failure);
  const reference = mayNeedHelp && referenceNumber(failure);
  const lines = [
    sentence,
    check,
    // After a reload, the answers may belong to somebody else.
    needsReload(failure) ? '' : (own('kept') ?? shared.term('failure.kept')),
    mayNeedHelp && supportLine(text) === nothing && text.term('failure.contact'),
    reference && text.term('failure.reference', reference),
  ];
  return {
    lines: lines.filter((line): line is string => !!line),
    button: isUnknown ? canCheck && text.term('check-again') : !isNotCorrectable && shared.term('try-again'),
  };
}

/** The look of the panel: `main` if its button is the next action of the screen, `calm` if nothing is broken. */
export const lookOf = (code: LendingErrorCode, isNotCorrectable: boolean | undefined): string =>
  `${isNotCorrectable === undefined || code === 'outcome-unknown' || needsReload({ code }) ? 'main' : ''} ${code === 'handler-signed-out' ? 'calm' : ''}`;

const stoppedStyles = css`
  button:disabled {
    display: none !important;
  }
`;

/** After a failure that needs a reload, no control of the element works, except the button of the failure, while `isOver`. */
export function stopControls(
  host: LitElement & { failure?: unknown },
  over: LendingError,
  isOver = () => host.failure === over,
): void {
  if (!needsReload(over)) return;
  addStyles(host, stoppedStyles);
  const stop = (event: Event) => {
    if (!isOver()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  host.renderRoot.addEventListener('submit', stop, true);
  host.addController({
    hostUpdated() {
      if (!isOver()) return;
      for (const control of host.renderRoot.querySelectorAll<HTMLButtonElement>('button, input, select, textarea'))
        control.disabled = !control.closest('#failure');
    },
  });
}

/** The slots that explain how to sign in or to apply first. */
const PREREQUISITE_SLOTS: Partial<Record<LendingErrorCode, string>> = {
  'handler-signed-out': 'sign-in',
  'handler-not-created': 'apply',
};

/** A link or a button of the page looks like the primary button. The page's own style of links must not change its colours. */
const actionStyles = css`
  .first::slotted(:is(a, button)) {
    display: inline-block;
    box-sizing: border-box;
    min-height: var(--_size-control);
    padding: var(--_space-row) var(--_space-field);
    border: 1.5px solid var(--_accent);
    border-radius: var(--_radius);
    background: var(--_fill) !important;
    color: var(--_on-accent) !important;
    font: inherit;
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
`;

/**
 * Renders a slot for an action that must come first, with a sentence if the page has none. `hasAction`: the page has put a link or a button
 * there, so that the button which tries again is not the primary one. In a journey, the slot of the widget holds that of the journey.
 */
export function actionSlot(host: LitElement, name: string, sentence: unknown) {
  addStyles(host, actionStyles);
  const child = host.querySelector(`:scope > [slot="${name}"]`);
  const [shown] = child instanceof HTMLSlotElement ? child.assignedElements() : [child];
  const slot = html`<slot name=${name} class="first" @slotchange=${() => host.requestUpdate()}>${sentence}</slot>`;
  return { slot, hasAction: !!shown?.matches('a, button') };
}

/**
 * Returns a heading, a line and the look of a panel about the action that must come first: to sign in, to apply, or to load the page again.
 * `undefined` for other failures.
 */
export function prerequisite(
  host: LitElement & { readonly text: TextController },
  code: LendingErrorCode,
): { heading?: string | undefined; line: TemplateResult | string; look: string; isReload?: true } | undefined {
  const { text } = host;
  if (needsReload({ code })) return { line: text.failure(code), look: 'main calm', isReload: true };
  const name = PREREQUISITE_SLOTS[code];
  if (!name) return undefined;
  const { slot: line, hasAction } = actionSlot(host, name, text.maybe(`widget.${code}`));
  return { heading: text.maybe(`widget.failed.${code}`), line, look: hasAction ? 'calm' : 'main calm' };
}
