import { LendingError } from '../../errors.js';
import type { ConsentNotice, ShownNotice } from './notice.js';

/** The names that replace `{partner}` and `{broker}` in the texts of a notice. */
export interface NoticeNames {
  partner?: string | undefined;
  broker?: string | undefined;
}

type Name = keyof NoticeNames;
/** The words that replace a name that is not set, in English only. */
const UNNAMED: Record<Name, string> = { partner: 'this site', broker: 'the lending service' };

const isName = (name: string): name is Name => Object.hasOwn(UNNAMED, name);
/** Returns true if a new sentence begins after `before`. */
const beginsSentence = (before: string) => /(^|[.!?:]\s+)$/.test(before);

/** A number that differs for different lines. */
const checksum = (text: string) =>
  (
    Array.from(text).reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 0x1000193), 0x811c9dc5) >>> 0
  ).toString(16);

/**
 * Replaces the placeholders of a notice, and adds the broker. The result is shown, hashed and recorded. Its version contains the inserted
 * names and a checksum of the broker's lines, like `3 (partner: Sample Books, disclosures: 5f3a9c21)`, because another name or line
 * changes the wording. Throws `config-invalid` for an unknown placeholder, and for a name that is not set if the notice is not in English.
 */
export function insertNames(notice: ConsentNotice, known: NoticeNames, broker?: ShownNotice['broker']): ShownNotice {
  const used = new Set<Name>();
  const insert = (text: string) =>
    text.replace(/\{([^{}]*)\}(\.(?!\.))?/g, (_, name: string, stop = '', at: number) => {
      if (!isName(name)) throw placeholderError(notice, `has the placeholder {${name}}, which is not known`);
      const given = known[name];
      if (given) {
        used.add(name);
        return given.endsWith('.') ? given : given + stop;
      }
      if (!/^en\b/i.test(notice.locale))
        throw placeholderError(notice, `has the placeholder {${name}}, but that name is not set`);
      const words = UNNAMED[name];
      return (beginsSentence(text.slice(0, at)) ? words.replace(/^./, (first) => first.toUpperCase()) : words) + stop;
    });

  const { heading, points, providersHeading, links, statement } = notice;
  const inserted = {
    ...notice,
    heading: insert(heading),
    points: points.map((point) => ({ ...point, lead: point.lead && insert(point.lead), text: insert(point.text) })),
    providersHeading: providersHeading && insert(providersHeading),
    links: links.map((link) => ({ ...link, text: insert(link.text) })),
    statement: insert(statement),
  };
  const inVersion = (Object.keys(UNNAMED) as Name[]).flatMap((name) =>
    used.has(name) ? `${name}: ${known[name]}` : [],
  );
  if (broker) inVersion.push(`disclosures: ${checksum(JSON.stringify(broker.lines))}`);
  return {
    ...inserted,
    ...(broker && { broker }),
    version: inVersion.length > 0 ? `${notice.version} (${inVersion.join(', ')})` : notice.version,
  };
}

const placeholderError = ({ id, locale }: ConsentNotice, fault: string) =>
  new LendingError('config-invalid', `createHandler({ notice }): the notice "${id}" (${locale}) ${fault}.`, {
    remedy: 'Use only {partner} and {broker}, and set settings.partner.name and settings.partner.broker.name.',
  });
