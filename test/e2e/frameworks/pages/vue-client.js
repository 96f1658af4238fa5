import { createApp, createSSRApp } from 'vue';
import { heard } from './state.js';
import Page from './vue-page.vue';

const container = document.querySelector('#app');
// The nodes of the server must stay.
globalThis.fromServer = [...container.children];
const app = (container.hasChildNodes() ? createSSRApp : createApp)(Page);
const page = app.mount(container);

globalThis.host = { heard, set: page.set, refs: page.refs, unmount: () => app.unmount() };
