/** Styles for paper. The strictest policy allows a constructed style sheet. */
const PRINT_STYLES = `
  body { margin: 0; font: 11pt/1.5 system-ui, sans-serif; }
  h1 { font-size: 18pt; }
  dt { font-weight: bold; }
  dd { margin: 0 0 6pt; }
  .lead { margin-block-end: 0; font-weight: bold; }
  .lead + p { margin-block-start: 0; }
`;

/** Prints one part alone, in a separate document. The page around the part is not printed and does not change. */
export async function printAlone(
  host: HTMLElement,
  fill: (body: HTMLElement) => void,
  print = (view: Window) => view.print(),
): Promise<void> {
  const frame = document.createElement('iframe');
  frame.className = 'hidden';
  frame.inert = true;
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const root = host.shadowRoot!;
  for (const old of root.querySelectorAll('iframe')) old.remove();
  root.append(frame);
  await isLoaded;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  // The element may have left the page.
  if (!view) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(PRINT_STYLES);
  view.document.adoptedStyleSheets = [sheet];
  view.document.documentElement.lang = host.lang;
  fill(view.document.body);
  // Browsers print the title at the top, and suggest it as the name of a PDF.
  view.document.title = view.document.querySelector('h1')?.textContent ?? '';
  view.addEventListener('afterprint', () => frame.remove());
  print(view);
}
