import { paletteRules } from '../palette.js';

/** The styles of the dashboard. */
export const DASHBOARD_STYLES = `
${paletteRules(':root')}
:root {
  color-scheme: light dark;
  font: 1rem/1.5 system-ui, sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--tint); color: var(--ink); overflow-wrap: anywhere; }
header, main { max-inline-size: 70rem; margin-inline: auto; padding-inline: 1rem; }
header { padding-block: 1.5rem 0; }
h1, h2, h3, p, dl, dd, ul { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 1.25rem; }
h3 { font-size: 1rem; }
header p, .hint { color: var(--quiet); }
.hint { font-size: 0.9375rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-block-start: 0.5rem; }
a { display: inline-block; padding-block: 0.375rem; color: var(--link); }
#news:not(:empty) { margin-block-start: 0.5rem; color: var(--good); font-weight: 600; }
main { display: grid; gap: 1rem; padding-block: 1rem 3rem; }
section { display: grid; gap: 1rem; padding: 1.25rem; border: 1px solid var(--edge); border-radius: 0.75rem; background: var(--card); scroll-margin: 1rem; }
section > *, .choices > *, .record > * { min-inline-size: 0; }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem; }
form { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem; }
.field { display: grid; gap: 0.25rem; align-content: start; }
label { font-weight: 550; }
input, select, button { min-block-size: 2.75rem; border: 1px solid var(--field); border-radius: 0.375rem; background: var(--card); color: var(--ink); font: inherit; }
input, select { inline-size: 100%; padding: 0.375rem 0.625rem; }
input[type='color'] { inline-size: 5rem; padding: 0.25rem; }
input[aria-invalid='true'] { border: 2px solid var(--bad); }
button { padding: 0.375rem 1rem; font-weight: 600; cursor: pointer; }
button:hover { border-color: var(--ink); }
:is(a, button, input, select, pre, summary):focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
.start { justify-content: start; }
.code { display: grid; gap: 0.25rem; min-inline-size: 0; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
pre { margin: 0; padding: 0.75rem; overflow: auto; max-block-size: 24rem; border-radius: 0.375rem; background: var(--tint); white-space: pre-wrap; }
dt { color: var(--quiet); }
.error { color: var(--bad); font-weight: 600; }
.error:empty { display: none; }
#records { display: grid; gap: 1rem; }
.record { display: grid; gap: 0.5rem; padding: 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; }
.record ul { display: grid; padding: 0; list-style: none; }
.record li { border-block-start: 1px solid var(--edge); }
.record > ul { margin-block-start: 0.25rem; }
.offers li { display: flex; flex-wrap: wrap; gap: 0 1rem; padding-block: 0.375rem; justify-content: space-between; }
summary { display: list-item; padding-block: 0.5rem; cursor: pointer; }
summary strong { font-weight: 600; }
.ok { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.hidden { position: absolute; overflow: hidden; inline-size: 1px; block-size: 1px; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 48rem) {
  section { padding: 1rem; }
}
`;
