import { addLanguage, type Sentences } from '../src/base/text/text.js';
import { sentences as english } from '../src/languages/en.js';

/** The languages of the toolbar. `en-XA` has long accented words in brackets, `ar-XB` has English from right to left. */
export const LANGUAGES = ['en', 'ar', 'cy', 'de', 'es', 'fr', 'pl', 'en-XA', 'ar-XB'];

const ACCENTED: Record<string, string> = {
  a: 'å',
  c: 'ç',
  e: 'é',
  g: 'ĝ',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'û',
  y: 'ý',
};

/** Makes a sentence 40 % longer, with accents and brackets, so that a clipped end and a fixed word are seen. */
const pseudo = (text: string): string =>
  `[${text.replace(/[aceginosuy]/g, (letter) => ACCENTED[letter]!)}${' lörém'.repeat(Math.ceil((text.length * 0.4) / 6))}]`;

type Sentence = string | ((this: unknown, ...words: unknown[]) => string);

/** Amounts of money are not sentences, and nouns are parts of other sentences. */
const pseudoLocale = Object.fromEntries(
  (Object.entries(english) as [string, Sentence][])
    .filter(([key]) => key !== 'money' && !key.endsWith('.noun'))
    .map(([key, sentence]): [string, Sentence] => [
      key,
      typeof sentence === 'string'
        ? pseudo(sentence)
        : function (...words) {
            return pseudo(sentence.apply(this, words));
          },
    ]),
);

addLanguage('en-XA', pseudoLocale as Sentences);
addLanguage('ar-XB', english as Sentences);
addLanguage('ar', () => import('../translations/ar.js'));
addLanguage('cy', () => import('../translations/cy.js'));
addLanguage('de', () => import('../translations/de.js'));
addLanguage('es', () => import('../translations/es.js'));
addLanguage('fr', () => import('../translations/fr.js'));
addLanguage('pl', () => import('../translations/pl.js'));
