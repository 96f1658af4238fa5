import { paletteRules } from '../../palette.js';

/** The styles of the sandbox's widget. */
export const STYLES = `
${paletteRules(':host')}
:host {
  --radius: var(--_radius, 0.75rem);
  display: block;
  container-type: inline-size;
}
*, ::before, ::after { box-sizing: border-box; }
section {
  padding: 1.5rem;
  border: 1px solid var(--edge);
  border-radius: calc(var(--radius) * 1.25);
  background: var(--page);
  color: var(--ink);
  font: 1.0625rem/1.5 var(--_font, system-ui, sans-serif);
  text-align: start;
  overflow-wrap: anywhere;
}
.inside { padding: 0; border: 0; background: none; }
h3, h4, p, ul, dl, dd { margin: 0; }
h3 { font-size: 1.625rem; font-weight: 650; line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
h4 { font-size: 1.125rem; font-weight: 600; line-height: 1.35; }
p#heading { font-weight: 600; }
#heading:focus, h4:focus, .title:focus { outline: none; }
img.brand { display: block; max-inline-size: 10rem; max-block-size: 2.5rem; margin-block-end: 1rem; object-fit: contain; }
p.brand { margin-block-end: 0.75rem; font-weight: 650; }
.lead { margin-block-start: 0.25rem; color: var(--quiet); }
.news:not(:empty) {
  margin-block-start: 1rem;
  padding: 0.75rem 1rem;
  border-inline-start: 0.25rem solid var(--accent);
  border-radius: calc(var(--radius) / 2);
  background: var(--tint);
  font-weight: 550;
}
ul { padding: 0; list-style: none; }
.body { display: grid; gap: 1.25rem; margin-block-start: 1.25rem; }
.cards { display: grid; gap: 1rem; }
.card {
  display: grid;
  gap: 1.25rem;
  padding: 1.25rem;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--card);
  box-shadow: 0 1px 2px rgb(16 40 48 / 6%), 0 6px 16px rgb(16 40 48 / 6%);
}
.card.accepted { border: 2px solid var(--good); }
.top { display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; align-items: center; justify-content: space-between; }
.badge {
  inline-size: fit-content;
  padding: 0.125rem 0.625rem;
  border: 1px solid currentcolor;
  border-radius: 1rem;
  color: var(--good);
  font-size: 0.875rem;
  font-weight: 600;
}
.facts { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem 1.5rem; }
.hero { grid-column: 1 / -1; }
dt { color: var(--quiet); font-size: 0.9375rem; line-height: 1.4; }
dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.hero dd { font-size: 2.5rem; font-weight: 700; line-height: 1.1; letter-spacing: -0.02em; }
details { border-block-start: 1px solid var(--edge); padding-block-start: 0.375rem; }
summary {
  inline-size: fit-content;
  min-block-size: 2.75rem;
  padding-block: 0.5rem;
  border-radius: 0.25rem;
  font-weight: 550;
  text-decoration: underline;
  text-underline-offset: 0.2em;
  cursor: pointer;
}
details dl { display: grid; gap: 0.5rem; padding-block: 0.25rem 0.5rem; }
details dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.question {
  display: grid;
  flex: 1;
  gap: 0.75rem;
  padding: 1rem;
  border: 1px solid var(--field);
  border-radius: calc(var(--radius) * 0.75);
  background: var(--tint);
}
.title { font-size: 1.125rem; font-weight: 650; }
button {
  min-block-size: 3.25rem;
  padding: 0.625rem 1.5rem;
  border: 2px solid var(--field);
  border-radius: calc(var(--radius) * 0.85);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.primary { background: var(--accent); color: var(--on-accent); }
.secondary { background: var(--card); color: var(--ink); }
button:hover { border-color: var(--ink); }
:is(button, summary, #heading, h4, .title):focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.more { justify-self: start; }
.body:empty { display: none; }
.example { padding: 1rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--tint); }
.others { display: grid; gap: 0.25rem; }
.others li { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding-block: 0.625rem; border-block-end: 1px solid var(--edge); color: var(--quiet); }
.others strong { color: var(--ink); font-weight: 550; }
.note { color: var(--quiet); font-size: 0.9375rem; }
.hidden { position: absolute; overflow: hidden; inline-size: 1px; block-size: 1px; clip-path: inset(50%); white-space: nowrap; }
@container (max-width: 34rem) {
  .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@container (max-width: 30rem) {
  section:not(.inside) { padding: 1rem; border-radius: var(--radius); }
  .card { padding: 1rem; box-shadow: none; }
  .hero dd { font-size: 2.25rem; }
  .actions { display: grid; flex: 1; }
  .more { justify-self: stretch; }
}
@media (forced-colors: active) {
  .badge, .news:not(:empty) { border: 1px solid; }
  .card.accepted { border-color: Highlight; }
}
`;
