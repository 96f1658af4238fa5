import * as z from 'zod/mini';
import { LendingError } from '../../errors.js';
import { textLineSchema, optional } from '../fields/wire.js';
import { must } from '../parse-options.js';
import { missingPoints, NOTICE_POINTS } from './notice-points.js';

export { NOTICE_POINTS } from './notice-points.js';

export const paragraph = () => textLineSchema(2000);
export const secureUrl = () =>
  z.string().check(must((url: string) => /^https:\/\/[^\s"'<>]+$/.test(url), 'the https URL of a page'));

/** A partner's text in the language of the first notice, or one for each language tag. It has no placeholders: nothing would replace them. */
export const texts = () => {
  const text = paragraph().check(must((one: string) => !/[{}]/.test(one), 'a string without a placeholder'));
  const byTag = z.record(z.string(), text).check(z.refine((all: object) => Object.keys(all).length > 0, 'empty'));
  return z.union([text, byTag]);
};
export type Texts = z.infer<ReturnType<typeof texts>>;

/** A line about the broker, in one language, and its topic. A line with a URL is a link. */
export interface BrokerLine {
  id: 'statement' | 'lenders' | 'status' | 'commission' | 'fee' | 'panel' | 'complaints';
  text: string;
  url?: string | undefined;
}

/** A line about the broker, with its text for each language tag that has one. */
export type BrokerTexts = Omit<BrokerLine, 'text'> & { texts: Readonly<Record<string, string>> };

const link = z.strictObject({
  text: textLineSchema(),
  url: secureUrl(),
  /** The version of the linked document. It is recorded, not shown. Default: none. */
  version: optional(textLineSchema()),
});

const point = z.strictObject({
  /** The id of the point. Those in `NOTICE_POINTS` have an icon on the page. */
  id: textLineSchema(),
  /** Three to six words above the text, in bold. They are part of the recorded wording. Default: none. */
  lead: optional(textLineSchema(80)),
  /** The text of the point. */
  text: paragraph(),
});

/** Returns true if a string has at least eight letters of any script. HTML entities and placeholders do not count. */
const hasWords = (text: unknown) =>
  typeof text === 'string' && (text.replace(/&#?\w+;|\{[^{}]*\}/g, '').match(/\p{L}/gu) ?? []).length >= 8;

const pointsWithoutWords = (points: readonly ConsentNotice['points'][number][]) =>
  missingPoints({ points: points.filter((point) => hasWords(point?.text)) });

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const noticeShape = z.strictObject({
  /** The id of the notice. It distinguishes a partner's notices. */
  id: textLineSchema(),
  /**
   * The version of the wording. Change it whenever you change a word: changed wording with an old version is rejected. The handler adds
   * the names that it inserts, like `3 (partner: Sample Books)`.
   */
  version: textLineSchema(),
  /** The language of the text, as a BCP 47 tag like `en-GB`. */
  locale: textLineSchema(35).check(z.refine(isLanguageTag, 'is not a language tag')),
  heading: textLineSchema(),
  /** The points of the notice, in the order in which they are shown. The four in `NOTICE_POINTS` are mandatory. */
  points: z.array(point),
  /** The line above the names of the lenders. Required if `providers` has names. */
  providersHeading: optional(textLineSchema()),
  /** The lenders that can make offers, listed under the point `selected-providers`. An empty list if you cannot name them. */
  providers: z.array(z.strictObject({ name: textLineSchema() })),
  links: z.array(link),
  /** The sentence next to the checkbox, in the first person. */
  statement: paragraph(),
});

export type ConsentNotice = z.infer<typeof noticeShape>;

/** A notice as applicants see it: the handler has inserted the names, and added the broker of `settings.partner.broker`. */
export interface ShownNotice extends ConsentNotice {
  /** The broker, with its lines below the heading. Left out if the settings name none. */
  broker?: { name: string; registrationNumber?: string | undefined; lines: BrokerLine[] } | undefined;
}

/** The schema of a consent notice. A notice without a mandatory point is rejected. */
export const consentNotice = noticeShape.check(
  z.refine(({ points }) => pointsWithoutWords(points).length === 0, 'point-missing'),
  z.refine(({ points }) => new Set(points.map(({ id }) => id)).size === points.length, {
    path: ['points'],
    message: 'has two points with the same id',
  }),
  z.refine(({ providers, providersHeading }) => providers.length === 0 || !!providersHeading, {
    path: ['providersHeading'],
    message: 'empty',
  }),
);

/** Checks a partner's notice when the backend starts, and returns it. Throws `config-invalid`, which names the wrong field. */
export function checkNotice(notice: ConsentNotice): ConsentNotice {
  const result = z.safeParse(consentNotice, notice);
  if (result.success) return result.data;
  const { path, message, code, ...issue } = result.error.issues[0]!;
  const [missing] = pointsWithoutWords([notice?.points ?? []].flat());
  const field = [...path, ...((issue as { keys?: string[] }).keys ?? [])].join('.');
  const fault = missing
    ? `the point "${missing}" is missing, or has too few words`
    : `"${field}" ${code === 'custom' && message.includes(' ') ? message : 'is missing or has the wrong shape'}`;
  throw new LendingError('config-invalid', `createHandler({ notice }): ${fault}.`, {
    remedy: `A notice needs the points ${NOTICE_POINTS.join(', ')}. You can reword each point, but not leave it out.`,
  });
}

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
