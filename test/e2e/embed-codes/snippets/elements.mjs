// Custom elements, ES modules, and settings that stand in the markup.
import { MOUNT, sdk, SHOW } from './show.mjs';

const ELEMENT = (name, then = '') => `customElements.define('${name}', class extends HTMLElement {
  connectedCallback() { ${SHOW} ${then || "show(this.getAttribute('token'), this);"} }
});`;

export const ELEMENTS = {
  'element, defined by an async script': {
    code: ({ v }) =>
      `<vendor-offers token="{access_token}"></vendor-offers><script async src="${v}/element.js"></script>`,
    files: { 'element.js': `if (!customElements.get('vendor-offers')) { ${ELEMENT('vendor-offers')} }` },
    isTenfold: true,
  },
  'element, defined without asking whether it is': {
    code: ({ v }) => `<script src="${v}/defines.js"></script><vendor-plain token="{access_token}"></vendor-plain>`,
    files: { 'defines.js': ELEMENT('vendor-plain') },
  },
  'element with a shadow root, by a module': {
    code: ({ v }) =>
      `<script type="module" src="${v}/shadow.mjs"></script><vendor-shadow token="{access_token}"></vendor-shadow>`,
    files: {
      'shadow.mjs': `if (!customElements.get('vendor-shadow')) { ${ELEMENT(
        'vendor-shadow',
        "show(this.getAttribute('token'), this.shadowRoot ?? this.attachShadow({ mode: 'open' }));",
      )} }`,
    },
  },
  'element that gets a property': {
    code: ({ v }) => `<vendor-prop></vendor-prop><script src="${v}/prop.js"></script>
      <script>customElements.whenDefined('vendor-prop').then(function () { document.querySelector('vendor-prop').token = '{access_token}'; });</script>`,
    files: {
      'prop.js': `if (!customElements.get('vendor-prop')) customElements.define('vendor-prop', class extends HTMLElement {
        set token(token) { ${SHOW} this.textContent = ''; show(token, this); } });`,
    },
  },
  'shadow root in the markup': {
    code: () =>
      `<section id="declared"><template shadowrootmode="open"><p class="offers">Offers for {access_token}</p></template></section>`,
    isOffline: true,
  },
  'module that imports': {
    code: ({ v }) => `<div id="imports"></div><script type="module">
        import { mount } from '${v}/exports.mjs';
        const token = "{access_token}";
        mount({ token, target: '#imports' });
      </script>`,
    files: { 'exports.mjs': `${SHOW} export const mount = (o) => show(o.token, document.querySelector(o.target));` },
    isTenfold: true,
    retry: 'script-runs-once',
  },
  'module that is imported for what it does': {
    code: ({ v }) =>
      `<div class="auto" data-token="{access_token}"></div><script type="module">import "${v}/auto.mjs";</script>`,
    files: { 'auto.mjs': `${SHOW} const place = document.querySelector('.auto'); show(place.dataset.token, place);` },
    again: 'script-runs-once',
    retry: 'script-runs-once',
  },
  'module that looks for its places': {
    code: ({ v }) =>
      `<div class="scan" data-token="{access_token}"></div><script type="module" src="${v}/scan.mjs"></script>`,
    files: {
      'scan.mjs': `${SHOW} for (const place of document.querySelectorAll('.scan')) show(place.dataset.token, place);`,
    },
    isTenfold: true,
  },
  'import map': {
    code: ({
      v,
    }) => `<script type="importmap">{ "imports": { "vendor-lib": "${v}/mapped.mjs", "vendor/": "${v}/mapped/" } }</script>
      <script type="module">import { mount } from 'vendor-lib'; import name from "vendor/name.mjs";
        mount({ token: '{access_token}', target: '#' + name() });</script><div id="mapped"></div>`,
    files: {
      'mapped.mjs': `${SHOW} export function mount(o) { show(o.token, document.querySelector(o.target)); }`,
      'mapped/name.mjs': `export default () => 'mapped';`,
    },
    isTenfold: true,
    // It ignores a map after the first module of the page.
    firefox: 'script-threw',
    says: /vendor-lib/,
    retry: 'script-runs-once',
  },
  'module that waits at its top': {
    code: ({ v }) => `<script type="module">
        const { mount } = await import('${v}/awaited.mjs');
        await new Promise((resolve) => setTimeout(resolve, 50));
        mount({ token: '{access_token}', target: '#{container_id}' });
      </script>`,
    files: { 'awaited.mjs': `${SHOW} export const mount = (o) => show(o.token, document.querySelector(o.target));` },
    retry: 'script-runs-once',
  },
  'module and nomodule': {
    code: ({ v }) => `<script>window.vendorPair = '{access_token}';</script><div id="pair"></div>
      <script type="module" src="${v}/modern.mjs"></script><script nomodule src="${v}/old.js"></script>`,
    files: {
      'modern.mjs': `${SHOW} show(window.vendorPair, document.getElementById('pair'));`,
      'old.js': `document.title = 'nomodule ran';`,
    },
  },
  'JSON in a script': {
    code: ({
      v,
    }) => `<script type="application/json" id="vendor-settings">{ "token": "{access_token}", "place": "json-place" }</script>
      <div id="json-place"></div><script src="${v}/json.js"></script>`,
    files: {
      'json.js': `(function () { ${SHOW} var o = JSON.parse(document.getElementById('vendor-settings').textContent);
        show(o.token, document.getElementById(o.place)); })();`,
    },
    isTenfold: true,
  },
  'place with attributes': {
    code: ({
      v,
    }) => `<div class="vendor-widget" data-token="{access_token}" data-src="${v}/x?t={access_token_url}"></div>
      <script async defer src="${v}/place.js" charset="utf-8"></script>`,
    files: {
      'place.js': `document.querySelectorAll('.vendor-widget').forEach(function (place) { ${SHOW}
        var token = new URL(place.dataset.src).searchParams.get('t'); if (token === place.dataset.token) show(token, place); });`,
    },
  },
  'attributes of its own tag': {
    code: ({ v }) =>
      `<section><script src="${v}/own.js" data-token="{access_token}" data-theme="dark"></script></section>`,
    files: {
      'own.js': `(function (me) { ${SHOW} show(me.getAttribute('data-token'), me.parentNode); })(document.currentScript);`,
    },
    isTenfold: true,
  },
  'its own tag, which it replaces': {
    code: () => `<script data-token="{access_token}">(function () { ${SHOW} var me = document.currentScript, made = document.createElement('div');
        show(me.dataset.token, made); me.parentNode.replaceChild(made, me); })();</script>`,
    isOffline: true,
  },
  'last script of the page so far': {
    code: ({ v }) => `<script src="${v}/last.js?token={access_token}"></script><p></p>`,
    files: {
      'last.js': `(function () { ${SHOW} var all = document.getElementsByTagName('script'), me = all[all.length - 1];
        show(new URL(me.src).searchParams.get('token'), me.parentNode); })();`,
    },
  },
  'callback that an attribute names': {
    code: ({ v }) => `<div id="v_id_onload" data-client="1" data-callback="vendorSignedIn"></div>
      <script>function vendorSignedIn(api) { api.mount({ token: '{access_token}', target: '#v_id_onload' }); }</script>
      <script src="${v}/client.js" async></script>`,
    files: {
      'client.js': `${sdk('VendorClient', MOUNT)} window[document.getElementById('v_id_onload').dataset.callback](VendorClient);`,
    },
  },
};
