import { LendingError } from '../../errors.js';
import type { RecordedNotice } from '../../schema/consent/consent.js';
import { closestTag } from '../../schema/consent/language-tags.js';
import type { ShownNotice } from '../../schema/consent/notice.js';
import { noticeText, plainLine, sha256 } from '../../schema/consent/notice-text.js';
import { newEntry, type Ledger } from './ledger.js';

/** The partner's notices, one for each language. The wording of a version is recorded when it is first served, and must not change later. */
export function createNotices(notices: readonly ShownNotice[], ledger: Ledger) {
  const recording = new Map<ShownNotice, Promise<RecordedNotice>>();

  async function recordText(notice: ShownNotice): Promise<RecordedNotice> {
    const { id, version, locale, broker, points, providers, links } = notice;
    const text = noticeText(notice);
    const leads = points.flatMap(({ lead }) => (lead ? plainLine(lead) : []));
    const recorded: RecordedNotice = {
      id,
      version,
      locale,
      broker,
      providers,
      links,
      text,
      sha256: await sha256(text),
    };
    if (leads.length > 0) recorded.leads = leads;
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

  return {
    /** Returns the notice in the page's language, or the first notice. */
    pick(wanted: string | null): ShownNotice {
      const locales = notices.map(({ locale }) => locale);
      return notices[Math.max(0, locales.indexOf(closestTag(locales, wanted ?? '') ?? ''))]!;
    },

    find: (noticeId: string, wanted: string) => notices.find(({ id, locale }) => id === noticeId && locale === wanted),

    /** Records a notice, once, and returns it with its hash. Rejects with `config-invalid` if its version was recorded with another wording. */
    recorded(notice: ShownNotice): Promise<RecordedNotice> {
      const recorded = recording.get(notice) ?? recordText(notice);
      recording.set(notice, recorded);
      recorded.catch(() => recording.delete(notice));
      return recorded;
    },
  };
}
