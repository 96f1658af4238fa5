import { css, html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../../base/look/add-styles.js';
import { actionSlot } from '../../base/failure/explain-to-applicant.js';
import { signedOutText } from './signed-out.sentences.js';
import type { TextController } from '../../base/text/text.js';
import type { Journey } from './journey.js';

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
 * Shows a panel in place of the first steps while nobody is signed in, because answers could not be saved. Requests the session again
 * when the applicant presses the button, and when they come back to the page.
 */
export function watchSignIn(journey: Journey, signal: AbortSignal): void {
  const { host } = journey;
  if (journey.renderSignIn || signal.aborted) return;
  addStyles(host, signedOutStyles);
  let isAsking = false;
  let words: 'loading' | 'signed-out.still' | undefined;
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
    const isKnown = await journey.loadSession(true).then(
      () => true,
      () => false,
    );
    isAsking = false;
    if (signal.aborted) return;
    show(isPress && !isKnown ? 'signed-out.still' : undefined);
    if (!isKnown) return journey.handover.close();
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
    return html`<div part="signed-out" class="offline signed-out">
      <div role=${host.text.isFocused ? nothing : 'alert'} class="alert">
        <div class="head"><h2 tabindex="-1">${text.term('signed-out.heading')}</h2></div>
        ${slot} ${journey.isUntouched ? nothing : html`<p>${text.term('signed-out.kept')}</p>`}
      </div>
      <button part="retry" type="button" class=${hasAction ? 'plain' : 'primary'} @click=${() => ask(true)}>
        ${text.term('signed-out.again')}
      </button>
      <p aria-live="polite">${words && text.term(words)}</p>
    </div>`;
  };
  // The form disappears, and must not take the focus with it.
  const takesFocus = host.text.isFocused && journey.isSignedOut;
  if (takesFocus) journey.handover.open();
  show(undefined);
  if (takesFocus) void journey.focusShownStep();
}
