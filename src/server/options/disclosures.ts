import { LendingError } from '../../errors.js';
import { OWN_TEXTS } from '../../languages/own-texts.js';
import { closestTag } from '../../schema/consent/language-tags.js';
import {
  insertNames,
  type BrokerLine,
  type BrokerTexts,
  type ConsentNotice,
  type Texts,
} from '../../schema/consent/notice.js';
import type { Settings } from '../../schema/settings.js';

type Broker = NonNullable<Settings['partner']['broker']>;
type OwnTexts = (typeof OWN_TEXTS)[string];

/** Returns the notices as they are shown, with the names and the lines about the broker. Throws `config-invalid` for a missing text. */
export function completeNotices(notices: readonly ConsentNotice[], { name: partner, broker }: Settings['partner']) {
  return notices.map((notice) => {
    if (!broker) return insertNames(notice, { partner });
    const { name, registrationNumber } = broker;
    const lines = linesAbout(broker, notices[0]!.locale).map((line) => lineIn(notice.locale, line));
    return insertNames(notice, { partner, broker: name }, { name, registrationNumber, lines });
  });
}

/** A sentence of the library in each of its languages. */
const ownTexts = (text: (own: OwnTexts) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(OWN_TEXTS).map(([code, own]) => [code, text(own)]));

/** The lines about a broker, each with its texts by language. A plain string of the partner is in the language of the first notice. */
export function linesAbout(broker: Broker, first: string): BrokerTexts[] {
  const { name, registrationNumber: number, statement, lenders, disclosures = [] } = broker;
  // The first language is that of the first notice, for pages in a language that has no text.
  const byTag = (texts: Texts) => {
    if (typeof texts === 'string') return { [first]: texts };
    const tag = closestTag(Object.keys(texts), first) ?? '';
    return { [tag]: texts[tag]!, ...texts };
  };
  const choice = (own: OwnTexts) =>
    lenders === 1 ? own.one(name) : lenders === 'market' ? own.market(name) : own.panel(name, lenders!);
  const built = (own: OwnTexts) => own.statement(name, number ? own.number(number) : '');
  return [
    { id: 'statement', texts: statement ? byTag(statement) : ownTexts(built) },
    ...(lenders ? [{ id: 'lenders' as const, texts: ownTexts(choice) }] : []),
    ...disclosures.flatMap(({ id, text, link }) => [
      { id, texts: byTag(text) },
      ...(link ? [{ id, texts: byTag(link.text), url: link.url }] : []),
    ]),
  ];
}

/** A line about a broker in the language of a notice. */
function lineIn(locale: string, { id, texts, url }: BrokerTexts): BrokerLine {
  const text = texts[closestTag(Object.keys(texts), locale) ?? ''];
  if (text) return url ? { id, text, url } : { id, text };
  const setting = id === 'statement' || id === 'lenders' ? id : `disclosures (${url ? 'link of ' : ''}${id})`;
  const message = `createHandler({ settings }): partner.broker.${setting} has no text in "${locale}", the language of a notice.`;
  const remedy =
    'Give the text for the language of each notice, like { en: "…", pl: "…" }; instead of lenders, a disclosure with the id "panel".';
  throw new LendingError('config-invalid', message, { remedy });
}

/** The statement of authority by language: the library's own in each of its languages, or the partner's. */
export const statementsOf = (authority: Settings['authority'], locale: string): Record<string, string> | undefined => {
  if (authority === true) return ownTexts((own) => own.authority);
  return typeof authority === 'string' ? { [locale]: authority } : authority || undefined;
};
