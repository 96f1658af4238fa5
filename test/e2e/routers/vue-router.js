import { createApp, h } from 'vue';
import { createRouter, createWebHistory, RouterLink, RouterView } from 'vue-router';

const page = (path, ...content) => ({ path, component: { render: () => content.map((make) => make()) } });
const link = (to, words) => h(RouterLink, { to }, () => words);

const router = createRouter({
  history: createWebHistory(),
  routes: [
    page('/', () => h('h1', 'First page')),
    page(
      '/journey',
      () => h('h1', 'Journey page'),
      () => h('lending-onboarding'),
    ),
    page('/next', () => h('h1', 'Next page')),
  ],
});
const Frame = () =>
  h('main', [h('nav', [link('/', 'First'), link('/journey', 'Journey'), link('/next', 'Next')]), h(RouterView)]);
createApp(Frame).use(router).mount('#app');
