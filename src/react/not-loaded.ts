import { createElement, type ReactElement } from 'react';
import { languages, type Sentences } from '../base/languages.js';
import { enNotLoaded } from '../base/locales/en-not-loaded.js';

/** The page's own line for an element that did not load. */
export const OWN_LINE = '[slot="not-loaded"]';

/** Words for the place of an element whose files did not load. An element that loads later does not show them: it has no slot for them. */
export function notLoaded(element: Element): ReactElement {
  const tag = (element.closest<HTMLElement>('[lang]')?.lang || navigator.language).toLowerCase();
  const found = [tag, tag.split('-')[0]!].find((one) => languages.has(one));
  const sentences: Sentences = { ...enNotLoaded, ...(found && languages.get(found)) };
  const say = (key: keyof typeof enNotLoaded) => sentences[key] as string;
  return createElement(
    'div',
    { key: 'not-loaded', slot: 'not-loaded', role: 'alert', lang: found ?? 'en' },
    createElement('p', null, say('not-loaded')),
    createElement('button', { type: 'button', onClick: () => location.reload() }, say('reload')),
  );
}
