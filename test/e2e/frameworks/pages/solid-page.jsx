import 'lending-elements/define';
import { createSignal, Show } from 'solid-js';
import { hear, state as first } from './state.js';

export const refs = [];
export const control = {};

export function Page() {
  const [state, setState] = createSignal(first);
  control.set = (changes) => setState((old) => ({ ...old, ...changes }));
  return (
    <Show when={state().isShown}>
      <lending-onboarding
        ref={refs[0]}
        class="journey"
        history="off"
        endpoint={state().endpoint}
        prop:pageTitle={state().pageTitle}
        prop:prefill={state().prefill}
        on:lending-step-changed={hear}
        on:lending-screen-changed={hear}
        on:lending-submit={hear}
        on:lending-submitted={hear}
        on:lending-skipped={hear}
        on:lending-declined={hear}
        on:lending-withdrawn={hear}
        on:lending-ready={hear}
        on:lending-error={hear}
      >
        <p slot="sign-in">{state().words}</p>
      </lending-onboarding>
      <lending-widget
        ref={refs[1]}
        prop:timeout={state().timeout}
        prop:getToken={state().getToken}
        on:lending-loading={hear}
        on:lending-token-request={hear}
        on:lending-ready={hear}
        on:lending-error={hear}
      />
      <lending-documents
        ref={refs[2]}
        prop:files={state().files}
        on:lending-submit={hear}
        on:lending-submitted={hear}
        on:lending-skipped={hear}
        on:lending-error={hear}
      />
    </Show>
  );
}
