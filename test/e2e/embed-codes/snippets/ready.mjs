// Embed code that waits until the page has loaded, in all the ways in which that is done.
import { MOUNT, sdk, SHOW } from './show.mjs';

const INLINE_HANDLER = 'the policy lets no inline handler run';

/** The heart of the well-known function, with its two events. */
const QUERY = `(function (w) {
  var waiting = [], isReady = false;
  function ready() { if (!isReady) { isReady = true; waiting.forEach(function (one) { one(w.$v); }); } }
  function completed() {
    document.removeEventListener('DOMContentLoaded', completed); w.removeEventListener('load', completed);
    ready();
  }
  if (document.readyState !== 'loading') setTimeout(ready);
  else { document.addEventListener('DOMContentLoaded', completed); w.addEventListener('load', completed); }
  w.$v = function (run) { if (isReady) setTimeout(run); else waiting.push(run); };
})(window);`;

export const READY = {
  'DOMContentLoaded, before its place': {
    code: ({ v }) => `<script src="${v}/ready.js"></script>
      <script>document.addEventListener('DOMContentLoaded', function () { VendorReady.mount({ token: '{access_token}', target: '#ready-place' }); });</script>
      <div id="ready-place"></div>`,
    files: { 'ready.js': sdk('VendorReady', MOUNT) },
    isTenfold: true,
  },
  'load of the window': {
    code: () => `<script>${SHOW} window.addEventListener('load', function (event) {
        show(event.target === document && this === window ? '{access_token}' : 'nobody', document.getElementById('load-place')); });</script>
      <div id="load-place"></div>`,
    isOffline: true,
  },
  'window.onload': {
    code: ({ v }) => `<script src="${v}/onload-global.js"></script>
      <script>window.onload = function () { VendorOnWindow.mount({ token: '{access_token}', target: '#window-place' }); };</script>
      <div id="window-place"></div>`,
    files: { 'onload-global.js': sdk('VendorOnWindow', MOUNT) },
  },
  'onload= of the body of a whole document': {
    code: ({ v }) => `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Vendor</title>
      <script src="${v}/whole.js"></script><script>function start() { VendorWhole.mount({ token: '{access_token}', target: '#whole' }); }</script></head>
      <body onload="start()"><div id="whole"></div></body></html>`,
    files: { 'whole.js': sdk('VendorWhole', MOUNT) },
    strict: INLINE_HANDLER,
  },
  'readyState, settings after the script': {
    code: ({ v }) => `<script src="${v}/state.js"></script><div id="state-place"></div>
      <script>window.vendorState = { token: "{access_token}" };</script>`,
    files: {
      'state.js': `(function () { ${SHOW}
        function init() { show(window.vendorState.token, document.getElementById('state-place')); }
        if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', init); else init();
      })();`,
    },
  },
  readystatechange: {
    code: () => `<script>${SHOW} document.onreadystatechange = function () {
        if (document.readyState === 'interactive') window.vendorPlace = document.getElementById('change-place');
        if (document.readyState === 'complete') show('{access_token}', window.vendorPlace);
      };</script><div id="change-place"></div>`,
    isOffline: true,
  },
  'ready function of a library that it brings': {
    code: ({ v }) => `<script src="${v}/query.js"></script>
      <script>$v(function () { VendorQuery.mount({ token: '{access_token}', target: '#query-place' }); });</script>
      <div id="query-place"></div><script src="${v}/plugin.js"></script>`,
    files: { 'query.js': QUERY, 'plugin.js': sdk('VendorQuery', MOUNT) },
  },
  'both events, one listener': {
    code: () => `<script>(function () { ${SHOW} var runs = 0;
        function once() { document.removeEventListener('DOMContentLoaded', once); removeEventListener('load', once);
          show(++runs === 1 ? '{access_token}' : 'somebody twice', document.getElementById('both-place')); }
        document.addEventListener('DOMContentLoaded', once); addEventListener('load', once);
      })();</script><div id="both-place"></div>`,
    isOffline: true,
  },
  'deferred script that listens': {
    code: ({ v }) =>
      `<script defer src="${v}/deferred.js"></script><div id="deferred-place" data-token="{access_token}"></div>`,
    files: {
      'deferred.js': `document.addEventListener('DOMContentLoaded', function () { ${SHOW}
        var place = document.getElementById('deferred-place'); show(place.dataset.token, place); });`,
    },
  },
  'asynchronous script that listens for load': {
    code: ({ v }) =>
      `<div id="async-place" data-token="{access_token}"></div><script async src="${v}/listens.js"></script>`,
    files: {
      'listens.js': `window.addEventListener('load', { handleEvent: function () { ${SHOW}
        var place = document.getElementById('async-place'); show(place.dataset.token, place); } });`,
    },
  },
  'module that listens': {
    code: ({ v }) =>
      `<script type="module" src="${v}/listens.mjs"></script><div id="module-ready" data-token="{access_token}"></div>`,
    files: {
      'listens.mjs': `${SHOW} const place = document.querySelector('#module-ready');
        addEventListener('load', () => show(place.dataset.token, place), { once: true });`,
    },
    page: 'widget-not-painted',
  },
  'timer that asks for the global and the state': {
    code: ({ v }) => `<div id="polled"></div><script>
        var vendorTimer = setInterval(function () {
          if (!window.VendorPolled || document.readyState !== 'complete') return;
          clearInterval(vendorTimer); VendorPolled.mount({ token: '{access_token}', target: '#polled' });
        }, 20);
      </script><script async src="${v}/polled.js"></script>`,
    files: { 'polled.js': sdk('VendorPolled', MOUNT) },
  },
};
