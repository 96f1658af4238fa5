import * as z from 'zod/mini';
import { LendingError } from '../errors.js';
import { missingPoints, NOTICE_POINTS } from './notice-points.js';
import { line } from './wire.js';

export { NOTICE_POINTS } from './notice-points.js';

const paragraph = () => line(2000);
const link = z.strictObject({ text: line(), url: z.string().check(z.regex(/^https:\/\//, 'format')) });

const noticeText = z.strictObject({
  /** Which notice this is, among a partner's notices. */
  id: line(),
  /** Changes whenever a word of the notice changes. */
  version: line(),
  /** The language of the text, as a BCP 47 tag. */
  locale: line(35),
  heading: line(),
  /** The points, each with the id of what it conveys. The four of `NOTICE_POINTS` are mandatory. */
  points: z.array(z.strictObject({ id: line(), text: paragraph() })),
  /** Who the offers come from. Empty where the partner cannot name them. */
  providers: z.array(z.strictObject({ name: line() })),
  links: z.array(link),
  /** What the applicant affirms by ticking the box, in the first person. */
  statement: paragraph(),
});

export type ConsentNotice = z.infer<typeof noticeText>;

/** A notice as data. One without a mandatory point is refused with a sentence that names the point. */
export const consentNotice = noticeText.check(
  z.refine((notice) => missingPoints(notice).length === 0, 'point-missing'),
);

/** Checks a partner's notice when the backend starts. Throws `config-invalid`, naming what is missing. */
export function checkNotice(notice: ConsentNotice): ConsentNotice {
  const result = z.safeParse(consentNotice, notice);
  if (result.success) return result.data;
  const [missing] = missingPoints({ points: notice.points ?? [] });
  const what = missing
    ? `the point "${missing}" is missing`
    : `"${result.error.issues[0]!.path.join('.')}" is missing or has the wrong shape`;
  throw new LendingError('config-invalid', `The consent notice is incomplete: ${what}.`, {
    remedy: `A notice needs the points ${NOTICE_POINTS.join(', ')}; each may be reworded, none may be left out.`,
  });
}
