/** @jsxImportSource preact */
import { hydrate, render } from 'preact';
import { control, Page, refs } from './preact-page.jsx';
import { heard } from './state.js';

const container = document.querySelector('#app');
// The nodes of the server must stay.
globalThis.fromServer = [...container.children];
(container.hasChildNodes() ? hydrate : render)(<Page />, container);

globalThis.host = {
  heard,
  set: (changes) => control.set(changes),
  refs: () => refs.map(({ current }) => current),
  unmount: () => render(null, container),
};
