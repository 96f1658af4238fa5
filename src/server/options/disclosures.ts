import { LendingError } from '../../errors.js';
import { OWN_TEXTS } from '../../languages/own-texts.js';
import { closestTag, languageOf } from '../../schema/consent/language-tags.js';
import { insertNames, type ConsentNotice, type BrokerLine, type Texts } from '../../schema/consent/notice.js';
import type { Settings } from '../../schema/settings.js';

type Broker = NonNullable<Settings['partner']['broker']>;

/** Returns the notices as they are shown, with the names and the lines about the broker. Throws `config-invalid` for a missing text. */
export function completeNotices(notices: readonly ConsentNotice[], { name: partner, broker }: Settings['partner']) {
  return notices.map((notice) => {
    if (!broker) return insertNames(notice, { partner });
    const { name, registrationNumber } = broker;
    const lines = linesAbout(broker, notice.locale, notices[0]!.locale);
    return insertNames(notice, { partner, broker: name }, { name, registrationNumber, lines });
  });
}

/** The lines about a broker in one language. A plain string is in the language of the first notice. */
function linesAbout(broker: Broker, locale: string, first: string): BrokerLine[] {
  const { name, registrationNumber: number, statement, lenders, disclosures = [] } = broker;
  const own = OWN_TEXTS[languageOf(locale)];
  const find = (setting: string, texts: Texts | undefined, byDefault?: string): string => {
    const byTag = typeof texts === 'string' ? { [first]: texts } : (texts ?? {});
    const text = texts ? byTag[closestTag(Object.keys(byTag), locale) ?? ''] : byDefault;
    if (text) return text;
    const message = `createHandler({ settings }): partner.broker.${setting} has no text in "${locale}", the language of a notice.`;
    const remedy =
      'Give the text for the language of each notice, like { en: "…", pl: "…" }; instead of lenders, a disclosure with the id "panel".';
    throw new LendingError('config-invalid', message, { remedy });
  };
  const choice = lenders === 1 ? own?.one(name) : lenders === 'market' ? own?.market(name) : own?.panel(name, lenders!);
  return [
    { id: 'statement', text: find('statement', statement, own?.statement(name, number ? own.number(number) : '')) },
    ...(lenders ? [{ id: 'lenders' as const, text: find('lenders', undefined, choice) }] : []),
    ...disclosures.flatMap(({ id, text, link }) => [
      { id, text: find(`disclosures (${id})`, text) },
      ...(link ? [{ id, text: find(`disclosures (link of ${id})`, link.text), url: link.url }] : []),
    ]),
  ];
}

/** The statement of authority by language: the library's own in each of its languages, or the partner's. */
export const statementsOf = (authority: Settings['authority'], locale: string): Record<string, string> | undefined => {
  if (authority === true)
    return Object.fromEntries(Object.entries(OWN_TEXTS).map(([code, { authority: text }]) => [code, text]));
  return typeof authority === 'string' ? { [locale]: authority } : authority || undefined;
};
