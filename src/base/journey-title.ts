import { isFirst } from './journey-entry.js';
import { placeOf } from './journey-top.js';
import type { JourneyWay } from './journey-way.js';

const inOneLine = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim();

/**
 * Puts the heading of the step, which step it is and whether something is wrong before the page's own title. Headings are
 * sentences of this library or of the page's: no answer is in them. Answers how to give the page its title back.
 */
export function titlePage(way: JourneyWay): () => void {
  const { host } = way;
  let own = document.title;
  let ours: string | undefined;
  const write = () => {
    // The page may have given itself another one.
    if (document.title !== ours) own = document.title;
    const step = way.current?.renderRoot;
    // What a step shows is in a shadow root of its own, which comes and goes.
    if (step) watch(step);
    const roots = [host.renderRoot, step];
    const isWrong = roots.some((root) => root?.querySelector('#summary, #failure'));
    const heading = inOneLine((step?.querySelector('#heading') ?? host.renderRoot.querySelector('h2'))?.textContent);
    const words = `${isWrong ? `${host.text.term('error')} ` : ''}${heading}`;
    ours = [words, placeOf(host.text, way.steps, way.shown), own].filter(Boolean).join(' – ');
    if (isFirst(host) && document.title !== ours) document.title = ours;
  };
  const observer = new MutationObserver(write);
  const watch = (root: Node) => observer.observe(root, { childList: true, characterData: true, subtree: true });
  watch(host.renderRoot);
  watch(document.head);
  write();
  return () => {
    observer.disconnect();
    if (document.title === ours) document.title = own;
  };
}
