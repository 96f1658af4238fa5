import { hydrate, render } from 'solid-js/web';
import { control, Page, refs } from './solid-page.jsx';
import { heard } from './state.js';

const container = document.querySelector('#app');
// The nodes of the server must stay.
globalThis.fromServer = [...container.children];
const unmount = (container.hasChildNodes() ? hydrate : render)(() => <Page />, container);

globalThis.host = { heard, set: (changes) => control.set(changes), refs: () => refs, unmount };
