import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { LendingErrorCode, Problem } from '../errors.js';
import type { CalendarDate } from '../schema/dates.js';
import type { Settings } from '../schema/session.js';
import { en, type Text } from './locales/en.js';

/** What goes into a sentence. */
type Words<Sentence> = Sentence extends (...words: infer W) => string ? W : [];

type Host = ReactiveControllerHost & HTMLElement;

const languages = new Map<string, Partial<Text>>();
/** The elements on the page, which are rendered anew when another language is spoken. */
const hosts = new Set<Host>();
/** Renders every element again: the sentences have changed. */
export const renderAll = () => hosts.forEach((host) => host.requestUpdate());
let page: MutationObserver | undefined;
/** As the page came, before any translation of it. */
export const pageLanguage = globalThis.document?.documentElement.lang ?? '';

/** Adds sentences in another language, by its code (`cy`, `pt-BR`). What is missing is said in English. */
export function addLanguage(code: string, sentences: Partial<Text>): void {
  const key = code.toLowerCase();
  languages.set(key, { ...languages.get(key), ...sentences });
  renderAll();
}

/**
 * The language that the page gives an element, itself or around it, through the shadow roots that it is in. In an element of
 * ours, the markup around it has the language of that element's sentences, which may be another.
 */
function languageAround(element: Element): string | undefined {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  const isOurs = hosts.has(host as Host);
  const own = element.closest<HTMLElement>('[lang]');
  if (own?.lang && (!isOurs || own === element)) return own.lang;
  return host && languageAround(host);
}

/** The sentences in the language of an element: its own `lang` or that around it, else the browser's; English where there are none. */
export class TextController implements ReactiveController {
  readonly #host: Host;
  /** `settings` are what some sentences depend on, as they are when a sentence is asked for. */
  constructor(
    host: Host,
    readonly settings: () => Settings,
  ) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    hosts.add(this.#host);
    page ??= new MutationObserver(renderAll);
    // The second is how Edge marks what it has translated.
    page.observe(document, { subtree: true, attributeFilter: ['lang', '_msttexthash'] });
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
  }

  get #locale(): Intl.Locale {
    // A server has no page.
    const tag = globalThis.document ? languageAround(this.#host) || navigator.language : 'en';
    try {
      return new Intl.Locale(tag.replace(/_/g, '-'));
    } catch {
      return new Intl.Locale('en');
    }
  }

  /** The sentences may be in another language than what is around them: a voice must know. */
  hostUpdated(): void {
    for (const part of this.#host.shadowRoot!.children) (part as HTMLElement).lang = this.spoken;
  }

  /** The language, in lower case. */
  lang(): string {
    return this.#locale.toString().toLowerCase();
  }

  /** The language of the sentences, and so of the dates and numbers in them: English where there are none in another. */
  get spoken(): string {
    return this.#tags.some((tag) => tag === 'en' || languages.has(tag)) ? this.lang() : 'en';
  }

  /** A sentence. */
  term<Key extends keyof Text>(key: Key, ...words: Words<Text[Key]>): string {
    return this.maybe(key, ...words) ?? key;
  }

  /** A sentence that may not exist, like the hint of a field. */
  maybe(key: string, ...words: unknown[]): string | undefined {
    // A home's address is asked for in the same words as a business's, but for what it is called in other sentences.
    const sentence = this.#find(key) ?? this.#find(key.replace('addresses', 'address'));
    return typeof sentence === 'function'
      ? (sentence as (this: Settings, ...words: unknown[]) => string).apply(this.settings(), words)
      : sentence;
  }

  /** A number as the language writes it. */
  number(number: number, options?: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.spoken, options).format(number);
  }

  /** An amount of money, with its sign. Pence are two digits, or none. */
  money(amount: number): string {
    const digits = Number.isInteger(amount) ? 0 : 2;
    const number = this.number(amount, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return this.term('money', number, this.settings().currency_sign);
  }

  /** What is said about a field: its own sentence for this reason, else the general one with the field's noun. */
  problem({ path, reason, params = {} }: Problem): string {
    const field = fieldKey(path);
    const own = this.maybe(`${field}.${reason}`);
    if (own) return own;
    const [, index] = /\.(\d+)/.exec(path) ?? [];
    const noun = this.maybe(`${field}.noun`, Number(index)) ?? this.term('field.noun');
    return this.maybe(`problem.${reason}`, noun, params) ?? this.term('problem.format', noun);
  }

  /** What the applicant is told when something other than a field is wrong. */
  failure(code: LendingErrorCode, ...words: unknown[]): string {
    return (
      this.maybe(`failure.${code}`, ...words) ?? this.maybe(`failure.${code.split('-')[0]}`) ?? this.term('failure')
    );
  }

  /** What a code of the wire is called, where this library has a word for it; else the code. */
  choice(choice: { value: string; label?: string | undefined }): string {
    return choice.label ?? this.maybe(`choice.${choice.value}`) ?? choice.value;
  }

  /** A country in words, by its code. What is no code of a country stays as it is. */
  // Spec: whether `UK` or `GB` is the code is not shown; ISO 3166 has `GB`, and the samples have both.
  country(code: string): string {
    try {
      const names = new Intl.DisplayNames(this.spoken, { type: 'region' });
      return names.of(code.toUpperCase().replace(/^UK$/, 'GB')) ?? code;
    } catch {
      return code;
    }
  }

  /** A day in words. */
  day({ year, month, day }: CalendarDate): string {
    // "en" alone would put the month first, where the form asks for the day.
    const language = this.spoken === 'en' ? 'en-GB' : this.spoken;
    const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    return words.format(Date.UTC(year, month - 1, day));
  }

  /** The most particular goes first: the language as it stands, with its region, and alone. */
  get #tags(): string[] {
    const { baseName, language, region } = this.#locale;
    return [baseName, `${language}-${region}`, language].map((tag) => tag.toLowerCase());
  }

  #find(key: string): Text[keyof Text] | undefined {
    for (const tag of this.#tags) {
      const sentence = languages.get(tag)?.[key as keyof Text];
      if (sentence) return sentence;
    }
    return en[key as keyof typeof en];
  }
}

/** A field's key among the sentences: its path without the object of the application, and the numbers of list items. */
export const fieldKey = (path: string) =>
  path.replace(/^(applicant\.)?addresses\.[1-9]\d*/, 'previous').replace(/^(company|applicant)\.|\.\d+(?=\.|$)/g, '');

/** Adds the sentences of elements that load later. */
export const addText = (more: Partial<Text>) => void Object.assign(en, more);
