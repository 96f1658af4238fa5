import { pageLanguage } from './text.js';

const language = (tag: string) => tag.toLowerCase().split('-')[0];

/**
 * Whether the page around a notice was machine-translated. Google and Chrome mark the root and change its language, Safari
 * and Firefox change the language alone, Edge marks what it has translated. A page that a site itself has put into the
 * notice's language is none.
 */
export function isTranslated(locale: string): boolean {
  const { className, lang } = document.documentElement;
  const isOther = ![language(pageLanguage), language(locale)].includes(language(lang));
  return isOther || /\btranslated-(ltr|rtl)\b/.test(className) || !!document.querySelector('[_msttexthash]');
}
