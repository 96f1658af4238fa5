import { css, html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../../base/look/add-styles.js';
import { actionSlot } from '../../base/failure/explain-to-applicant.js';
import { toLendingError } from '../../base/failure/failure.js';
import { painted } from '../../base/page-lifecycle.js';
import type { TextController } from '../../base/text/text.js';
import type { LendingErrorCode } from '../../errors.js';
import { signedOutText } from './signed-out.sentences.js';
import type { Journey, SignInPlace } from './journey.js';

const signedOutStyles = css`
  .signed-out,
  .alert {
    display: grid;
    gap: var(--_space-tight);
    justify-items: start;
  }
  .alert h2 {
    margin: 0;
    font-size: var(--_text-title);
  }
`;

/**
 * Shows a panel while nobody is signed in, because answers could not be saved: in place of the first steps, or above a form that somebody
 * is filling in. Requests the session again when the applicant presses the button, and when they come back to the page.
 */
export async function watchSignIn(journey: Journey, signal: AbortSignal, place: SignInPlace = 'form'): Promise<void> {
  const { host } = journey;
  if (journey.renderSignIn || signal.aborted) return;
  if (journey.signInPlace !== 'step') journey.signInPlace = place;
  addStyles(host, signedOutStyles);
  // The form disappears, and must not take the focus with it.
  const takesFocus = host.text.isFocused && !journey.isCreated && journey.signInPlace === 'form';
  let isAsking = false;
  let isPainted = false;
  let words: 'loading' | LendingErrorCode | undefined;
  const show = (now: typeof words) => {
    words = now;
    host.requestUpdate();
  };
  const ask = async (isPress: boolean) => {
    if (isAsking || !journey.renderSignIn) return;
    isAsking = true;
    if (isPress) {
      journey.handover.open();
      show('loading');
    }
    const failure = await journey.loadSession(true).then(() => undefined, toLendingError);
    isAsking = false;
    if (signal.aborted) return;
    show(isPress ? failure?.code : undefined);
    if (failure) return journey.handover.close();
    // The button disappears, and must not take the focus with it.
    if (isPress) await journey.focusShownStep();
    // Repeats the action that failed because nobody was signed in.
    if (journey.failure?.code === 'handler-signed-out') void journey.retry();
  };
  const look = () => document.visibilityState === 'visible' && void ask(false);
  document.addEventListener('visibilitychange', look, { signal });
  for (const type of ['pageshow', 'focus']) addEventListener(type, look, { signal });
  journey.renderSignIn = (shared: TextController): TemplateResult => {
    const text = signedOutText(shared);
    const { slot, hasAction } = actionSlot(host, 'sign-in', html`<p>${text.term('signed-out.how')}</p>`);
    const isAbove = journey.signInPlace === 'above';
    return html`<div part="signed-out" class="offline signed-out">
      <div role=${isPainted && (isAbove || !host.text.isFocused) ? 'alert' : nothing} class="alert">
        <div class="head">
          <h2 tabindex="-1">${text.term(journey.session ? 'signed-out.again-heading' : 'signed-out.heading')}</h2>
        </div>
        ${slot} ${journey.isUntouched ? nothing : html`<p>${text.term('signed-out.kept')}</p>`}
      </div>
      <button
        part="retry"
        type="button"
        class=${hasAction ? 'plain' : isAbove ? '' : 'primary'}
        @click=${() => ask(true)}
      >
        ${text.term('signed-out.again')}
      </button>
      <p aria-live="polite">
        ${
          words &&
          html`<span class=${words === 'loading' ? 'later' : ''}
            >${words === 'loading' ? text.term(words) : sentenceOf(text, words)}</span
          >`
        }
      </p>
    </div>`;
  };
  if (takesFocus) journey.handover.open();
  const top = () => journey.current?.getBoundingClientRect().top ?? 0;
  const before = top();
  show(undefined);
  if (takesFocus) return journey.focusShownStep();
  await host.updateComplete;
  // The field that somebody is typing into keeps its place in the window.
  if (host.text.isFocused) scrollBy({ top: top() - before, behavior: 'instant' });
  // In Firefox, Orca ignores an alert that arrives together with the elements after it.
  await painted();
  isPainted = true;
  host.requestUpdate();
}

/** The reason why the session did not come. Only the backend knows that nobody is signed in. */
const sentenceOf = (text: ReturnType<typeof signedOutText>, code: LendingErrorCode) =>
  code === 'handler-signed-out' ? text.term('signed-out.still') : text.failure(code);
