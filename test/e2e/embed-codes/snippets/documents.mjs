// Frames, what is written into the document, templates, styles, and where else a vendor puts its widget.
import { MOUNT, sdk, SHOW } from './show.mjs';

/** A page of the vendor's that shows the token of its address. */
const PAGE = `<!doctype html><title>Offers</title><body><script>
  var made = document.createElement('p'); made.className = 'offers';
  made.textContent = 'Offers for ' + new URL(location.href).searchParams.get('token'); document.body.append(made);
</script>`;
/** One that waits for its token. */
const ASKING = `<!doctype html><title>Offers</title><body><script>
  addEventListener('message', function (event) {
    var made = document.createElement('p'); made.className = 'offers'; made.textContent = 'Offers for ' + event.data.token; document.body.append(made);
    parent.postMessage({ type: 'height', height: 120 }, '*');
  });
  parent.postMessage({ type: 'vendor-ready' }, '*');
</script>`;
const SETS_MARKUP = 'it makes markup from text, which Trusted Types reject';

/** In a document without an origin each frame has another origin. */
const OUT_OF_REACH = 'a script in a sandbox reaches no document of a frame';

export const DOCUMENTS = {
  'frame with an address': {
    code: ({ v }) =>
      `<iframe src="${v}/page.html?token={access_token}" title="Offers" width="100%" height="200" frameborder="0" loading="lazy"></iframe>`,
    files: { 'page.html': PAGE },
    isTenfold: true,
    // What a frame of another origin shows instead nobody can tell.
    skips: ['rejected'],
  },
  'frame that asks for its token, and tells its height': {
    code: ({ v }) => `<iframe id="vendor-frame" src="${v}/asking.html" title="Offers"></iframe><script>
        (function () {
          var frame = document.getElementById('vendor-frame'), origin = new URL(frame.src).origin;
          window.addEventListener('message', function (event) {
            if (event.origin !== origin || event.source !== frame.contentWindow) return;
            if (event.data.type === 'vendor-ready') frame.contentWindow.postMessage({ token: '{access_token}' }, origin);
            if (event.data.type === 'height') frame.height = event.data.height;
          });
        })();
      </script>`,
    files: { 'asking.html': ASKING },
    frame: 'in a sandbox a frame has no origin, and its messages come from “null”',
    // What a frame of another origin shows instead nobody can tell.
    skips: ['rejected'],
  },
  'frame that a script makes': {
    code: ({ v }) => `<div id="framed"></div><script src="${v}/frames.js"></script>
      <script>VendorFrames.create({ element: '#framed', url: '${v}/page.html', token: '{access_token}' });</script>`,
    files: {
      'page.html': PAGE,
      'frames.js': `window.VendorFrames = { create: function (o) {
        var frame = document.createElement('iframe'); frame.title = 'Offers'; frame.width = 300; frame.height = 100;
        frame.src = o.url + '?token=' + encodeURIComponent(o.token); document.querySelector(o.element).appendChild(frame); } };`,
    },
  },
  'form that is sent into a frame': {
    code: ({ v }) => `<iframe name="vendor-target" title="Offers"></iframe>
      <form id="vendor-form" method="get" action="${v}/page.html" target="vendor-target"><input type="hidden" name="token" value="{access_token}"></form>
      <script>document.getElementById('vendor-form').submit();</script>`,
    files: { 'page.html': PAGE },
    strict: 'form-action of the policy names the page’s own origin alone',
    skips: ['rejected', 'hung'],
  },
  'document in an attribute': {
    code: () => `<iframe title="Offers" srcdoc="<!doctype html><body><script>var t = '{access_token}'; var made = document.createElement('p');
        made.className = 'offers'; made.textContent = 'Offers for ' + t; document.body.append(made);</script>"></iframe>`,
    isOffline: true,
  },
  'document that a script writes into a frame': {
    code: () => `<script>(function () {
        var frame = document.createElement('iframe'); frame.title = 'Offers'; document.getElementById('{container_id}').append(frame);
        var inside = frame.contentDocument; inside.open();
        inside.write('<p class="offers">Offers for <b></b></p>'); inside.close();
        inside.querySelector('b').textContent = '{access_token}';
      })();</script>`,
    isOffline: true,
    strict: SETS_MARKUP,
    frame: OUT_OF_REACH,
  },
  'script that a script writes into a frame': {
    code: () => `<script>(function () {
        var frame = document.createElement('iframe'); frame.title = 'Offers'; document.getElementById('{container_id}').append(frame);
        frame.contentWindow.vendorToken = '{access_token}';
        var inside = frame.contentDocument; inside.open();
        inside.write('<body><scr' + 'ipt>var p = document.createElement("p"); p.className = "offers"; p.textContent = "Offers for " + vendorToken; document.body.append(p)</scr' + 'ipt>');
        inside.close();
      })();</script>`,
    isOffline: true,
    strict: SETS_MARKUP,
    frame: OUT_OF_REACH,
  },
  'document.write of a place, then a script': {
    code: ({ v }) => `<script src="${v}/written.js"></script>
      <script>document.write('<div id="written-place"><b>Vendor</b></div>');</script>
      <script>VendorWritten.mount({ token: '{access_token}', target: '#written-place' });</script>`,
    files: { 'written.js': sdk('VendorWritten', MOUNT) },
    strict: SETS_MARKUP,
  },
  'document.write and use in one script': {
    code: () => `<script>${SHOW} document.write('<div id="used'); document.write('-at-once"></div>');
        show('{access_token}', document.getElementById('used-at-once')); document.writeln('<i></i>');</script>`,
    isOffline: true,
    strict: SETS_MARKUP,
  },
  'external script that writes': {
    code: ({ v, o }) =>
      `<p>Before</p><script src="${v}/writes.js" data-token="{access_token}" data-next="${o}/next.js"></script><p id="after-write">After</p>`,
    files: {
      'writes.js': `window.vendorWrites = document.currentScript.dataset.token;
        document.write('<div id="by-write"></div>'); document.writeln('<scr' + 'ipt src="' + document.currentScript.dataset.next + '"></scr' + 'ipt>');`,
      'next.js': `(function () { ${SHOW} var place = document.getElementById('by-write');
        show(place.compareDocumentPosition(document.currentScript) & 4 ? vendorWrites : 'the wrong place', place); })();`,
    },
    strict: SETS_MARKUP,
  },
  'noscript first': {
    code: ({
      v,
    }) => `<noscript><p class="offers">Offers for nobody</p><img src="${v}/pixel.gif" alt="" height="1" width="1"><iframe src="${v}/none.html"></iframe></noscript>
      <div id="scripted"></div><script src="${v}/scripted.js"></script><script>VendorScripted.mount({ token: '{access_token}', target: '#scripted' });</script>`,
    files: { 'scripted.js': sdk('VendorScripted', MOUNT) },
    neverAsked: ['pixel.gif', 'none.html'],
  },
  'template that a script copies': {
    code: () => `<template id="vendor-template"><p class="offers" data-token="{access_token}">Offers for {access_token}</p></template>
      <script>document.getElementById('{container_id}').append(document.getElementById('vendor-template').content.cloneNode(true));</script>`,
    isOffline: true,
  },
  'template in a script': {
    code: () => `<script type="text/template" id="vendor-text"><p class="offers" title="{access_token}">Offers for {access_token}</p></script>
      <div id="rendered"></div><script>document.getElementById('rendered').innerHTML = document.getElementById('vendor-text').innerHTML;</script>`,
    isOffline: true,
    strict: SETS_MARKUP,
  },
  'strings of every kind': {
    code: () => `<script>${SHOW} var all = ['{access_token}', "{access_token}", \`{access_token}\`, String.raw\`{access_token}\`];
        show(all.every(function (one) { return one === all[0]; }) ? all[3] : all.join(), document.getElementById('{container_id}'));</script>`,
    isOffline: true,
  },
  'token in a style': {
    code: () => `<style>#styled::after { content: "{access_token}"; }</style><div id="styled"></div>
      <script>${SHOW} show(JSON.parse(getComputedStyle(document.getElementById('styled'), '::after').content), document.getElementById('{container_id}'));</script>`,
    isOffline: true,
    strict: 'the policy takes styles from files of the page alone',
  },
  'style sheet that shows it': {
    code: ({ v }) => `<link rel="stylesheet" href="${v}/widget.css"><div class="vendor-sheet" id="sheet" hidden></div>
      <script src="${v}/sheet.js"></script><script>VendorSheet.mount({ token: '{access_token}', target: '#sheet' });</script>`,
    files: { 'widget.css': '.vendor-sheet[hidden] { display: block; }', 'sheet.js': sdk('VendorSheet', MOUNT) },
    strict: 'the policy takes styles from files of the page alone',
  },
  'launcher at the end of the body': {
    code: ({ v }) => `<script src="${v}/launcher.js"></script><script>VendorLauncher.open('{access_token}');</script>`,
    files: {
      'launcher.js': sdk(
        'VendorLauncher',
        `open: function (token) { var root = document.createElement('aside'); root.id = 'launcher-root'; document.body.appendChild(root); show(token, root); }`,
      ),
    },
  },
  'place that is replaced': {
    code: ({ v }) =>
      `<div id="replaced"></div><script src="${v}/replaces.js"></script><script>VendorReplaces.hydrate('replaced', '{access_token}');</script>`,
    files: {
      'replaces.js': sdk(
        'VendorReplaces',
        `hydrate: function (id, token) { var root = document.createElement('section'), old = document.getElementById(id); show(token, root); old.parentNode.replaceChild(root, old); }`,
      ),
    },
  },
  'place of the page that is replaced': {
    code: ({ v }) =>
      `<script src="${v}/outer.js"></script><script>VendorOuter.hydrate('{container_id}', '{access_token}');</script>`,
    files: {
      'outer.js': sdk(
        'VendorOuter',
        `hydrate: function (id, token) { var root = document.createElement('section'), old = document.getElementById(id); show(token, root); old.replaceWith(root); }`,
      ),
    },
  },
  'worker from a blob': {
    code: () => `<script>(function () { ${SHOW} var blob = new Blob(["postMessage('ready')"], { type: 'text/javascript' });
        var worker = new Worker(URL.createObjectURL(blob));
        worker.onmessage = function () { show('{access_token}', document.getElementById('{container_id}')); }; })();</script>`,
    isOffline: true,
    strict: 'the policy allows no worker from a blob',
  },
  'storage of the browser': {
    code: ({ v }) =>
      `<div id="stored"></div><script src="${v}/stores.js"></script><script>VendorStores.mount({ token: '{access_token}', target: '#stored' });</script>`,
    files: {
      'stores.js': `var vendorVisits = Number(localStorage.getItem('visits') || 0) + 1; localStorage.setItem('visits', vendorVisits);
        sessionStorage.seen = 'yes'; document.cookie = 'vendor=1'; if (document.cookie.indexOf('vendor=1') < 0) throw new Error('no cookie');
        ${sdk('VendorStores', MOUNT)}`,
    },
  },
};
