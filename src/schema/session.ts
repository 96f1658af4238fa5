import * as z from 'zod/mini';
import { consentNotice } from './notice.js';
import { line } from './text.js';

/** The five calls, under the names that they have in every layer. */
export const CALLS = ['createApplication', 'uploadDocument', 'prequalify', 'requestOffers', 'authenticate'] as const;
export type CallName = (typeof CALLS)[number];

/** Which calls have succeeded for this applicant. It holds no ids. */
export const progress = z.object({ done: z.array(z.enum(CALLS)) });

const choice = z.object({
  /** The code that is sent. */
  value: line(),
  /** What the applicant reads. Default: the code's own sentence where this library has one, else the code. */
  label: z.optional(line()),
});
const choices = () => z.array(choice).check(z.minLength(1));

/** What the partner's backend decides about the forms. A list with one value is not asked, except `residential_statuses`. */
export const settings = z.object({
  /** Region code of the application. */
  region: line(),
  /** Region code of the company. */
  company_region: line(),
  /** Region code of the applicant's addresses. */
  address_region: line(),
  /** Country code of the addresses. */
  country_code: line(),
  countries_of_residence: choices(),
  company_types: choices(),
  residential_statuses: choices(),
  document_types: choices(),
  /** What replaces the leading 0 of a telephone number, like `+44`. */
  calling_code: z.string().check(z.regex(/^\+\d{1,4}$/)),
  /** The sign before an amount of money. */
  currency_sign: line(4),
  /** The largest document, in bytes. */
  max_document_bytes: z.number().check(z.positive()),
  /** File name endings of documents, with their dot. */
  document_endings: z.array(line(10)),
});

export type Settings = z.infer<typeof settings>;

/** How the page runs the service's widget: a script, and the global whose `init` starts it. */
// Spec: the way the token is handed to the widget is not shown; a global with an init call is the first of several.
export const widgetSettings = z.object({
  /** The address of the widget script: https, or http on loopback. */
  script_url: z.string().check(z.minLength(1)),
  /** The global that the script defines. */
  global: line(),
  /** The function of the global that starts the widget with `{token, container}`. */
  init: line(),
  /** The function of the global that stops it, where there is one. */
  destroy: z.optional(line()),
});

export type WidgetSettings = z.infer<typeof widgetSettings>;

/** What a page needs to start or to resume. The handler makes it; it holds no ids, no key and no personal data. */
export const session = z.object({
  settings,
  notice: consentNotice,
  progress,
  widget: z.optional(widgetSettings),
});

export type Progress = z.infer<typeof progress>;
export type Session = z.infer<typeof session>;
