import { hydrate, mount, unmount } from 'svelte';
import { heard } from './state.js';
import Page from './svelte-page.svelte';

const target = document.querySelector('#app');
// The nodes of the server must stay.
globalThis.fromServer = [...target.children];
const page = (target.hasChildNodes() ? hydrate : mount)(Page, { target });

globalThis.host = { heard, set: page.set, refs: page.refs, unmount: () => unmount(page) };
