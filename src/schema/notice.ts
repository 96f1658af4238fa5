import * as z from 'zod/mini';
import { LendingError } from '../errors.js';
import { missingPoints, NOTICE_POINTS } from './notice-points.js';
import { line, optional } from './wire.js';

export { NOTICE_POINTS } from './notice-points.js';

const paragraph = () => line(2000);
const secureUrl = () => z.string().check(z.regex(/^https:\/\/[^\s"'<>]+$/, 'format'));

const link = z.strictObject({
  text: line(),
  url: secureUrl(),
  /** The version of what the link leads to, where it has one. It is recorded, not shown. */
  version: optional(line()),
});

const broker = z.strictObject({
  /** As it stands on the register. */
  legal_name: line(),
  registration_number: optional(line()),
  /** What the applicant reads about it. Default, in English: that it is a credit broker, not a lender. */
  statement: optional(paragraph()),
});

/** Whether somebody could read it, in any script. What HTML writes for a sign is none here, nor is a placeholder for a name. */
const hasWords = (text: unknown) =>
  typeof text === 'string' && (text.replace(/&#?\w+;|\{[^{}]*\}/g, '').match(/\p{L}/gu) ?? []).length >= 8;

const wordless = (points: readonly ConsentNotice['points'][number][]) =>
  missingPoints({ points: points.filter((point) => hasWords(point?.text)) });

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const noticeShape = z.strictObject({
  /** Which notice this is, among a partner's notices. */
  id: line(),
  /**
   * Changes whenever a word of the notice changes: a changed text under an old version is refused. The names that the handler
   * inserts are added to it, like `3 (partner: Sample Books)`.
   */
  version: line(),
  /** The language of the text, as a BCP 47 tag. */
  locale: line(35).check(z.refine(isLanguageTag, 'is no language tag')),
  heading: line(),
  /** Who introduces the applicant to the providers, where a partner has to say so. */
  broker: optional(broker),
  /** The points, each with the id of what it conveys. The four of `NOTICE_POINTS` are mandatory. */
  points: z.array(z.strictObject({ id: line(), text: paragraph() })),
  /** What stands above the names of the providers. */
  providers_heading: optional(line()),
  /** Who the offers come from. Empty where the partner cannot name them. */
  providers: z.array(z.strictObject({ name: line() })),
  links: z.array(link),
  /** What the applicant affirms by ticking the box, in the first person. */
  statement: paragraph(),
});

export type ConsentNotice = z.infer<typeof noticeShape>;

/**
 * A notice as data. In its texts `{partner}` and `{broker}` stand for the names of `settings.partner`, which the handler inserts
 * before it shows, hashes and records the notice. One without a mandatory point is refused with a sentence that names the
 * point.
 */
export const consentNotice = noticeShape.check(
  z.refine(({ points }) => wordless(points).length === 0, 'point-missing'),
  z.refine(({ points }) => new Set(points.map(({ id }) => id)).size === points.length, {
    path: ['points'],
    message: 'has a point twice',
  }),
  z.refine(({ providers, providers_heading }) => providers.length === 0 || !!providers_heading, {
    path: ['providers_heading'],
    message: 'empty',
  }),
  z.refine(({ broker }) => !broker || !!broker.statement, { path: ['broker', 'statement'], message: 'empty' }),
);

/** Checks a partner's notice when the backend starts. Throws `config-invalid`, naming what is wrong, whatever it is given. */
export function checkNotice(notice: ConsentNotice): ConsentNotice {
  const shape = z.safeParse(noticeShape, notice);
  const result = shape.success ? z.safeParse(consentNotice, withBroker(shape.data)) : shape;
  if (result.success) return result.data;
  const { path, message, code, ...issue } = result.error.issues[0]!;
  const [missing] = wordless([notice?.points ?? []].flat());
  const at = [...path, ...((issue as { keys?: string[] }).keys ?? [])].join('.');
  const what = missing
    ? `the point "${missing}" is missing, or has too few words`
    : `"${at}" ${code === 'custom' && message.includes(' ') ? message : 'is missing or has the wrong shape'}`;
  throw new LendingError('config-invalid', `The consent notice is incomplete: ${what}.`, {
    remedy: `A notice needs the points ${NOTICE_POINTS.join(', ')}; each may be reworded, none may be left out.`,
  });
}

/** A broker's statement has words of ours in English only: in another language the partner says it. */
function withBroker(notice: ConsentNotice): ConsentNotice {
  const { broker, locale } = notice;
  if (!broker || broker.statement || !/^en\b/i.test(locale)) return notice;
  const number = broker.registration_number ? ` (registration number ${broker.registration_number})` : '';
  return {
    ...notice,
    broker: { ...broker, statement: `${broker.legal_name}${number} is a credit broker, not a lender.` },
  };
}
