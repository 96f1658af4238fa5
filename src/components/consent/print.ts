import { markStyles } from '../../base/look/success-mark.js';
import { tokens } from '../../base/look/styles.js';
import { receiptStyles } from './receipt.styles.js';

/** The styles of the page in our own light theme, on paper. The strictest policy allows a constructed style sheet. */
const PRINT_STYLES = `${[tokens, markStyles, receiptStyles].join('').replaceAll(':host', 'body')}
  body { margin: 0; --_text-body: 10.5pt; --_text-small: 9pt; --_space-inner: 9pt; }
  .receipt { max-width: none; }
  h1 { font-size: 18pt; }
  .letterhead :is(img, svg) { max-height: 36pt; }
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
