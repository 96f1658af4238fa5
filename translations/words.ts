import type { Settings } from '../src/schema/settings.js';

/** The forms of a phrase by the plural rules of its language. `#` is replaced by the number. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export const capital = (noun: string) => noun.replace(/^./, (first) => first.toUpperCase());

/** A year in the past that fits the question. */
export const yearsAgo = (years: number) => new Date().getFullYear() - years;

/** The name of the site that shows the forms, or other words. */
export const partner = ({ partner }: Settings, otherwise: string) => partner.name ?? otherwise;
/** The name of the service that passes the application to lenders, or other words. */
export const broker = ({ partner }: Settings, otherwise: string) => partner.broker?.name ?? otherwise;
/** The name of those who help, or other words. */
export const helper = ({ partner }: Settings, otherwise: string) => partner.support?.name ?? partner.name ?? otherwise;

/** A question or an error that ends with another sentence does not keep the full stop of that. */
export const withoutStop = (sentence: unknown) => String(sentence).replace(/\.$/, '');

const kindOf = (ending: string) => (ending === '.jpeg' ? 'JPG' : ending.slice(1).toUpperCase());

/** Lists, numbers and plurals in a language. */
export function wordsOf(code: string) {
  const rules = new Intl.PluralRules(code);
  // The applicant types these digits too.
  const numbers = new Intl.NumberFormat(new Intl.Locale(code, { numberingSystem: 'latn' }));
  const join = (type: 'conjunction' | 'disjunction') => {
    const list = new Intl.ListFormat(code, { type });
    return (words: readonly string[]) => list.format(words);
  };
  const or = join('disjunction');
  return {
    or,
    and: join('conjunction'),
    number: (number: number) => numbers.format(number),
    /** Returns the form for a number. */
    count: (number: number, forms: Forms) =>
      (forms[rules.select(number)] ?? forms.other).replace('#', numbers.format(number)),
    /** Lists the kinds of files by their endings: `PDF, JPG oder PNG`. */
    kinds: (endings: unknown) => or([...new Set([endings].flat().join(' ').split(' ').map(kindOf))]),
  };
}
