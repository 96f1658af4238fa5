/** The stand-in widget's looks. Without `light-dark()` it is light. */
export const WIDGET_STYLES = `
:host {
  --ink: #13262b;
  --quiet: #33474d;
  --page: #ffffff;
  --card: #f4f8f9;
  --edge: #6b858c;
  --accent: #0b5563;
  --on-accent: #ffffff;
  display: block;
  container-type: inline-size;
}
@supports (color: light-dark(#000, #fff)) {
  :host {
    --ink: light-dark(#13262b, #e9f1f3);
    --quiet: light-dark(#33474d, #c3d2d6);
    --page: light-dark(#ffffff, #10191c);
    --card: light-dark(#f4f8f9, #18262b);
    --edge: light-dark(#6b858c, #6f8a92);
    --accent: light-dark(#0b5563, #8fd6e4);
    --on-accent: light-dark(#ffffff, #06222a);
  }
}
*, ::before, ::after { box-sizing: border-box; }
section {
  padding: 1.5rem;
  border: 1px solid var(--edge);
  border-radius: 0.75rem;
  background: var(--page);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
  text-align: start;
  overflow-wrap: anywhere;
}
h3, h4, p, ul, dl, dd { margin: 0; }
h3 { font-size: 1.375rem; line-height: 1.3; }
h4 { font-size: 1.125rem; line-height: 1.4; }
p { margin-block-start: 0.25rem; color: var(--quiet); }
ul { display: grid; gap: 1rem; margin-block-start: 1.25rem; padding: 0; list-style: none; }
li {
  display: grid;
  gap: 1rem;
  padding: 1.25rem;
  border: 1px solid var(--edge);
  border-inline-start: 0.25rem solid var(--accent);
  border-radius: 0.5rem;
  background: var(--card);
}
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: 0.75rem 1.5rem; }
dt { color: var(--quiet); font-size: 0.875rem; }
dd { font-size: 1.125rem; font-weight: 600; font-variant-numeric: tabular-nums; }
button {
  justify-self: start;
  min-block-size: 2.75rem;
  padding: 0.5rem 1.25rem;
  border: 2px solid var(--accent);
  border-radius: 0.375rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--page); color: var(--accent); }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
[role='status'] { color: var(--ink); font-weight: 600; }
[role='status']:not(:empty) { margin-block-start: 1rem; }
@container (max-width: 26rem) {
  section { padding: 1rem; }
  li { padding: 1rem; }
  button { justify-self: stretch; }
}
`;
