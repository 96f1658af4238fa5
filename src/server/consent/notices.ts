import { LendingError } from '../../errors.js';
import type { ConsentEntry, RecordedNotice } from '../../schema/consent/consent.js';
import { closestTag } from '../../schema/consent/language-tags.js';
import type { ShownNotice } from '../../schema/consent/notice.js';
import { noticeText, plainLine, sha256 } from '../../schema/consent/notice-text.js';
import { applicantKey } from '../applications/applications.js';
import type { Applicant } from '../applications/types.js';
import type { Kept } from '../store/kept.js';
import { startOnce } from '../util/start-once.js';
import { newEntry, type Ledger } from './ledger.js';

/** The partner's notices, one for each language. The wording of a version is recorded when it is first served, and must not change later. */
export function createNotices(notices: readonly ShownNotice[], ledger: Ledger) {
  async function recordText(notice: ShownNotice): Promise<RecordedNotice> {
    const { id, version, locale, broker, points, providers, links } = notice;
    const text = noticeText(notice);
    const leads = points.flatMap(({ lead }) => (lead ? plainLine(lead) : []));
    const facts = { id, version, locale, broker, providers, links, text, sha256: await sha256(text) };
    const recorded: RecordedNotice = { ...facts, ...(leads.length > 0 && { leads }) };
    const about = `notice:${JSON.stringify([id, version, locale])}`;
    if ((await ledger.about(about)).length === 0) {
      await ledger.append(newEntry(about, 'served', { notice: recorded }));
    }
    // Another backend may have recorded another wording of this version first.
    const [first] = await ledger.about(about);
    if (first?.notice?.sha256 !== recorded.sha256) {
      const message = `createHandler({ notice }): the text of notice "${id}" (${locale}) has changed, but it still has version ${version}.`;
      throw new LendingError('config-invalid', message, { remedy: 'Give the changed text a new version.' });
    }
    return recorded;
  }

  const recording = new Map(notices.map((notice) => [notice, startOnce(() => recordText(notice))]));

  return {
    /** Returns the notice in the page's language, or the first notice. */
    pick(wanted = ''): ShownNotice {
      const locales = notices.map(({ locale }) => locale);
      return notices[Math.max(0, locales.indexOf(closestTag(locales, wanted) ?? ''))]!;
    },

    find: (noticeId: string, wanted: string) => notices.find(({ id, locale }) => id === noticeId && locale === wanted),

    /** Records a notice, once, and returns it with its hash. Rejects with `config-invalid` if its version was recorded with another wording. */
    recorded: (notice: ShownNotice) => recording.get(notice)!(),
  };
}

/** The number of notices that one applicant can have open: each open page has one. */
const MAX_OPEN_NOTICES = 10;

/** A notice that was served: which one, when, and for which application. */
export interface ServedNotice {
  servedId: string;
  /** Milliseconds since 1970. */
  servedAt: number;
  noticeId: string;
  locale: string;
  sha256: string;
  company_id: string | undefined;
  /** The event that ended the notice: nobody can agree to it any more. */
  ended?: 'given' | EndingEvent | undefined;
}

/** The events that end all notices that were served before. Each event has its error. */
export const ENDING_EVENTS = {
  withdrawn: () =>
    new LendingError('handler-consent-withdrawn', 'The applicant withdrew the consent after this notice was shown.'),
  declined: () => staleNotice('the applicant has declined'),
  // A consent covers the data that the application had at that time.
  changed: () => staleNotice('the application has changed'),
};
type EndingEvent = keyof typeof ENDING_EVENTS;

export const isEnding = ({ event }: ConsentEntry) => event in ENDING_EVENTS;

export const noConsent = (message: string) => new LendingError('handler-no-consent', message);
export const staleNotice = (why: string) =>
  new LendingError('handler-consent-stale', `Show the consent notice again: ${why}.`, { recoverable: true });

/** Stores the last notices that were served to each applicant, for a number of seconds. After a backup is restored, later notices are unknown. */
export function createServed(kept: Kept, seconds: number) {
  const parse = (value: string | undefined) => JSON.parse(value ?? '[]') as ServedNotice[];
  const update = (applicant: Applicant, change: (served: ServedNotice[]) => ServedNotice[]) =>
    kept.update(
      'served',
      applicantKey(applicant),
      (value = '[]') => {
        const next = JSON.stringify(change(parse(value)));
        return next === value ? undefined : next;
      },
      seconds,
    );

  return {
    add: (applicant: Applicant, notice: ServedNotice) =>
      update(applicant, (served) => [...served, notice].slice(-MAX_OPEN_NOTICES)),
    async find(applicant: Applicant, servedId: string): Promise<ServedNotice | undefined> {
      const served = parse(await kept.get('served', applicantKey(applicant)));
      return served.find((one) => one.servedId === servedId && Date.now() - one.servedAt < seconds * 1000);
    },
    /** Ends one notice, because it was agreed to. */
    use: (applicant: Applicant, servedId: string) =>
      update(applicant, (served) =>
        served.map((one) => (one.servedId === servedId ? { ...one, ended: 'given' } : one)),
      ),
    /** Ends all notices. */
    end: (applicant: Applicant, event: EndingEvent) =>
      update(applicant, (served) => served.map((one) => ({ ...one, ended: event }))),
  };
}

/** Throws if a later entry ended the notice of a consent. */
export function rejectEnded(since: readonly ConsentEntry[]): void {
  const ending = since.find(isEnding);
  if (ending) throw ENDING_EVENTS[ending.event as EndingEvent]();
}

/** Rejects a repeated agreement if the first request for offers may have reached the service. */
export function rejectRepeated(since: readonly ConsentEntry[]): void {
  rejectEnded(since);
  const last = since.at(-1)?.event;
  if (last === 'requested') throw staleNotice('offers were already requested with this consent');
  if (last === 'requesting')
    throw staleNotice('nobody knows whether the earlier request for offers reached the service');
}
