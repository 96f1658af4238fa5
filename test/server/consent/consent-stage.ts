import type { ConsentEvidence } from '../../../src/schema/consent/consent.js';
import type { ConsentNotice } from '../../../src/schema/index.js';
import { plainNotice } from '../../../stories/support/notices.js';
import { evidenceOf, setup, type Browser } from '../setup.js';
import { memoryStore } from '../../../src/server/index.js';

/** Notices that were not shown. */
export const REWORDED: ConsentNotice = { ...plainNotice, version: 'next', heading: 'Before we go on' };
export const NAMED = {
  ...plainNotice,
  version: 'next',
  providersHeading: 'They are:',
  providers: [{ name: 'North Ltd' }],
};
export const FRENCH: ConsentNotice = { ...plainNotice, locale: 'fr', heading: 'Avant' };

/** Jane and Tom, each with an application and a notice that was served. */
export async function stage(options: Parameters<typeof setup>[0] = {}) {
  const store = memoryStore();
  const given = setup({ store, notice: [plainNotice, FRENCH], ...options });
  const [jane, tom] = [given.browser('jane'), given.browser('tom')];
  await jane.create();
  await tom.create();
  const evidence = await evidenceOf(await jane.get('consent'));
  /** Another handler of the same partner, with the same secret and the same store. */
  const another = (changed: Parameters<typeof setup>[0] = {}, user = 'jane') => {
    const other = setup({ store, notice: [plainNotice, FRENCH], ...changed });
    return { ...other, page: other.browser(user) };
  };
  return { ...given, store, jane, tom, evidence, another };
}
export type Stage = Awaited<ReturnType<typeof stage>>;

/** The request that is sent at the end: its page and body, and the calls that the service behind that page receives. */
interface Attempt {
  page?: Browser;
  body?: unknown;
  received?: Stage['received'];
}

export type Cell = [name: string, code: string, attempt: (given: Stage) => Attempt | Promise<Attempt>];

/** A request for offers with this evidence. */
export const yes = (evidence: unknown) => ({ credit_score_check_consent: true, evidence });
/** Jane sends a body that `change` makes from valid evidence. */
export const cell = (name: string, code: string, change: (evidence: ConsentEvidence) => unknown): Cell => [
  name,
  code,
  ({ evidence }) => ({ body: change(evidence) }),
];

export const INVALID = 'handler-invalid';
export const NONE = 'handler-no-consent';
export const STALE = 'handler-consent-stale';
export const WITHDRAWN = 'handler-consent-withdrawn';
