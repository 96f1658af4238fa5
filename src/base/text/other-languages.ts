// For pages in another language than English. It loads with the first of them.
import type { Settings } from '../../schema/settings.js';
import { languages, loaders, renderAll, type TextHost } from './languages.js';

/** Milliseconds for which an element waits for a language before it shows English. */
const MAX_WAIT_MS = 4000;
/** Not every browser knows the direction of a language. */
const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/** An element with its own text. */
interface Speaker extends TextHost {
  readonly text: { requestedLanguage(): string; settings(): Settings };
  readonly diagnostics?: 'on' | 'off';
}

const loading = new Map<string, Promise<unknown>>();
const told = new Set<string>();

export const directionOf = (language: string) => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr');

/** Loads the first of these languages that loads on demand, once. Returns undefined if nothing has to load. */
export function loadLanguage(host: TextHost, tags: readonly string[]): Promise<unknown> | undefined {
  const tag = tags.find((one) => loaders.has(one));
  if (tag) return loading.get(tag) ?? startLoading(tag);
  if (!tags.some((one) => languages.has(one))) tellNoLanguage(host);
  return undefined;
}

function startLoading(tag: string): Promise<unknown> {
  const loaded = loaders.get(tag)!()
    // The page's own sentences override those of the language.
    .then(({ sentences }) => void languages.set(tag, { ...sentences, ...languages.get(tag) }))
    .catch((error: unknown) =>
      console.error(`The sentences in "${tag}" did not load, so the elements speak English.`, error),
    )
    .finally(() => {
      loaders.delete(tag);
      renderAll();
    });
  const wait = Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  loading.set(tag, wait);
  return wait;
}

/** Warns the developer, once for each language that a page requests, that it has no sentences. */
function tellNoLanguage(host: TextHost): void {
  const { text, diagnostics } = host as Speaker;
  const language = text.requestedLanguage();
  if (told.has(language) || [diagnostics, text.settings().diagnostics].includes('off')) return;
  told.add(language);
  console.warn(
    `<${host.localName}> has no sentences in "${language}", so it speaks English. Add them with addLanguage(), or set lang="en" on the element.`,
  );
}
