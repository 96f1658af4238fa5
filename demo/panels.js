// The tabs: the code that a partner writes, and the requests and the record that it leads to.
import { html } from 'lit';

const BACKEND = `import { createHandler, fromEnv, toNodeListener } from 'lending-elements/server/node';
import { authorize, partner } from './lending-partner.mjs';

export const lending = toNodeListener(createHandler({ ...fromEnv(), authorize, settings: { partner } }));`;

/** The HTML of the chosen page. By default it has the three lines of the README. */
function pageCode({ page, theme, layout }) {
  const look = theme === 'none' && page !== 'accounting' && ' look="page"';
  const attributes = [look, page === 'sidebar' && ' density="compact"', layout === 'screens' && ' layout="screens"'];
  return [
    '<link rel="stylesheet" href="/api/lending/elements/lending-elements.css" />',
    ...(theme === 'none' ? [] : [`<link rel="stylesheet" href="/api/lending/elements/themes/${theme}.css" />`]),
    '<script type="module" src="/api/lending/elements/journey.js"></script>',
    `<lending-onboarding endpoint="/api/lending"${attributes.filter(Boolean).join('')}></lending-onboarding>`,
  ].join('\n');
}

const time = (at) => html`<time>${new Date(at).toLocaleTimeString('en-GB')}</time>`;
const json = (value) => JSON.stringify(value, null, 2);
const status = (code) => html`<b class=${code < 400 ? 'good' : 'bad'}>${code ?? 'no response'}</b>`;
const shown = (label, text) => html`<pre tabindex="0" role="region" aria-label=${label}>${text}</pre>`;

/** Colours the strings of each line. */
const coloured = (line) => line.split(/("[^"]*"|'[^']*')/).map((part, at) => (at % 2 ? html`<i>${part}</i>` : part));
const linesOf = (code) => code.split(/(?<=\n)/).map((line) => html`<span>${coloured(line)}</span>`);

const copy = (code) => async (event) => {
  await navigator.clipboard.writeText(code);
  event.target.textContent = 'Copied';
};

const renderCode = (title, code) => html`
  <p class="line"><b>${title}</b><button type="button" @click=${copy(code)}>Copy</button></p>
  ${shown(`Code: ${title}`, linesOf(code))}
`;

const renderCodes = (demo, chosen) => html`
  ${renderCode('Your page', pageCode(chosen))}${renderCode('Your backend', BACKEND)}
  <p>That is all. The library has the forms, the checks, the drafts, the record of consent and the token.</p>
`;

const renderRequest = ({ route, status: code, at, calls, code: error }) => html`
  <li>
    <p class="line"><code>${route}</code>${status(code)}${time(at)}</p>
    ${calls.map((one) => html`<p>→ ${one.call} ${status(one.status)} in ${Math.ceil(one.milliseconds)} ms</p>`)}
    ${error && html`<code>${error}</code>`}
  </li>
`;

const renderBackend = ({ requests }) => html`
  <p>The handler’s log, the newest request first. It has neither an answer of the applicant nor the key.</p>
  <ol>
    ${requests.map(renderRequest)}
  </ol>
`;

const CALLS = ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'];

const renderCall = ({ name, method, path, status: code, at, headers, body }, index, calls) => html`
  <li>
    <details ?open=${index === calls.length - 1}>
      <summary class="line"><b>${name}</b>${status(code)}<i>Request</i>${time(at)}</summary>
      ${shown(path, [`${method} ${path}\nx-bs-sk: ••••••••••••\ncontent-type: ${headers['content-type']}\n\n`, json(body)])}
    </details>
  </li>
`;

const renderService = ({ sandbox: { calls } }) => html`
  <p>The five calls as the service gets them. Only your backend has the key.</p>
  <ol>
    ${calls.map(renderCall)}
    ${CALLS.filter((one) => calls.every(({ name }) => name !== one)).map((one) => html`<li class="quiet">${one}</li>`)}
  </ol>
`;

/** Compares the hash in the record with the hash of the text in the field before the button. */
const verify = (sha256) => async (event) => {
  const [text, verdict] = event.target.closest('div').querySelectorAll('textarea, output');
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text.value));
  const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  [verdict.className, verdict.textContent] =
    hash === sha256 ? ['good', '✓ The hash matches this text.'] : ['bad', 'The hash differs: this is another text.'];
};

function renderConsent({ decision }) {
  if (!decision)
    return html`<p>The record is stored before offers are requested. It appears when the applicant decides.</p>`;
  const { event, at, notice, method } = decision.entry;
  return html`
    <h2>The applicant ${event === 'given' ? 'agreed' : 'declined'}</h2>
    <p>${new Date(at).toLocaleString('en-GB')}, with a ${method}. Notice ${notice.version}, in “${notice.locale}”.</p>
    <p>SHA-256 <code>${notice.sha256}</code></p>
    <label for="text">The text that was shown. Change a letter, and verify it again.</label>
    <textarea id="text" rows="9" .defaultValue=${notice.text}></textarea>
    <p class="line"><button type="button" @click=${verify(notice.sha256)}>Verify</button><output></output></p>
    <details>
      <summary>The whole record, as in ISO/IEC TS 27560</summary>
      ${shown('The whole record', json(decision.record))}
    </details>
  `;
}

/** The tabs: the title, the content, and the number of its entries. */
export const PANELS = [
  ['Code', renderCodes, () => 0],
  ['Your backend', renderBackend, ({ requests }) => requests.length],
  ['The service', renderService, ({ sandbox }) => sandbox.calls.length],
  ['Consent record', renderConsent, ({ decision }) => (decision ? 1 : 0)],
];
