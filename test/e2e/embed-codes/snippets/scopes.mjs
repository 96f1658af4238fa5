// What inline scripts declare, and where it is found: by the next script, by a handler, by the vendor's own file.
import { MOUNT, sdk, SHOW } from './show.mjs';

export const SCOPES = {
  'const that the next scripts read': {
    code: ({ v }) => `<script>const vendorConfig = { token: '{access_token}', target: '#{container_id}' };</script>
      <script src="${v}/reads.js"></script>
      <script>VendorReads.mount(vendorConfig.token === vendorToken() ? vendorConfig : {});</script>`,
    files: { 'reads.js': `${sdk('VendorReads', MOUNT)} function vendorToken() { return vendorConfig.token; }` },
    again: 'script-runs-once',
    retry: 'script-runs-once',
  },
  'let, class and a pattern': {
    code: () => `<script>
        let paints = 0, place = document.getElementById('{container_id}');
        const { token, theme: { dark = true } = {}, ...others } = { token: "{access_token}", size: [1, 2] }, [width] = others.size;
        class Offers { constructor(on) { this.on = on; } show() { ${SHOW} if (dark && width && ++paints === 1) show(token, this.on); } }
        new Offers(place).show();
      </script>`,
    isOffline: true,
    isTenfold: true,
  },
  'strict script, function for the next one': {
    code: ({ v }) => `<script>
        'use strict';
        const key = '{access_token}';
        function paint(api) { api.mount({ token: key, target: '#{container_id}' }); }
      </script><script src="${v}/strict.js"></script><script>paint(VendorStrict);</script>`,
    files: { 'strict.js': sdk('VendorStrict', MOUNT) },
    again: 'script-runs-once',
    retry: 'script-runs-once',
  },
  'async function, waited for': {
    code: ({ v }) => `<script>
        const load = (src) => new Promise((resolve) => { window.vendorArrived = resolve; });
        async function startVendor() { const api = await load(); api.mount({ token: \`{access_token}\`, target: document.getElementById('{container_id}') }); }
      </script><script>startVendor()</script><script async src="${v}/arrives.js"></script>`,
    files: { 'arrives.js': `${sdk('VendorArrives', MOUNT)} vendorArrived(VendorArrives);` },
    again: 'script-runs-once',
    retry: 'script-runs-once',
  },
  'names that the window has, too': {
    code: () => `<script>
        const status = { token: '{access_token}' }, name = ['Offers for '], event = () => status.token;
        const made = document.createElement('p'); made.className = 'offers'; made.textContent = name[0] + event();
        document.getElementById('{container_id}').append(made);
      </script>`,
    isOffline: true,
  },
  'const with the name of an element’s id': {
    code: ({ v }) => `<div id="vendorNamed"></div><script>const vendorNamed = { token: '{access_token}' };</script>
      <script src="${v}/named.js"></script>
      <script>VendorNamed.mount({ token: vendorNamed.token, target: '#{container_id}' });</script>`,
    files: { 'named.js': sdk('VendorNamed', MOUNT) },
    again: 'script-runs-once',
    retry: 'script-runs-once',
  },
  'universal module, by this': {
    code: ({ v }) => `<script src="${v}/universal.js"></script>
      <script>(function (root) { root.VendorUniversal.mount({ token: '{access_token}', target: '#{container_id}' }); })(this)</script>`,
    files: {
      'universal.js': `(function (root, factory) {
        if (typeof exports === 'object') module.exports = factory(); else if (typeof define === 'function' && define.amd) define(factory);
        else root.VendorUniversal = factory();
      })(this, function () { ${SHOW} return { ${MOUNT} }; });`,
    },
  },
  'comments of HTML around the script': {
    code: () => `<script type="text/javascript" language="javascript"><!--
        var vendorOld = '{access_token}'; ${SHOW} show(vendorOld, document.getElementById('{container_id}'));
        //--></script>`,
    isOffline: true,
  },
  'const at the top of its own script': {
    code: ({ v }) =>
      `<script src="${v}/lexical.js"></script><script>VendorLexical.mount({ token: '{access_token}', target: '#{container_id}' });</script>`,
    files: { 'lexical.js': `${SHOW} const VendorLexical = { ${MOUNT} }; class VendorBase {}` },
    isTenfold: true,
  },
  'const at the top of a script that starts itself': {
    code: ({ v }) => `<div data-lexical="{access_token}"></div><script src="${v}/starts.js"></script>`,
    files: {
      'starts.js': `${SHOW} const lexicalPlace = document.querySelector('[data-lexical]'); show(lexicalPlace.dataset.lexical, lexicalPlace);`,
    },
    again: 'script-runs-once',
  },
  ...Object.fromEntries(
    ['const broken = null.x;', 'let broken = null.x;', 'class Broken extends null.x {}'].map((declaration) => [
      `failing ${declaration.split(' ')[0]}`,
      {
        code: () =>
          `<script>${declaration}</script><script>${SHOW} show('{access_token}', document.getElementById('{container_id}'));</script>`,
        isOffline: true,
        says: /null/,
      },
    ]),
  ),
  'handler in the markup': {
    code: () => `<button id="opens-offers" onclick="openOffers(this)">Show my offers</button>
      <script>const openOffers = (button) => { ${SHOW} show('{access_token}', button.parentNode); }; document.getElementById('opens-offers').click();</script>`,
    again: 'script-runs-once',
    isOffline: true,
    strict: 'the policy lets no inline handler run',
  },
  'global that a handler in the markup sets': {
    code: () => `<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload="vendorSeen('{access_token}')">
      <script>function vendorSeen(token) { ${SHOW} show(token, document.getElementById('{container_id}')); }</script>`,
    isOffline: true,
    strict: 'the policy lets no inline handler run',
  },
};
