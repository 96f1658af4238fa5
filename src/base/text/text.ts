import type { ReactiveController } from 'lit';
import type { LendingErrorCode, Problem } from '../../errors.js';
import type { Settings } from '../../schema/settings.js';
import { hosts, languages, renderAll, type Sentences, type TextHost } from './languages.js';
import { en } from './locales/en.js';

export { addLanguage, renderAll } from './languages.js';
export type { LoadLanguage, Sentences } from './languages.js';

/** The sentences that every element has. */
export type SharedSentences = typeof en;

type SentenceArguments<Sentence> = Sentence extends (...words: infer W) => string ? W : [];

/** Only pages in another language than English load this module. */
let others: typeof import('./other-languages.js') | undefined;

let pageObserver: MutationObserver | undefined;
/** The page's language before any translation. */
export const pageLanguage = globalThis.document?.documentElement.lang ?? '';

/**
 * The `lang` of an element, or of the nearest element around it, through shadow roots. Elements inside one of ours are
 * skipped: they have the language of its sentences, which may be another.
 */
function languageAround(element: Element): string | undefined {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  const isOurs = hosts.has(host as TextHost);
  const own = element.closest<HTMLElement>('[lang]');
  if (own?.lang && (!isOurs || own === element)) return own.lang;
  return host && languageAround(host);
}

/** Most specific first: the whole tag, the language with its region, and the language alone. */
const tagsOf = ({ baseName, language, region }: Intl.Locale): string[] =>
  [baseName, `${language}-${region}`, language].map((tag) => tag.toLowerCase());

/**
 * Finds sentences in the language of an element: its own `lang` or the one around it, else the browser's; English if there are
 * no sentences in that language.
 */
export class TextController<Loaded = SharedSentences> implements ReactiveController {
  readonly #host: TextHost;
  /** For the compiler only: a controller with more sentences can be used as one with fewer. */
  declare readonly loaded?: Loaded;
  /** `settings` returns the current settings, on which some sentences depend. */
  constructor(
    host: TextHost,
    readonly settings: () => Settings & Pick<Settings['companyTypes'][number], 'labels'>,
  ) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the focus is in the element, also in a window that is not the active one: there, WebKit matches no `:focus-within`. */
  get isFocused(): boolean {
    return this.#host.contains((this.#host.getRootNode() as Document | ShadowRoot).activeElement);
  }

  hostConnected(): void {
    hosts.add(this.#host);
    pageObserver ??= new MutationObserver(renderAll);
    // Edge marks translated text with the second attribute.
    pageObserver.observe(document, { subtree: true, attributeFilter: ['lang', '_msttexthash'] });
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
  }

  get #locale(): Intl.Locale {
    // A server does not have a `document`.
    const tag = globalThis.document ? languageAround(this.#host) || navigator.language : 'en';
    try {
      return new Intl.Locale(tag.replace(/_/g, '-'));
    } catch {
      return new Intl.Locale('en');
    }
  }

  /** Loads the sentences in this language. Returns undefined if nothing has to load. */
  load(): Promise<unknown> | undefined {
    const tags = tagsOf(this.#locale);
    if (tags.includes('en')) return undefined;
    return others
      ? others.loadLanguage(this.#host, tags)
      : import('./other-languages.js').then((loaded) => (others = loaded).loadLanguage(this.#host, tags), ignore);
  }

  /** Marks the language of the sentences and its direction: the text around them may be in another. */
  hostUpdated(): void {
    const { language } = this;
    // Setting the same language again would make the browser recompute the styles of the whole step.
    for (const part of [...this.#host.shadowRoot!.children] as HTMLElement[])
      if (part.lang !== language) {
        part.lang = language;
        part.dir = others?.directionOf(language) ?? 'ltr';
      }
  }

  /** The language that the page asks for, in lower case. */
  requestedLanguage(): string {
    return this.#locale.toString().toLowerCase();
  }

  /** The language of the sentences, dates and numbers: English if the requested language does not have any. */
  get language(): string {
    const locale = this.#locale;
    return tagsOf(locale).some((tag) => tag === 'en' || languages.has(tag)) ? locale.toString().toLowerCase() : 'en';
  }

  term<Key extends keyof Loaded & string>(key: Key, ...words: SentenceArguments<Loaded[Key]>): string {
    return this.maybe(key, ...words) ?? key;
  }

  /** Returns a sentence that may not exist, like the hint of a field. */
  maybe(key: string, ...words: unknown[]): string | undefined {
    // A home address uses the sentences of the business address, unless it has its own.
    const sentence = this.#find(key) ?? this.#find(key.replace('addresses', 'address'));
    if (typeof sentence !== 'function') return sentence;
    const said = (sentence as (this: Settings, ...words: unknown[]) => string).apply(this.settings(), words);
    // A name can end with a full stop, like “Sample Inc.”.
    return said.replace(/(?<!\.)\.\.(?=\s|$)/g, '.');
  }

  failure(code: LendingErrorCode, ...words: unknown[]): string {
    return (
      this.maybe(`failure.${code}`, ...words) ?? this.maybe(`failure.${code.split('-')[0]}`) ?? this.maybe('failure')!
    );
  }

  /** The partner's label of a field of the business, by its key, for the type of the business. */
  label(key: string): string | undefined {
    return this.settings().labels?.[`company.${key}`];
  }

  /** The label of a choice; else the sentence for its code, or the code itself. */
  choice(choice: { value: string; label?: string | undefined }): string {
    return choice.label ?? this.maybe(`choice.${choice.value}`) ?? choice.value;
  }

  #find(key: string): Sentences[string] | undefined {
    // Most pages have English alone, and this is called for every sentence.
    for (const tag of languages.size > 0 ? tagsOf(this.#locale) : []) {
      const sentence = languages.get(tag)?.[key];
      if (sentence) return sentence;
    }
    return (en as Sentences)[key];
  }
}

/** The key of a field's sentences: its path without `company` or `applicant`, and without numbers. */
export const fieldKey = (path: string) =>
  path.replace(/^(applicant\.)?addresses\.[1-9]\d*/, 'previous').replace(/^(company|applicant)\.|\.\d+(?=\.|$)/g, '');

/** If that file does not load, the elements show English. */
const ignore = () => undefined;

/** Describes a problem: with the field's own sentence for this reason, else with the general sentence and the field's noun. */
export function problemSentence<Loaded>(text: TextController<Loaded>, { path, reason, params = {} }: Problem): string {
  const field = fieldKey(path);
  const label = text.label(field);
  const own = label ? undefined : text.maybe(`${field}.${reason}`);
  if (own) return own;
  const [, index] = /\.(\d+)/.exec(path) ?? [];
  const noun = label ? `“${label}”` : (text.maybe(`${field}.noun`, Number(index)) ?? text.maybe('field.noun'));
  return text.maybe(`problem.${reason}`, noun, params) ?? text.maybe('problem.format', noun)!;
}

/** Adds sentences that load later. Returns a function that types a controller as one that has these sentences. */
export function addSentences<Added extends Sentences>(added: Added) {
  Object.assign(en, added);
  return <Loaded>(text: TextController<Loaded>) => text as TextController<Loaded & Added>;
}
