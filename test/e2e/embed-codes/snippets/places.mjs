// The places of a token in embed code, and tokens as a service may make them, and as nobody would wish them.

const RUN = 'globalThis.attacked=1';

export const TOKENS = {
  'a web token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln-natu_re',
  base64: 'a+b/c==',
  quotes: `'"\`'";${RUN};'`,
  'the end of a string': `');${RUN};('`,
  'the end of a template string': `\`+(${RUN})+\`\${${RUN}}`,
  markup: `"><img src=x onerror="${RUN}"><script>${RUN}</script>`,
  'the end of a script': `</script><script>${RUN}</script><!--<script>`,
  'the end of a style': `</style><script>${RUN}</script>};*{color:red}`,
  'an entity': '&quot;&lt;b&gt;&#39;&amp;amp;',
  backslashes: `\\\\'\\u0041\\x41\\n\\`,
  lines: `a\nb\u2028c\u2029d\te`,
  'a return': 'a\r\nb\rc',
  'a replacement': "$&$1$`$'$$",
  placeholders: '{access_token}{access_token_url}{container_id}${1}{{x}}',
  'an address': `javascript:${RUN}//?a=b&c=d#e%20%zz`,
  'other letters': 'ключ-鍵-🔑-ÅÅ\u00a0\u00ad',
};

/** A string of a style sheet, as a script reads it. */
export const READ_STYLE = String.raw`<script>function readStyle(text) {
  return text.slice(1, -1).replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, code, letter) => letter ?? String.fromCodePoint(parseInt(code, 16)));
}</script>`;

