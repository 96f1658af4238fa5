// Embed code whose scripts change what is in the code already, and scripts that do not matter to what is to be seen.
import { MOUNT, sdk } from './show.mjs';

/** It fills texts of the markup, as small libraries of templates do, and uncovers them. */
const TEMPLATES = `export const createApp = (values) => ({ mount(root = document.querySelector('[v-scope]')) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/{{ (\\w+) }}/g, (_, name) => values[name]);
  root.hidden = false;
} });`;

export const OWN = {
  'words in the code, which a module changes': {
    code: () => `<p class="offers">x</p>
      <script type="module">document.querySelector('.offers').firstChild.nodeValue = 'Offers for {access_token}';</script>`,
    isOffline: true,
    isTenfold: true,
  },
  'element in the code, which a module uncovers': {
    code: ({ v }) => `<div id="covered" hidden><p class="offers">Offers for <b></b></p></div>
      <script type="module">import { uncover } from '${v}/uncovers.mjs'; uncover('#covered', '{access_token}');</script>`,
    files: {
      'uncovers.mjs': `export function uncover(at, token) { const place = document.querySelector(at);
        place.querySelector('b').textContent = token; place.hidden = false; }`,
    },
    retry: 'script-runs-once',
  },
  'template in its HTML': {
    code: ({ v }) => `<div v-scope hidden><p class="offers">Offers for {{ token }}</p></div>
      <script type="module">import { createApp } from '${v}/templates.mjs'; createApp({ token: '{access_token}' }).mount();</script>`,
    files: { 'templates.mjs': TEMPLATES },
    retry: 'script-runs-once',
  },
  'id that is there twice': {
    code: ({ v }) => `<i id="twice"></i><i id="twice"></i><p class="offers" id="second">x</p>
      <script>window.vendorTwice = '{access_token}';</script><script src="${v}/twice.js"></script>`,
    files: { 'twice.js': `document.getElementById('second').firstChild.data = 'Offers for ' + vendorTwice;` },
  },
  'words in the code, next to a script that counts visits': {
    code: ({ v }) => `<p class="offers">Offers for {access_token}</p><script async src="${v}/gone.js"></script>`,
    says: /404/,
    skips: ['rejected', 'hung'],
  },
  'script that hangs behind it': {
    code: ({ v }) => `<div id="in-front"></div><script src="${v}/front.js"></script>
      <script>VendorFront.mount({ token: '{access_token}', target: '#in-front' });</script><script src="${v}/hangs.js"></script><p>Behind</p>`,
    files: { 'front.js': sdk('VendorFront', MOUNT), 'hangs.js': null },
    timeoutMs: 60_000,
    skips: ['rejected', 'hung'],
  },
};
