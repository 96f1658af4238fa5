import type { Journey } from '../journey.js';
import { stepPosition } from '../progress.js';
import { isFirstJourney } from './history-entry.js';

const inOneLine = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim();

/**
 * Puts the heading of the step, its position and "Error:" before the page's own title. Headings are sentences of this library
 * or of the page: they contain no answers. Returns a function that restores the title.
 */
export function titlePage(journey: Journey): () => void {
  const { host } = journey;
  let own = document.title;
  let ours: string | undefined;
  const write = () => {
    // The page may have changed its title.
    if (document.title !== ours) own = document.title;
    const step = journey.current?.renderRoot;
    // Each step renders in its own shadow root.
    if (step) watch(step);
    const roots = [host.renderRoot, step];
    const isWrong = roots.some((root) => root?.querySelector('#summary, #failure'));
    const heading = inOneLine((step?.querySelector('#heading') ?? host.renderRoot.querySelector('h2'))?.textContent);
    const words = `${isWrong ? `${host.text.term('error')} ` : ''}${heading}`;
    ours = [words, journey.isIntroducing ? '' : stepPosition(host.text, journey.steps, journey.countedStep), own]
      .filter(Boolean)
      .join(' – ');
    if (isFirstJourney(host) && document.title !== ours) document.title = ours;
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
