import { paletteRules } from '../palette.js';
import { WIDGET_FAULTS } from '../widget/config.js';
import type { WidgetHandOff } from '../widget/hand-offs.js';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const options = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([value, text]) => `<option value="${escaped(value)}">${escaped(text)}</option>`).join('');

const field = (id: string, label: string, input: string, hint = '') =>
  `<div class="field"><label for="${id}">${label}</label>${input}${hint && `<p class="hint" id="${id}-hint">${hint}</p>`}</div>`;

const LOOK = [
  field('accent', 'Accent colour', '<input type="color" id="accent" name="accent" />'),
  field(
    'logo',
    'Logo',
    '<input type="url" id="logo" name="logo" pattern="https://.+" autocomplete="off" aria-describedby="logo-hint" />',
    'Begins with https://. The policy of your page must allow it in img-src. If it does not, the widget shows your name.',
  ),
  field('name', 'Your name', '<input id="name" name="name" maxlength="60" autocomplete="off" />'),
  field(
    'pollSeconds',
    'Seconds between two polls',
    '<input type="number" id="pollSeconds" name="pollSeconds" required min="2" max="600" />',
  ),
  field(
    'fault',
    'Fault',
    `<select id="fault" name="fault" aria-describedby="fault-hint">${options([
      ['', 'None: the widget works'],
      ...Object.entries(WIDGET_FAULTS),
    ])}</select>`,
    'Shows how your page copes with a widget that fails.',
  ),
].join('');

const code = (id: string, title: string, hint: string) =>
  `<div class="code"><div class="row"><h3 id="${id}-title">${title}</h3><button type="button" data-copy="${id}">Copy<span class="hidden"> ${title.toLowerCase()}</span></button></div><p class="hint">${hint}</p><pre tabindex="0" role="region" aria-labelledby="${id}-title"><code id="${id}"></code></pre></div>`;