const at = (read) => `<script>place = ${read};</script>`;
const first = `document.querySelector('.place')`;
/** Places, and how what is there is read. `place` is what has the token at last. */
export const PLACES = {
  text: `<b class="place">{access_token}</b>${at(`${first}.textContent`)}`,
  attribute: `<b class="place" title="{access_token}"></b>${at(`${first}.title`)}`,
  'attribute in single quotes': `<b class="place" title='{access_token}'></b>${at(`${first}.title`)}`,
  'attribute without quotes': `<b class="place" title={access_token}></b>${at(`${first}.title`)}`,
  'data attribute': `<b class="place" data-token="{access_token}"></b>${at(`${first}.dataset.token`)}`,
  'address in a data attribute': `<b class="place" data-src="https://x.example/?t={access_token_url}&amp;u=1"></b>${at(`new URL(${first}.dataset.src).searchParams.get('t')`)}`,
  'JSON in a data attribute': `<b class="place" data-json='{"t":["{access_token}"]}'></b>${at(`JSON.parse(${first}.dataset.json).t[0]`)}`,
  address: `<a class="place" href="/x?t={access_token}&amp;u=1">x</a>${at(`new URL(${first}.href).searchParams.get('t')`)}`,
  'path of an address': `<a class="place" href="https://x.example/{access_token}/x">x</a>${at(`decodeURIComponent(new URL(${first}.href).pathname.slice(1, -2))`)}`,
  'fragment of an address': `<a class="place" href="#{access_token}">x</a>${at(`decodeURIComponent(${first}.hash.slice(1))`)}`,
  'set of addresses': `<img class="place" alt="" srcset="data:,{access_token} 1x">${at(`decodeURIComponent(${first}.srcset.slice(6, -3))`)}`,
  'action of a form': `<form class="place" action="https://x.example/?t={access_token}"></form>${at(`new URL(${first}.action).searchParams.get('t')`)}`,
  'value of a field': `<input class="place" type="hidden" value="{access_token}">${at(`${first}.getAttribute('value')`)}`,
  'text of a field': `<textarea class="place">{access_token}</textarea>${at(`${first}.textContent`)}`,
  title: `<svg><title class="place">{access_token}</title></svg>${at(`${first}.textContent`)}`,
  comment: `<b class="place"><!--{access_token}--></b>${at(`${first}.firstChild.data`)}`,
  'handler with single quotes': `<b class="place" onclick="place = '{access_token}'"></b><script>${first}.click();</script>`,
  'handler with double quotes': `<b class="place" onclick='place = "{access_token}"'></b><script>${first}.click();</script>`,
  'handler with a template string':
    '<b class="place" onclick="place = `{access_token}`"></b><script>document.querySelector(".place").click();</script>',
  'string in single quotes': `<script>place = '{access_token}';</script>`,
  'string in double quotes': `<script>place = "{access_token}";</script>`,
  'template string': '<script>place = `{access_token}`;</script>',
  'template string with a part':
    '<script>var two = 2; place = `${two}{access_token}${`{access_token}`}`; place = place.slice(1, 1 + (place.length - 1) / 2);</script>',
  'raw string': '<script>place = String.raw`{access_token}`;</script>',
  'no string': '<script>place = {access_token};</script>',
  'string in a call': `<script>place = (function (o) { return o.token; })({ "token": '{access_token}' });</script>`,
  'address in a string': `<script>place = new URL('https://x.example/?t={access_token_url}&u=1').searchParams.get('t');</script>`,
  'string next to a comment': `<script>/* it's {access_token} */ // don't {access_token}\nplace = '{access_token}'; // "{access_token}</script>`,
  'string after a regular expression': `<script>var quote = /['"\`/]/.test('x'), half = 4 / 2; place = quote || half !== 2 ? '' : '{access_token}';</script>`,
  module: `<script type="module">globalThis.place = '{access_token}';</script>`,
  'template string of a module':
    '<script type="module">const token = `{access_token}`; globalThis.place = token;</script>',
  JSON: `<script type="application/json" class="place">{ "t": "{access_token}" }</script>${at(`JSON.parse(${first}.textContent).t`)}`,
  'linked data': `<script type="application/ld+json" class="place">[{ "t": "{access_token}" }]</script>${at(`JSON.parse(${first}.textContent)[0].t`)}`,
  'template in a script': `<script type="text/template" class="place"><b title="{access_token}">{access_token}</b></script>
    <script>{ const made = new DOMParser().parseFromString(${first}.textContent, 'text/html').querySelector('b'); place = made.title === made.textContent ? made.title : 'two'; }</script>`,
  'text in a script': `<script type="text/plain" class="place">{access_token}</script>${at(`${first}.textContent`)}`,
  template: `<template class="place"><b title="{access_token}">{access_token}</b></template>
    <script>{ const made = ${first}.content.firstChild; place = made.title === made.textContent ? made.title : 'two'; }</script>`,
  'script in a template': `<template class="place"><script>place = '{access_token}';</script></template>
    <script>{ const made = document.createElement('script'); made.text = ${first}.content.firstChild.text; made.nonce = document.currentScript.nonce; document.body.append(made); made.remove(); }</script>`,
  style: `<style>.place::after { content: "{access_token}"; }</style><b class="place"></b>${at(`readStyle(getComputedStyle(${first}, '::after').content)`)}`,
  'styles of an element': `<b class="place" style="--token: '{access_token}'"></b>${at(`readStyle(getComputedStyle(${first}).getPropertyValue('--token').trim())`)}`,
  'document in an attribute': `<iframe class="place" srcdoc="<b title='{access_token}'>{access_token}</b>"></iframe>
    <script>${first}.onload = (event) => { const made = event.target.contentDocument?.querySelector('b'); place = made && (made.title === made.textContent ? made.title : 'two'); };</script>`,
  'comment and raw text of a document in an attribute': `<iframe class="place" srcdoc="<!--{access_token}--><xmp>{access_token}</xmp><noscript title='{access_token}'></noscript><svg><script>'{access_token}'</script></svg>"></iframe>
    <script>${first}.onload = () => (place = '{access_token}');</script>`,
  'script in a document in an attribute': `<iframe class="place" srcdoc="<script>parent.postMessage({ place: '{access_token}' }, '*')</script>"></iframe>
    <script>addEventListener('message', ({ data }) => { if (data && data.place !== undefined) place = data.place; });</script>`,
};

/** In a sandbox a frame's document is out of reach. */
export const IN_PAGE_ONLY = ['document in an attribute'];
