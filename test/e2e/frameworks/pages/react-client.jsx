import { version } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { app, refs, set } from './react-page.jsx';
import { heard } from './state.js';

const container = document.querySelector('#app');
// The nodes of the server must stay.
globalThis.fromServer = [...container.children];
let root;
if (container.hasChildNodes()) root = hydrateRoot(container, app);
else (root = createRoot(container)).render(app);

globalThis.host = {
  heard,
  version,
  set,
  refs: () => [refs.journey.current, refs.widget, refs.documents.current],
  unmount: () => root.unmount(),
};
