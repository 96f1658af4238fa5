import { LendingDocuments, LendingOnboarding, LendingWidget } from 'lending-elements/react';
import { createRef, StrictMode, useEffect, useState, version } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { handlersOf, start, state as first } from './state.js';

const refs = { journey: createRef(), widget: undefined, documents: createRef() };
const control = {};
const on = (tag) =>
  handlersOf(tag, (event) => event.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase()).replace(/^/, 'on'));

function Page() {
  const [state, setState] = useState(first);
  useEffect(() => {
    control.set = (changes) => setState((old) => ({ ...old, ...changes }));
  }, []);
  const { isShown, words, endpoint, pageTitle, prefill, timeoutMs, files, getToken } = state;
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
          {...on('lending-onboarding')}
        >
          <p slot="sign-in">{words}</p>
        </LendingOnboarding>
        <LendingWidget
          ref={(element) => {
            refs.widget = element;
          }}
          timeoutMs={timeoutMs}
          getToken={getToken}
          {...on('lending-widget')}
        />
        <LendingDocuments ref={refs.documents} files={files} {...on('lending-documents')} />
      </>
    )
  );
}

const app = (
  <StrictMode>
    <Page />
  </StrictMode>
);

export const html = () => renderToString(app);

await start('#app', (container, isFromServer) => {
  const root = isFromServer ? hydrateRoot(container, app) : createRoot(container);
  if (!isFromServer) root.render(app);
  return {
    version,
    set: (changes) => control.set(changes),
    refs: () => [refs.journey.current, refs.widget, refs.documents.current],
    unmount: () => root.unmount(),
  };
});
