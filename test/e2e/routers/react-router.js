// A React Router page with its links, loaders and scroll restoration.
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet, ScrollRestoration } from 'react-router';
import { RouterProvider } from 'react-router/dom';

const Frame = () =>
  h(
    'main',
    null,
    h(
      'nav',
      null,
      h(Link, { to: '/' }, 'First'),
      h(Link, { to: '/journey' }, 'Journey'),
      h(Link, { to: '/next' }, 'Next'),
    ),
    h(Outlet),
    h(ScrollRestoration),
  );
const page = (path, content) => ({ path, Component: () => content });

const router = createBrowserRouter([
  {
    Component: Frame,
    children: [
      page('/', h('h1', null, 'First page')),
      page('/journey', [h('h1', { key: 'h' }, 'Journey page'), h('lending-onboarding', { key: 'j' })]),
      page('/next', h('h1', null, 'Next page')),
    ],
  },
]);
createRoot(document.querySelector('#app')).render(h(RouterProvider, { router }));
