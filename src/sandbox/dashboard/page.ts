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
    '<input type="url" id="logo" name="logo" inputmode="url" autocomplete="off" aria-describedby="logo-hint" />',
    'Begins with https://. The policy of your page must allow it in img-src. If it does not, the widget shows your name.',
  ),
  field('name', 'Your name', '<input id="name" name="name" maxlength="60" autocomplete="off" />'),
  field('shown', 'Offers at first', '<input type="number" id="shown" name="shown" min="1" max="24" />'),
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
        <form id="look-form" class="fields" novalidate>${LOOK}<p id="look-error" class="error" role="alert"></p></form>
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
        <p class="row start"><code id="key"></code><button type="button" id="reveal" aria-pressed="false">Reveal</button><button type="button" data-copy="key">Copy<span class="hidden"> the secret key</span></button></p>
      </section>
    </main>
  </body>
</html>
`;
