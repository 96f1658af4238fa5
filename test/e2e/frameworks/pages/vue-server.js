import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Page from './vue-page.vue';

export const html = () => renderToString(createSSRApp(Page));
