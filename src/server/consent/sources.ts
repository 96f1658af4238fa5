import { isRecord } from '../../schema/calls/read-answers.js';
import type { AnswerSources } from '../../schema/consent/consent.js';

/** Codes that a form sends without a question. */
const IMPLIED = ['region', 'country_code', 'current'];

/** The answers of an application, by their paths. */
function answersIn(value: unknown, at = ''): [path: string, answer: unknown][] {
  if (!isRecord(value)) return value === undefined ? [] : [[at, value]];
  const entries = Object.entries(value).filter(([name]) => !IMPLIED.includes(name));
  return entries.flatMap(([name, one]) => answersIn(one, at ? `${at}.${name}` : name));
}

/**
 * Where the answers of an application came from. An answer is from the platform if the page was served this value, and `prefill()` still returns it. The
 * applicant has typed every other one, or has changed it.
 */
export function sourcesOf(
  application: object,
  served: unknown,
  known: unknown,
): Pick<AnswerSources, 'platform' | 'applicant'> {
  const [before, now] = [served, known].map((one) => new Map(answersIn(one ?? {})));
  const isKnown = ([path, answer]: [string, unknown]) => before!.get(path) === answer && now!.get(path) === answer;
  const all = answersIn(application);
  const paths = (list: typeof all) => list.map(([path]) => path);
  return { platform: paths(all.filter(isKnown)), applicant: paths(all.filter((one) => !isKnown(one))) };
}

/** The sources in words, for the record of a consent. */
export const sourcesInWords = ({ platform, applicant }: AnswerSources): string[] => [
  `from the platform, and seen by the applicant: ${platform.join(', ')}`,
  `typed or changed by the applicant: ${applicant.join(', ') || 'none'}`,
];
