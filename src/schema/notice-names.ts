import { LendingError } from '../errors.js';
import type { ConsentNotice } from './notice.js';

/** The names that a notice's texts can have inserted: `{partner}` and `{broker}`. Each is left out where nobody is named. */
export interface NoticeNames {
  partner?: string | undefined;
  broker?: string | undefined;
}

type Name = keyof NoticeNames;
/** The words in place of a name that is not set. Like a broker's statement, only English has words of ours. */
const UNNAMED: Record<Name, string> = { partner: 'this site', broker: 'the lending service' };

const isName = (name: string): name is Name => Object.hasOwn(UNNAMED, name);
/** Whether a placeholder at this place of a text begins a sentence. */
const beginsSentence = (before: string) => /(^|[.!?:]\s+)$/.test(before);

/**
 * The notice as it is shown, hashed and recorded: with the names in its texts. A notice that has names inserted has them in its
 * version too, so another name is another version: `3 (partner: Sample Books)`. Throws `config-invalid` for a placeholder
 * that is not known, and for one without a name in a notice that is not in English.
 */
export function insertNames(notice: ConsentNotice, names: NoticeNames): ConsentNotice {
  const known: NoticeNames = { ...names, broker: names.broker ?? notice.broker?.legal_name };
  const used = new Set<Name>();
  const insert = (text: string) =>
    text.replace(/\{([^{}]*)\}/g, (placeholder, name: string, at: number) => {
      if (!isName(name)) throw refusal(notice, `has the placeholder ${placeholder}, which nothing is inserted for`);
      const given = known[name];
      if (given) {
        used.add(name);
        return given;
      }
      if (!/^en\b/i.test(notice.locale))
        throw refusal(notice, `has the placeholder ${placeholder}, and that name is not set`);
      const words = UNNAMED[name];
      return beginsSentence(text.slice(0, at)) ? words.replace(/^./, (first) => first.toUpperCase()) : words;
    });

  const { heading, broker, points, providers_heading, links, statement } = notice;
  const inserted = {
    ...notice,
    heading: insert(heading),
    broker: broker?.statement ? { ...broker, statement: insert(broker.statement) } : broker,
    points: points.map((point) => ({ ...point, text: insert(point.text) })),
    providers_heading: providers_heading && insert(providers_heading),
    links: links.map((link) => ({ ...link, text: insert(link.text) })),
    statement: insert(statement),
  };
  const inVersion = (Object.keys(UNNAMED) as Name[]).filter((name) => used.has(name));
  if (inVersion.length === 0) return inserted;
  return {
    ...inserted,
    version: `${notice.version} (${inVersion.map((name) => `${name}: ${known[name]}`).join(', ')})`,
  };
}

const refusal = ({ id, locale }: ConsentNotice, what: string) =>
  new LendingError('config-invalid', `createHandler({ notice }): the notice "${id}" (${locale}) ${what}.`, {
    remedy: 'Use {partner} and {broker}, and set settings.partner.name and settings.partner.broker.',
  });
