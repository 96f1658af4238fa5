import { LendingError } from '../errors.js';
import type { RecordedNotice } from '../schema/consent.js';
import type { ConsentNotice } from '../schema/notice.js';
import { noticeText, sha256 } from '../schema/notice-text.js';
import { newEntry, type Ledger } from './consent-ledger.js';

/** The partner's notices, one for each language. Each version is bound to the text that was first served under it. */
export function createNotices(notices: readonly ConsentNotice[], ledger: Ledger) {
  const bound = new Map<ConsentNotice, Promise<RecordedNotice>>();

  async function bind(notice: ConsentNotice): Promise<RecordedNotice> {
    const { id, version, locale, broker, providers, links } = notice;
    const text = noticeText(notice);
    const recorded = { id, version, locale, broker, providers, links, text, sha256: await sha256(text) };
    const about = `notice:${JSON.stringify([id, version, locale])}`;
    if ((await ledger.about(about)).length === 0) {
      await ledger.append({ ...newEntry(about, 'served'), notice: recorded });
    }
    // Another backend that starts with another text may have been first.
    const [first] = await ledger.about(about);
    if (first?.notice?.sha256 !== recorded.sha256) {
      throw new LendingError('config-invalid', `The text of notice "${id}" is not what its version ${version} was.`, {
        remedy: 'Give a changed text a new version.',
      });
    }
    return recorded;
  }

  return {
    /** The notice in the language of the page, or the first. */
    pick(wanted: string | null): ConsentNotice {
      const tag = (wanted ?? '').toLowerCase();
      const inLanguage = notices.filter(({ locale }) => language(locale) === language(tag));
      return inLanguage.find(({ locale }) => locale.toLowerCase() === tag) ?? inLanguage[0] ?? notices[0]!;
    },

    find: (notice_id: string, wanted: string) =>
      notices.find(({ id, locale }) => id === notice_id && locale === wanted),

    /** The notice as it is recorded. Rejects with `config-invalid` where its version has stood for another text. */
    recorded(notice: ConsentNotice): Promise<RecordedNotice> {
      const known = bound.get(notice) ?? bind(notice);
      bound.set(notice, known);
      known.catch(() => bound.delete(notice));
      return known;
    },
  };
}

const language = (tag: string) => tag.toLowerCase().split('-')[0];
