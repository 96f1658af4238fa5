import type { LaterText } from '../../base/locales/en-later.js';
import { pageLanguage } from '../../base/text.js';

const language = (tag: string) => tag.toLowerCase().split('-')[0]!;

/**
 * Whether the page around a notice was machine-translated. Google and Chrome mark the root element and change its language;
 * Safari and Firefox only change the language; Edge marks translated elements. A page that the site itself changed to the
 * language of the notice is not translated.
 */
export function isTranslated(locale: string): boolean {
  const { className, lang } = document.documentElement;
  const isOther = ![language(pageLanguage), language(locale)].includes(language(lang));
  return isOther || /\btranslated-(ltr|rtl)\b/.test(className) || !!document.querySelector('[_msttexthash]');
}

/** Says that the notice is not in the language of the page; `undefined` if it is. */
export function languageNote(text: LaterText, locale: string): string | undefined {
  if (isTranslated(locale)) return text.term('consent.translated');
  const code = language(locale);
  if (code === language(text.language)) return undefined;
  return text.term('consent.language', new Intl.DisplayNames(text.language, { type: 'language' }).of(code)!);
}
