import type { ConsentEntry } from '../../schema/consent/consent.js';
import type { ConsentNotice, ShownNotice } from '../../schema/consent/notice.js';
import type { Limits } from '../limits.js';
import type { ApplicationStore } from '../applications/applications.js';
import type { createLocks } from '../store/locks.js';
import type { Store } from '../store/types.js';
import type { ConsentFacts } from './record.js';

export interface ConsentOptions {
  /**
   * Called with each decision after it was stored. The handler waits for your function before it calls the service. If your function rejects, the
   * service is not called. A repeated request passes the same entry again. `receiptText` is a copy for the applicant, for example for an email: the text that
   * they saw, from its heading to the statement next to the box, and the decision with its time in UTC and its number. Default: nothing is called.
   */
  onConsent?: ((entry: ConsentEntry, receiptText: string) => Promise<void> | void) | undefined;
  /**
   * The consent notice, or a list with one notice for each language. The handler replaces `{partner}` and `{broker}` in its sentences
   * with the names in `settings.partner`, and adds the lines about `settings.partner.broker`. Default: `defaultNotice`, in English. Source: specification, "Consent requirement".
   */
  notice?: ConsentNotice | readonly ConsentNotice[] | undefined;
  /** Seconds for which an applicant can answer a notice after it was served. Default: 2 hours. */
  consentMaxAgeSeconds?: number | undefined;
  /** Facts for the record of a consent that only you know, like the lawful basis. Default: none. */
  consentFacts?: ConsentFacts | undefined;
}

/** The options of consents, checked and complete. */
export interface ConsentSettings extends Pick<ConsentOptions, 'onConsent' | 'consentFacts'> {
  store: Store;
  applications: Pick<ApplicationStore, 'addDecision'>;
  locked: ReturnType<typeof createLocks>;
  notices: readonly ShownNotice[];
  /** The statement of authority by language; `undefined` if it is not asked for. */
  authority: Readonly<Record<string, string>> | undefined;
  consentMaxAgeSeconds: number;
  limits: Limits;
}
