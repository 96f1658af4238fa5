// Markup that an attacker injects into a page, so that an element of this library runs a script (script gadgets).
import { handOff } from './vendor/servers.mjs';

export const ELEMENT = '<lending-widget></lending-widget>';
export const ATTACK = 'globalThis.attacked = true;';
export const inside = (markup) => `<lending-widget><template>${markup}</template></lending-widget>`;

/**
 * Each gadget uses the page's settings, as an injected element would. `markup` gets the origins of the vendor and of the attacker,
 * and the URL of the attacker's script. `anywhere` is false if a page without a policy would run the script without our elements.
 */
export const GADGETS = {
  'an external script of an origin that is not listed': {
    markup: ({ attack }) => inside(`<script src="${attack}"></script>`),
    told: 'script-not-allowed',
    anywhere: true,
  },
  'a module of an origin that is not listed': {
    markup: ({ attack }) => inside(`<script type="module" src="${attack}"></script>`),
    told: 'script-not-allowed',
    anywhere: true,
  },
  'an external script with a credential that looks like a listed origin': {
    markup: ({ attack, vendor }) => inside(`<script src="${attack.replace('http://', `${vendor}@`)}"></script>`),
    told: 'script-not-allowed',
    anywhere: true,
  },
  'a data: script': { markup: () => inside(`<script src="data:,${ATTACK}"></script>`), told: 'script-not-allowed' },
  'a script of SVG': {
    markup: ({ attack }) => inside(`<svg><script href="${attack}" xlink:href="${attack}"></script></svg>`),
    anywhere: true,
  },
  'an inline script without the nonce': { markup: () => inside(`<script>${ATTACK}</script>`) },
  'an inline script with a guessed nonce': { markup: () => inside(`<script nonce="x">${ATTACK}</script>`) },
  'an inline module': { markup: () => inside(`<script type="module">${ATTACK}</script>`) },
  'an inline handler': { markup: () => inside(`<img src="data:," onerror="${ATTACK} '{access_token}'">`) },
  'a frame with a document': {
    markup: () => inside(`<iframe srcdoc="<script>parent.${ATTACK}</script>{access_token}"></iframe>`),
  },
  'a javascript: frame': { markup: () => inside(`<iframe src="javascript:parent.${ATTACK}"></iframe>`) },
  'an endpoint of another origin': {
    markup: ({ attacker }) => `<lending-widget endpoint="${attacker}/api"></lending-widget>`,
    hasNoSettings: true,
    told: 'config-invalid',
    anywhere: true,
  },
  'an endpoint that is code': {
    markup: () => `<lending-widget endpoint="javascript:${ATTACK}"></lending-widget>`,
    hasNoSettings: true,
    told: 'config-invalid',
    anywhere: true,
  },
  'attributes that look like settings': {
    markup: ({ attack }) => {
      const json = JSON.stringify({ scriptUrl: attack, embedCode: `<script src=${attack}></script>` });
      return `<lending-widget widget='${json}' script-url="${attack}" scriptUrl="${attack}" embed-code="<script src='${attack}'></script>"
        hand-off='{"iframe":{"src":"${attack}","title":"x"}}' adapter="x" get-token="x" access-token="stolen"></lending-widget>`;
    },
    told: 'ready',
    anywhere: true,
  },
  'markup in the element, and in its error slot': {
    markup: () => `<lending-widget>{access_token}<p slot="error">{access_token}</p></lending-widget>`,
    told: 'ready',
    anywhere: true,
  },
  'a base, and an address of the settings that is relative': {
    markup: ({ attacker }) => `<base href="${attacker}/">${ELEMENT}`,
    widget: { scriptUrl: '/attack.js', handOff: handOff() },
    told: 'script-failed',
    anywhere: true,
  },
  'a name that the library may read': {
    markup:
      () => `<a id="trustedTypes"></a><a id="lendingElements"></a><form id="VendorFunding"><input name="init"></form>
      <img name="baseURI">${ELEMENT}`,
    told: 'ready',
    anywhere: true,
  },
};
