// Queue stubs, loaders that put a script in, callbacks, and tag managers. Written for the tests, in the styles that vendors publish.
import { MOUNT, sdk, SHOW } from './show.mjs';

/** The loader puts its script next to the first one of the page, with an address that is text. */
const TEXT_SOURCE = 'a script of its own gets its address as text, which Trusted Types reject';
const INLINE_HANDLER = 'the policy lets no inline handler run';

export const LOADERS = {
  'queue stub, async script tag': {
    code: ({ v }) => `<div id="offers-place"></div>
      <script>
        window.vendor = window.vendor || function () { (vendor.q = vendor.q || []).push(arguments); };
        vendor('boot', { token: '{access_token}', target: 'offers-place' });
      </script>
      <script async src="${v}/queue.js"></script>`,
    files: {
      'queue.js': `(function (w) { ${SHOW}
        var waiting = (w.vendor && w.vendor.q) || [];
        w.vendor = function (name, o) { show(o.token, document.getElementById(o.target)); };
        for (var i = 0; i < waiting.length; i++) w.vendor.apply(null, waiting[i]);
      })(window);`,
    },
    isTenfold: true,
  },
  'queue stub, loader next to the first script': {
    code: ({ v }) => `<script>
        (function (w, d, s, u, n, a, m) { w[n] = w[n] || function () { (w[n].q = w[n].q || []).push(arguments); };
          a = d.createElement(s); m = d.getElementsByTagName(s)[0]; a.async = 1; a.src = u; m.parentNode.insertBefore(a, m);
        })(window, document, 'script', '${v}/widget.js', 'vendorFunds');
        vendorFunds('create', '{access_token}'); vendorFunds('show', '#offers-place');
      </script><div id="offers-place"></div>`,
    files: {
      'widget.js': `(function (w) { ${SHOW}
        var token, waiting = (w.vendorFunds && w.vendorFunds.q) || [];
        w.vendorFunds = function (name, value) {
          if (name === 'create') token = value; else setTimeout(function () { show(token, document.querySelector(value)); });
        };
        waiting.forEach(function (one) { w.vendorFunds.apply(null, one); });
      })(window);`,
    },
    strict: TEXT_SOURCE,
  },
  'loader with an id, and a callback that the script calls': {
    code: ({ v }) => `<div class="vendor-root"></div><script>
        window.vendorAsyncInit = function () { VendorSdk.init({ token: '{access_token}' }); };
        (function (d, s, id) {
          var js, first = d.getElementsByTagName(s)[0];
          if (d.getElementById(id)) return;
          js = d.createElement(s); js.id = id; js.src = '${v}/sdk.js';
          first.parentNode.insertBefore(js, first);
        })(document, 'script', 'vendor-jssdk');
      </script>`,
    files: {
      'sdk.js': `${sdk('VendorSdk', `init: function (o) { show(o.token, document.querySelector('.vendor-root')); }`)}
        if (window.vendorAsyncInit) window.vendorAsyncInit();`,
    },
    strict: TEXT_SOURCE,
    isTenfold: true,
  },
  'tag manager': {
    code: ({ v, o }) => `<!-- Vendor Tag Manager --><script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'start':
        new Date().getTime(),event:'vtm.js',token:'{access_token}'});var f=d.getElementsByTagName(s)[0],
        j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src=
        '${v}/vtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);
        })(window,document,'script','dataLayer','VTM-1');window.vendorTag='${o}/tag.js';</script><!-- End Vendor Tag Manager -->
      <noscript><iframe src="${v}/ns.html?id=VTM-1" height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>
      <section id="vtm-place"></section>`,
    files: {
      'vtm.js': `(function () { var tag = document.createElement('script'); tag.src = vendorTag; document.head.appendChild(tag); })();`,
      'tag.js': `(function () { ${SHOW} show(dataLayer[dataLayer.length - 1].token, document.getElementById('vtm-place')); })();`,
    },
    strict: TEXT_SOURCE,
  },
  'stub with methods, snippet that may be there twice': {
    code: ({ v }) => `<div id="vendor-here"></div><script>
        !function () {
          var vendor = window.lendly = window.lendly || [];
          if (vendor.initialize) return;
          vendor.methods = ['mount', 'page'];
          vendor.factory = function (name) { return function () {
            var all = Array.prototype.slice.call(arguments); all.unshift(name); vendor.push(all); return vendor; }; };
          for (var i = 0; i < vendor.methods.length; i++) vendor[vendor.methods[i]] = vendor.factory(vendor.methods[i]);
          if (vendor.isLoading) return;
          vendor.isLoading = true;
          var tag = document.createElement('script'); tag.type = 'text/javascript'; tag.async = !0; tag.src = '${v}/min.js';
          tag.onerror = function () { vendor.isLoading = false; };
          (document.head || document.body).appendChild(tag);
        }();
        lendly.mount({ token: '{access_token}', target: '#vendor-here' });
      </script>`,
    files: {
      'min.js': `(function () { ${SHOW}
        var calls = window.lendly;
        window.lendly = { initialize: true, page: function () {}, ${MOUNT} };
        for (var i = 0; i < calls.length; i++) window.lendly[calls[i][0]](calls[i][1]);
      })();`,
    },
    strict: TEXT_SOURCE,
  },
  'script whose onload is set by the loader': {
    code: ({ v }) => `<div id="vendor-onload"></div><script>
        var tag = document.createElement('script');
        tag.src = '${v}/onload.js';
        tag.onload = function () { VendorOnload.mount({ token: '{access_token}', target: '#vendor-onload' }); };
        document.body.appendChild(tag);
      </script>`,
    files: { 'onload.js': sdk('VendorOnload', MOUNT) },
    strict: TEXT_SOURCE,
    isTenfold: true,
  },
  'promise that the loader makes': {
    code: ({ v }) => `<script>
        window.loadVendor = function (src) {
          return new Promise(function (resolve, reject) {
            var s = document.createElement('script'); s.onload = function () { resolve(window.VendorPromise); }; s.onerror = reject;
            s.src = src; document.head.append(s);
          });
        };
        loadVendor('${v}/promise.js').then(function (api) { api.mount({ token: \`{access_token}\`, target: '#{container_id}' }); }, function () {});
      </script>`,
    files: { 'promise.js': sdk('VendorPromise', MOUNT) },
    strict: TEXT_SOURCE,
  },
  'onload= on the script tag': {
    code: ({ v }) => `<div id="by-attribute"></div>
      <script async src="${v}/attribute.js" onload="VendorAttribute.mount({ token: '{access_token}', target: '#by-attribute' })"></script>`,
    files: { 'attribute.js': sdk('VendorAttribute', MOUNT) },
    strict: INLINE_HANDLER,
  },
  'onerror= that falls back to another origin': {
    code: ({ v, o }) => `<div id="fallen-back"></div><script>
        function useMirror() {
          var s = document.createElement('script'); s.src = '${o}/mirror.js';
          s.onload = function () { VendorMirror.mount({ token: '{access_token}', target: '#fallen-back' }); };
          document.head.appendChild(s);
        }
      </script><script src="${v}/gone.js" onerror="useMirror()"></script>`,
    files: { 'mirror.js': sdk('VendorMirror', MOUNT) },
    strict: INLINE_HANDLER,
    says: /404/,
  },
  'entry script that brings its chunks from another origin': {
    code: ({ v, o }) =>
      `<div data-vendor-chunks data-token="{access_token}" data-base="${o}"></div><script async src="${v}/entry.js"></script>`,
    files: {
      'entry.js': `(function () {
        var place = document.querySelector('[data-vendor-chunks]'), names = ['runtime', 'main'], left = names.length;
        names.forEach(function (name) {
          var s = document.createElement('script'); s.src = place.dataset.base + '/' + name + '.js'; s.async = false;
          s.onload = function () { if (!--left) VendorChunks.start(place); };
          document.head.appendChild(s);
        });
      })();`,
      'runtime.js': 'window.VendorChunks = {};',
      'main.js': `VendorChunks.start = function (place) { ${SHOW} show(place.dataset.token, place); };`,
    },
    strict: TEXT_SOURCE,
  },
  'import() in an inline script': {
    code: ({ v }) =>
      `<script>import('${v}/late.mjs').then((vendor) => vendor.mount({ token: '{access_token}', target: '#{container_id}' }), () => {});</script>`,
    files: { 'late.mjs': `${SHOW} export const mount = (o) => show(o.token, document.querySelector(o.target));` },
    retry: 'script-runs-once',
  },
  'name of a callback in the address': {
    code: ({
      v,
    }) => `<script>function onVendorLoaded() { vendorCaptcha.render('rendered-here', { token: '{access_token}' }); }</script>
      <script src="${v}/api.js?onload=onVendorLoaded&render=explicit" async defer></script><div id="rendered-here"></div>`,
    files: {
      'api.js': `${sdk('vendorCaptcha', `render: function (id, o) { show(o.token, document.getElementById(id)); }`)}
        window[new URL(document.currentScript.src).searchParams.get('onload')]();`,
    },
    isTenfold: true,
  },
  'loader that waits for the window to load': {
    code: ({ v }) => `<script>
        window.chatSettings = { token: '{access_token}' };
        (function () { var w = window; var l = function () { var s = document.createElement('script'); s.async = true;
          s.src = '${v}/chat.js'; var x = document.getElementsByTagName('script')[0]; x.parentNode.insertBefore(s, x); };
          if (w.attachEvent) { w.attachEvent('onload', l); } else { w.addEventListener('load', l, false); } })();
      </script><div id="chat-root"></div>`,
    files: {
      'chat.js': `(function () { ${SHOW} show(chatSettings.token, document.getElementById('chat-root')); })();`,
    },
    strict: TEXT_SOURCE,
  },
  'two vendors, one of them not there': {
    code: ({ v, o }) => `<script async src="${o}/counts-visits.js"></script><script src="${o}/also-gone.js"></script>
      <div id="second-vendor"></div><script src="${v}/second.js"></script>
      <script>VendorSecond.mount({ token: '{access_token}', target: '#second-vendor' });</script>`,
    files: { 'second.js': sdk('VendorSecond', MOUNT) },
    says: /404/,
  },
  'bundle that paints late': {
    code: ({ v }) =>
      `<div id="late-place"></div><script async src="${v}/slow.js" data-token="{access_token}"></script>`,
    files: {
      'slow.js': `(function () { ${SHOW} var token = document.currentScript.dataset.token;
        setTimeout(function () { show(token, document.getElementById('late-place')); }, 5500); })();`,
    },
    timeoutMs: 15_000,
    // The rest would only take time.
    skips: ['again', 'rejected', 'hung', 'strict'],
  },
};
