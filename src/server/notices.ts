import { LendingError } from '../errors.js';
import type { RecordedNotice } from '../schema/consent/consent.js';
import { closestTag } from '../schema/consent/language-tags.js';
import type { ShownNotice } from '../schema/consent/notice.js';
import { noticeText, plainLine } from '../schema/consent/notice-text.js';
import type { Opening } from './keys.js';
import { createRecentCache } from './util/recent-cache.js';
import { startOnce } from './util/start-once.js';
import { withStoreError } from './util/store-error.js';
import { hashText } from './util/hash-text.js';

/** The number of recorded notices that a process remembers. */
const KNOWN_NOTICES = 100;

/** A recorded notice, and the SHA-256 of its JSON. */
interface Recorded {
  readonly sha256: string;
  readonly recorded: RecordedNotice;
}

/** The partner's notices, one for each language. The wording of a version is recorded when it is first served, and must not change later. */
export function createNotices(notices: readonly ShownNotice[], opening: Opening) {
  const known = createRecentCache<RecordedNotice>(KNOWN_NOTICES);

  async function record(notice: ShownNotice): Promise<Recorded> {
    const { id, version, locale, broker, points, providers, links } = notice;
    const text = noticeText(notice);
    const leads = points.flatMap(({ lead }) => (lead ? plainLine(lead) : []));
    const facts = { id, version, locale, broker, providers, links, text, sha256: await hashText(text) };
    const json = JSON.stringify({ ...facts, ...(leads.length > 0 && { leads }) } satisfies RecordedNotice);
    const row = { id, version, locale, sha256: await hashText(json), notice: json, at: Date.now() };
    const { store } = await opening();
    // Another backend may have recorded another wording of this version first.
    const found = await withStoreError(() => store.record(row));
    const recorded = JSON.parse(found.notice) as RecordedNotice;
    if (recorded.sha256 !== facts.sha256) {
      const message = `createHandler({ notice }): the text of notice "${id}" (${locale}) has changed, but it still has version ${version}.`;
      throw new LendingError('config-invalid', message, { remedy: 'Give the changed text a new version.' });
    }
    known.set(found.sha256, recorded);
    return { sha256: found.sha256, recorded };
  }

  const recording = new Map(notices.map((notice) => [notice, startOnce(() => record(notice))]));

  /** Returns the recorded notice with this SHA-256. */
  async function find(hash: string): Promise<RecordedNotice> {
    const seen = known.get(hash);
    if (seen) return seen;
    const { store } = await opening();
    const found = await withStoreError(() => store.notice(hash));
    if (!found) throw new LendingError('handler-consent-not-stored', 'The notice of a consent is not in the database.');
    const recorded = JSON.parse(found.notice) as RecordedNotice;
    known.set(hash, recorded);
    return recorded;
  }

  return {
    find,
    /** Returns the notice in the page's language, or the first notice. */
    pick(wanted = ''): ShownNotice {
      const locales = notices.map(({ locale }) => locale);
      return notices[Math.max(0, locales.indexOf(closestTag(locales, wanted) ?? ''))]!;
    },
    /** Records a notice, once, and returns it with its hash. Rejects with `config-invalid` if its version was recorded with another wording. */
    recorded: (notice: ShownNotice) => recording.get(notice)!(),
    /** Returns the current wording of a notice that was served; `undefined` if it is not served any more. */
    async currentOf(hash: string): Promise<Recorded | undefined> {
      const { id, locale } = await find(hash);
      const notice = notices.find((one) => one.id === id && one.locale === locale);
      return notice && recording.get(notice)!();
    },
  };
}
