import { createApp, createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { start } from './state.js';
import Page from './vue-page.vue';

export const html = () => renderToString(createSSRApp(Page));

await start('#app', (container, isFromServer) => {
  const app = (isFromServer ? createSSRApp : createApp)(Page);
  const { set, refs } = app.mount(container);
  return { set, refs, unmount: () => app.unmount() };
});
