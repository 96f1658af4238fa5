/** @jsxImportSource preact */
import 'lending-elements/define';
import { createRef } from 'preact';
import { useState } from 'preact/hooks';
import { hear, state as first } from './state.js';

export const refs = [createRef(), createRef(), createRef()];
export const control = {};

export function Page() {
  const [state, setState] = useState(first);
  control.set = (changes) => setState((old) => ({ ...old, ...changes }));
  return (
    state.isShown && (
      <>
        <lending-onboarding
          ref={refs[0]}
          class="journey"
          history="off"
          endpoint={state.endpoint}
          pageTitle={state.pageTitle}
          prefill={state.prefill}
          onlending-step-changed={hear}
          onlending-screen-changed={hear}
          onlending-submit={hear}
          onlending-submitted={hear}
          onlending-skipped={hear}
          onlending-declined={hear}
          onlending-withdrawn={hear}
          onlending-ready={hear}
          onlending-error={hear}
        >
          <p slot="sign-in">{state.words}</p>
        </lending-onboarding>
        <lending-widget
          ref={refs[1]}
          timeout={state.timeout}
          getToken={state.getToken}
          onlending-loading={hear}
          onlending-token-request={hear}
          onlending-ready={hear}
          onlending-error={hear}
        />
        <lending-documents
          ref={refs[2]}
          files={state.files}
          onlending-submit={hear}
          onlending-submitted={hear}
          onlending-skipped={hear}
          onlending-error={hear}
        />
      </>
    )
  );
}
