import { LendingDocuments, LendingOnboarding, LendingWidget } from 'lending-elements/react';
import { createRef, StrictMode, useEffect, useState } from 'react';
import { hear, state as first } from './state.js';

export const refs = { journey: createRef(), widget: undefined, documents: createRef() };
const control = {};
export const set = (changes) => control.change(changes);

function Page() {
  const [state, setState] = useState(first);
  useEffect(() => {
    control.change = (changes) => setState((old) => ({ ...old, ...changes }));
  }, []);
  const { isShown, words, endpoint, pageTitle, prefill, timeoutMs, files, getToken, isHeard = true } = state;
  // A new function at each render, as pages write it.
  const on = isHeard ? (event) => hear(event) : undefined;
  return (
    isShown && (
      <>
        <LendingOnboarding
          ref={refs.journey}
          className="journey"
          hidden={false}
          endpoint={endpoint}
          pageTitle={pageTitle}
          prefill={prefill}
          history="off"
          onLendingStepChanged={on}
          onLendingScreenChanged={on}
          onLendingSubmit={on}
          onLendingSubmitted={on}
          onLendingSkipped={on}
          onLendingDeclined={on}
          onLendingWithdrawn={on}
          onLendingReady={on}
          onLendingError={on}
        >
          <p slot="sign-in">{words}</p>
        </LendingOnboarding>
        <LendingWidget
          ref={(element) => {
            refs.widget = element;
          }}
          timeoutMs={timeoutMs}
          getToken={getToken}
          onLendingLoading={on}
          onLendingTokenRequest={on}
          onLendingReady={on}
          onLendingError={on}
        />
        <LendingDocuments
          ref={refs.documents}
          files={files}
          onLendingSubmit={on}
          onLendingSubmitted={on}
          onLendingSkipped={on}
          onLendingError={on}
        />
      </>
    )
  );
}

export const app = (
  <StrictMode>
    <Page />
  </StrictMode>
);
