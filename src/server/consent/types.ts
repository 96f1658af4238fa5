import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { ConsentNotice, ShownNotice } from '../../schema/consent/notice.js';
import type { ConsentFacts } from './record.js';

export interface ConsentOptions {
  /**
   * Called with each decision after it was stored, and again with the same entry if the request is repeated. The handler waits for it: if it rejects,
   * the service is not called. `receiptText` is a copy for the applicant: the text that they saw, and the decision with its time in UTC and its
   * number. Default: nothing is called.
   */
  onConsent?: ((entry: ConsentEntry, receiptText: string) => Promise<void> | void) | undefined;
  /**
   * The consent notice, or a list with one for each language. `{partner}` and `{broker}` in its sentences become the names in `settings.partner`.
   * Default: `defaultNotice`, in English. Source: specification, "Consent requirement".
   */
  notice?: ConsentNotice | readonly ConsentNotice[] | undefined;
  /** Seconds for which an applicant can answer a notice after it was served. Default: 2 hours. */
  consentMaxAgeSeconds?: number | undefined;
  /** Facts for the record of a consent that only you know, like the lawful basis. Default: none. */
  consentFacts?: ConsentFacts | undefined;
}

/** The options of consents, checked and complete. */
export interface ConsentSettings extends Pick<ConsentOptions, 'onConsent' | 'consentFacts'> {
  notices: readonly ShownNotice[];
  /** The statement of authority by language; `undefined` if it is not asked for. */
  authority: Readonly<Record<string, string>> | undefined;
  consentMaxAgeSeconds: number;
}