/** The page `/dashboard`. Its script fills in everything that can change. */
export const dashboardPage = (handOffs: readonly WidgetHandOff[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sandbox dashboard</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/dashboard/app.css" />
    <script src="/dashboard/app.js" defer></script>
  </head>
  <body>
    <header>
      <h1>Sandbox dashboard</h1>
      <p>A made-up lender at <code id="origin"></code>. Send it made-up answers only.</p>
      <nav aria-label="Sections">
        <a href="#applications">Applications</a> <a href="#look">Widget</a> <a href="#embed">Embed code</a> <a href="#keys">API keys</a>
      </nav>
      <p id="news" role="status"></p>
    </header>
    <main>
      <section id="applications" aria-labelledby="applications-title">
        <div class="row">
          <div>
            <h2 id="applications-title">Applications</h2>
            <p id="updated" class="hint"></p>
          </div>
          <p class="row"><button type="button" id="minute">Skip a minute</button><button type="button" id="reset">Forget everything</button></p>
        </div>
        <div id="records"></div>
      </section>
      <section id="look" aria-labelledby="look-title">
        <h2 id="look-title">Widget</h2>
        <p class="hint">Changes apply to every page that loads the widget after that.</p>
        <form id="look-form" class="fields">${LOOK}</form>
      </section>
      <section id="embed" aria-labelledby="embed-title">
        <h2 id="embed-title">Embed code</h2>
        <div class="fields">
          ${field('style', 'Hand-off of the token', `<select id="style">${options(handOffs.map(({ style, title }) => [style, title]))}</select>`)}
          ${field('way', 'Settings', '<select id="way"><option value="embedCode">With the embed code</option><option value="settings">With a script and a hand-off</option></select>')}
        </div>
        ${code('embed-code', 'Code for the page', 'As a service prints it. <code>{access_token}</code> is the place of the token.')}
        ${code('backend', 'Backend settings', 'The option <code>widget</code> of <code>createHandler()</code>.')}
        ${code('environment', 'Environment variables', 'For <code>fromEnv()</code>. The copy has the secret key, and a new session secret.')}
      </section>
      <section id="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">API keys</h2>
        <p class="hint">The secret key, for the header <code>x-bs-sk</code>. Keep it on your backend.</p>
        <p class="row start"><code id="key"></code><button type="button" data-copy="key">Copy<span class="hidden"> the secret key</span></button></p>
      </section>
    </main>
  </body>
</html>
`;

/** The styles of the dashboard. */
export const DASHBOARD_STYLES = `
${paletteRules(':root')}
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--tint); color: var(--ink); overflow-wrap: anywhere; }
header, main { max-inline-size: 70rem; margin-inline: auto; padding-inline: 1rem; }
header { padding-block: 1.5rem 0; }
h1, h2, h3, p, ol, ul { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { font-size: 1.25rem; }
h3 { font-size: 1.0625rem; }
header p, .hint, .ids { color: var(--quiet); }
.hint { font-size: 0.9375rem; }
.ids { font-size: 0.8125rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-block-start: 0.5rem; }
a { display: inline-block; padding-block: 0.375rem; color: var(--link); }
#news:not(:empty) { margin-block-start: 0.5rem; color: var(--good); font-weight: 600; }
main, section, #records { display: grid; gap: 1rem; }
main { padding-block: 1rem 3rem; }
section { padding: 1.25rem; border: 1px solid var(--edge); border-radius: 0.75rem; background: var(--card); scroll-margin: 1rem; }
section > *, .fields > *, .record > *, .requests > * { min-inline-size: 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem; }
.field { display: grid; gap: 0.25rem; align-content: start; }
label { font-weight: 550; }
input, select, button { min-block-size: 2.75rem; border: 1px solid var(--field); border-radius: 0.375rem; background: var(--card); color: var(--ink); font: inherit; }
input, select { inline-size: 100%; padding: 0.375rem 0.625rem; }
input[type='color'] { inline-size: 5rem; padding: 0.25rem; }
button { padding: 0.375rem 1rem; font-weight: 550; cursor: pointer; }
button:hover { border-color: var(--ink); }
:is(a, button, input, select, pre, summary):focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
.start { justify-content: start; }
.code { display: grid; gap: 0.25rem; min-inline-size: 0; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
pre { margin: 0; padding: 0.75rem; overflow: auto; max-block-size: 24rem; border-radius: 0.375rem; background: var(--tint); white-space: pre-wrap; }
.record { display: grid; gap: 0.75rem; padding: 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; }
.chip { padding: 0.125rem 0.75rem; border: 1px solid; border-radius: 1rem; font-size: 0.875rem; font-weight: 600; }
.ok { color: var(--good); }
.bad { color: var(--bad); }
.calls { display: grid; grid-template-columns: repeat(5, 1fr); gap: 0.75rem 0.5rem; padding: 0; list-style: none; }
.calls li { display: contents; }
.call { display: grid; grid-row: 1; padding: 0.5rem 0; border: solid var(--edge); border-width: 0.25rem 0 0; border-radius: 0; color: var(--quiet); font-size: 0.875rem; font-weight: 400; text-align: start; }
.call strong { color: var(--ink); font-weight: 600; }
.call.ok { border-color: var(--good); }
.call.bad { border-color: var(--bad); }
.call:is(button) strong { color: var(--link); text-decoration: underline; text-underline-offset: 0.2em; }
.requests { display: grid; grid-column: 1 / -1; gap: 0.75rem; }
.offers { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0; list-style: none; }
summary { display: list-item; padding-block: 0.5rem; cursor: pointer; }
.hidden { position: absolute; overflow: hidden; inline-size: 1px; block-size: 1px; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 48rem) {
  section { padding: 1rem; }
  .calls { grid-template-columns: 1fr; }
  .call { grid-row: auto; border-width: 0 0 0 0.25rem; padding: 0.25rem 0.75rem; }
}
`;
