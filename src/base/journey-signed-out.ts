import { html, type TemplateResult } from 'lit';
import type { JourneyWay } from './journey-way.js';
import { enSignedOut } from './locales/en-signed-out.js';
import { addText, type TextController } from './text.js';

addText(enSignedOut);

/**
 * Says above the first steps that nobody is signed in, and asks the backend again: when the applicant says so, and when they
 * come back to the page. Nothing that they enter depends on it.
 */
export function askToSignIn(way: JourneyWay, signal: AbortSignal): void {
  const { host } = way;
  if (way.signIn || signal.aborted) return;
  let isAsking = false;
  let words: 'loading' | 'signed-out.still' | undefined;
  const show = (now: typeof words) => {
    words = now;
    host.requestUpdate();
  };
  const ask = async (isPress: boolean) => {
    if (isAsking || !way.signIn) return;
    isAsking = true;
    if (isPress) show('loading');
    const isKnown = await way.loadSession(true).then(
      () => true,
      () => false,
    );
    isAsking = false;
    if (signal.aborted) return;
    show(isPress && !isKnown ? 'signed-out.still' : undefined);
    if (!isKnown) return;
    // The button goes, and must not take the focus with it.
    if (isPress) await way.show();
    // What could not go on without a user goes on.
    if (way.failure?.code === 'handler-signed-out') void way.again();
  };
  const look = () => document.visibilityState === 'visible' && void ask(false);
  document.addEventListener('visibilitychange', look, { signal });
  for (const type of ['pageshow', 'focus']) addEventListener(type, look, { signal });
  way.signIn = (text: TextController): TemplateResult =>
    html`<div part="signed-out" class="done">
      <div role="alert" class="alert">
        <h2>${text.term('signed-out.heading')}</h2>
        <slot name="sign-in"><p>${text.term('signed-out.how')}</p></slot>
        <p>${text.term('signed-out.kept')}</p>
      </div>
      <button part="retry" type="button" @click=${() => ask(true)}>${text.term('signed-out.again')}</button>
      <p role="status">${words && text.term(words)}</p>
    </div>`;
  show(undefined);
}
