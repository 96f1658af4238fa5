import * as z from 'zod/mini';
import { LendingError } from '../errors.js';
import { isRecord } from './answers.js';
import { missingPoints, NOTICE_POINTS } from './notice-points.js';
import { line } from './wire.js';

export { NOTICE_POINTS } from './notice-points.js';

const paragraph = () => line(2000);
const secureUrl = () => z.string().check(z.regex(/^https:\/\/[^\s"'<>]+$/, 'format'));

const link = z.strictObject({
  text: line(),
  url: secureUrl(),
  /** The version of what the link leads to, where it has one. It is recorded, not shown. */
  version: z.optional(line()),
});

const broker = z.strictObject({
  /** As it stands on the register. */
  legal_name: line(),
  registration_number: z.optional(line()),
  /** What the applicant reads about it. Default, in English: that it is a credit broker, not a lender. */
  statement: z.optional(paragraph()),
});

const point = z.strictObject({ id: line(), text: paragraph() });

/** Fewer letters than this are no words, in any script. */
const FEWEST_LETTERS = 8;
const lettersOf = (text: string) => text.replace(/&#?\w+;/g, '').match(/\p{L}/gu) ?? [];

/** A mandatory point is there to be read, and once. */
const saysItsPoints = z.check<z.infer<typeof point>[]>(({ value, issues }) => {
  for (const [index, { id, text }] of value.entries()) {
    const isWordless = NOTICE_POINTS.includes(id as never) && lettersOf(text).length < FEWEST_LETTERS;
    const isTwice = value.findIndex((one) => one.id === id) < index;
    if (isWordless) issues.push({ code: 'custom', input: text, path: [index, 'text'], message: 'wordless' });
    if (isTwice) issues.push({ code: 'custom', input: id, path: [index, 'id'], message: 'twice' });
  }
});

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
  /** Changes whenever a word of the notice changes: a changed text under an old version is refused. */
  version: line(),
  /** The language of the text, as a BCP 47 tag. */
  locale: line(35).check(z.refine(isLanguageTag, 'language')),
  heading: line(),
  /** Who introduces the applicant to the providers, where a partner has to say so. */
  broker: z.optional(broker),
  /** The points, each with the id of what it conveys. The four of `NOTICE_POINTS` are mandatory. */
  points: z.array(point).check(saysItsPoints),
  /** What stands above the names of the providers. */
  providers_heading: z.optional(line()),
  /** Who the offers come from. Empty where the partner cannot name them. */
  providers: z.array(z.strictObject({ name: line() })),
  links: z.array(link),
  /** What the applicant affirms by ticking the box, in the first person. */
  statement: paragraph(),
});

export type ConsentNotice = z.infer<typeof noticeShape>;

/** A notice as data. One without a mandatory point is refused with a sentence that names the point. */
export const consentNotice = noticeShape.check(
  z.refine((notice) => missingPoints(notice).length === 0, 'point-missing'),
  z.refine(({ providers, providers_heading }) => providers.length === 0 || !!providers_heading, {
    path: ['providers_heading'],
    message: 'empty',
  }),
  z.refine(({ broker }) => !broker || !!broker.statement, { path: ['broker', 'statement'], message: 'empty' }),
);

/** What is said of a part of a notice that is refused, by its reason. */
const REASONS: Record<string, string> = {
  wordless: 'has too few words to say what the point must convey',
  twice: 'is there twice',
  language: 'is no language tag like en-GB',
};

/** Checks a partner's notice when the backend starts. Throws `config-invalid`, naming what is wrong, whatever it is given. */
export function checkNotice(notice: ConsentNotice): ConsentNotice {
  const shape = z.safeParse(noticeShape, notice);
  const result = shape.success ? z.safeParse(consentNotice, withBroker(shape.data)) : shape;
  if (result.success) return result.data;
  throw new LendingError('config-invalid', `The consent notice ${whatIsWrong(notice, result.error.issues[0]!)}.`, {
    remedy: `A notice needs the points ${NOTICE_POINTS.join(', ')}; each may be reworded, none may be left out.`,
  });
}

function whatIsWrong(notice: unknown, { path, message, ...issue }: z.core.$ZodIssue): string {
  if (!isRecord(notice) || Array.isArray(notice)) return 'is no object';
  const points = Array.isArray(notice.points) ? notice.points.filter(isRecord) : [];
  const [missing] = missingPoints({ points: points as ConsentNotice['points'] });
  if (missing) return `is incomplete: the point "${missing}" is missing`;
  const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  if (unknown !== undefined) return `is wrong: "${[...path, unknown].join('.')}" is not known`;
  return `is wrong: "${path.join('.')}" ${REASONS[message] ?? 'is missing or has the wrong shape'}`;
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
