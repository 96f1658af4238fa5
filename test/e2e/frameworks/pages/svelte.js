import { hydrate, mount, unmount } from 'svelte';
import { render } from 'svelte/server';
import { start } from './state.js';
import Page from './svelte-page.svelte';

export const html = () => render(Page).body;

await start('#app', (target, isFromServer) => {
  const page = (isFromServer ? hydrate : mount)(Page, { target });
  return { set: page.set, refs: page.refs, unmount: () => unmount(page) };
});
