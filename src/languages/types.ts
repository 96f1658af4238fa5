import type { enConsent } from '../base/locales/en-consent.js';
import type { enEligibility } from '../base/locales/en-eligibility.js';
import type { enFailure } from '../base/locales/en-failure.js';
import type { enLater } from '../base/locales/en-later.js';
import type { enLookup } from '../base/locales/en-lookup.js';
import type { enNewerBrowser } from '../base/locales/en-newer-browser.js';
import type { enNone } from '../base/locales/en-none.js';
import type { enNotLoaded } from '../base/locales/en-not-loaded.js';
import type { enPasted } from '../base/locales/en-pasted.js';
import type { enStreet } from '../base/locales/en-street.js';
import type { enHistory } from '../components/applicant/address-history.sentences.js';
import type { enDocuments } from '../components/documents/documents.sentences.js';
import type { enSaved } from '../components/onboarding/drafts/saving.sentences.js';
import type { enIntroduction } from '../components/onboarding/introduction/introduction.sentences.js';
import type { enEnd } from '../components/onboarding/journey-end.sentences.js';
import type { enSignedOut } from '../components/onboarding/signed-out.sentences.js';
import type { enUnlikely } from '../components/review/unlikely.sentences.js';
import type { SharedSentences } from '../base/text.js';
import type { Settings } from '../schema/settings.js';

/** Every sentence that an applicant can read, by its key. */
export type Text = SharedSentences &
  typeof enLater &
  typeof enHistory &
  typeof enDocuments &
  typeof enUnlikely &
  typeof enConsent &
  typeof enEnd &
  typeof enIntroduction &
  typeof enSaved &
  typeof enSignedOut &
  typeof enFailure &
  typeof enEligibility &
  typeof enLookup &
  typeof enNewerBrowser &
  typeof enNone &
  typeof enNotLoaded &
  typeof enPasted &
  typeof enStreet;

/** A sentence of a language: a text, or a function with the arguments of the English one. `this` is the settings. */
type Translated<Sentence> = Sentence extends (...words: infer Words) => string
  ? string | ((this: Settings, ...words: Words) => string)
  : string | ((this: Settings) => string);

/** All sentences in one language. */
export type Pack = { readonly [Key in keyof Text]: Translated<Text[Key]> };
