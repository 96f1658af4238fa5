// Every sentence in English. Pages do not load this file: each part of the elements loads its own sentences.
import { enScreens } from '../base/screens/screens.sentences.js';
import type { Sentences } from '../base/text/languages.js';
import { en } from '../base/text/locales/en.js';
import { enConsent } from '../base/text/locales/en-consent.js';
import { enCountry } from '../base/text/locales/en-country.js';
import { enFailure } from '../base/text/locales/en-failure.js';
import { enRareInput } from '../base/text/locales/en-rare-input.js';
import { enLater } from '../base/text/locales/en-later.js';
import { enLookup } from '../base/text/locales/en-lookup.js';
import { enNotLoaded } from '../base/text/locales/en-not-loaded.js';
import { enHistory } from '../components/applicant/address-history.sentences.js';
import { enDocuments } from '../components/documents/documents.sentences.js';
import { enAgain } from '../components/onboarding/again/apply-again.sentences.js';
import { enSaved } from '../components/onboarding/drafts/saving.sentences.js';
import { enIntroduction } from '../components/onboarding/introduction/introduction.sentences.js';
import { enEnd } from '../components/onboarding/journey-end.sentences.js';
import { enSignedOut } from '../components/onboarding/signed-out.sentences.js';
import { enUnlikely } from '../components/review/unlikely.sentences.js';
import type { Settings } from '../schema/settings.js';

/** Every sentence that an applicant can read, in English, by its key. */
export const sentences = {
  ...en,
  ...enLater,
  ...enCountry,
  ...enHistory,
  ...enDocuments,
  ...enUnlikely,
  ...enConsent,
  ...enEnd,
  ...enAgain,
  ...enIntroduction,
  ...enSaved,
  ...enSignedOut,
  ...enFailure,
  ...enRareInput,
  ...enLookup,
  ...enNotLoaded,
  ...enScreens,
};

/** Every sentence by its key, with the arguments of the English sentence. */
type Text = typeof sentences;

/** A sentence of a language: a string, or a function with the arguments of the English sentence. `this` is the settings. */
type Translated<Sentence> = Sentence extends (...words: infer Words) => string
  ? string | ((this: Settings, ...words: Words) => string)
  : string | ((this: Settings) => string);

/** All sentences in one language. */
export type Pack = { readonly [Key in keyof Text]: Translated<Text[Key]> };

/** The keys that a language does not have yet. The elements show these sentences in English. */
export const missingSentences = (language: Partial<Pack>): (keyof Text)[] =>
  (Object.keys(sentences) as (keyof Text)[]).filter((key) => !(key in language));

/** The keys of a language that no element uses, for example after a typing mistake or an upgrade. */
export const unknownSentences = (language: Sentences): string[] =>
  Object.keys(language).filter((key) => !(key in sentences));
