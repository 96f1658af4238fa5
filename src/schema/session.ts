import * as z from 'zod/mini';
import type { Applicant, Company } from './application.js';
import { CALLS, type CallName } from './calls.js';
import { addressLink } from './contact.js';
import { areFieldRules, type FieldRules } from './field-rules.js';
import { line, optional } from './wire.js';
import type { SentFigures } from './prequalification.js';
import type { WidgetSettings } from './widget-settings.js';

export { CALLS, type CallName } from './calls.js';

/** Which calls have succeeded for this applicant. It holds no ids. */
export const progress = z.object({
  done: z.array(z.custom<CallName>((name) => (CALLS as readonly unknown[]).includes(name))),
  /**
   * When the applicant withdrew what they agreed to last, by the server's clock: `2026-11-21T14:05:09.123Z`. Left out where they
   * did not, or the backend does not tell.
   */
  withdrawnAt: optional(z.string()),
  /**
   * Whether offers were not requested yet, on any device, for the application as it is. Left out where the backend does not
   * tell.
   */
  hasChanged: optional(z.boolean()),
});

const choice = z.strictObject({
  /** The code that is sent. */
  value: line(),
  /** What the applicant reads. Default: the code's own sentence where this library has one, else the code. */
  label: optional(line()),
  /**
   * What is asked where this is the only entry of `residential_statuses`: a question that is answered by yes or no, like
   * `Do you rent your home?`. Default: the code's own question where this library has one, else a general one with the label.
   */
  question: optional(line()),
  /** The same about an earlier address, like `Did you rent your home there?`. */
  pastQuestion: optional(line()),
});
/** Whom an applicant can turn to. */
const support = z.strictObject({
  /** Who answers, like `Sample Books support`. Default: the partner's `name`. */
  name: optional(line()),
  /** An email address, or an https address of a page. */
  address: optional(line().check(z.refine((address: string) => !!addressLink(address), 'format'))),
  /** A telephone number, as people read it. */
  phone: optional(line(40)),
});

/** Who the applicant deals with, by name. */
const partner = z.strictObject({
  /** The site that shows the forms. Default: none, and the sentences say "this site". */
  name: optional(line()),
  /** The credit broker that passes the application to lenders. Default: none, and the sentences say "the lending service". */
  broker: optional(line()),
  /** Whom an applicant can turn to. Default: nobody is named. */
  support: optional(support),
});

/** What somebody is told of whom a statement is not true that the form does not ask about. */
const notRight = z.strictObject({
  /** What to do then. Default: not to send the application, and to ask whoever `partner.support` names. */
  text: optional(line(500)),
  /** An https address of a page about it. It opens in a new tab. */
  url: optional(z.string().check(z.regex(/^https:\/\/[^\s]+$/i))),
});

const choices = () => z.array(choice).check(z.minLength(1));

/**
 * What the partner's backend decides about the forms. A list with one entry is no choice: of `residential_statuses` it is
 * asked whether the entry is true, by yes or no; of the others it is sent, and shown before and after.
 */
export const settings = z.strictObject({
  /** Region code of the application. */
  region: line(),
  /** Region code of the company. */
  company_region: line(),
  /** Region code of the applicant's addresses. */
  address_region: line(),
  /** Country code of the addresses. */
  country_code: line(),
  /** Countries that an applicant may live in, by the names that are sent. */
  countries_of_residence: choices(),
  /** Types of business, by the codes that are sent. */
  company_types: choices(),
  /** How an applicant lives at an address, by the codes that are sent. */
  residential_statuses: choices(),
  /** Kinds of documents, by the codes that are sent. */
  document_types: choices(),
  /** What replaces the leading 0 of a telephone number, like `+44`. */
  calling_code: z.string().check(z.regex(/^\+\d{1,4}$/)),
  /** The sign before an amount of money. */
  currency_sign: line(4),
  /** The largest document, in bytes. */
  max_document_bytes: z.number().check(z.refine((bytes: number) => bytes > 0)),
  /**
   * File name endings of documents, with their dot. What ends in pdf, jpg, jpeg, png, tif, tiff, heic, heif, docx, xlsx, csv or
   * txt must hold what it says; any other ending is taken as it stands.
   */
  document_endings: z.array(line(10)),
  /** Years of address history that an applicant gives. 0 asks for the current address only. */
  address_history_years: z.number().check(z.refine((years: number) => years >= 0 && years <= 100)),
  /**
   * Which fields are asked, and which must be answered, by their paths (`company.address.city`). A field without a rule is
   * `required`, but for four that not everybody has: `applicant.addresses.status`, `applicant.addresses.house_number`,
   * `company.address.house_number` and `applicant.first_name` are `asked`.
   */
  fields: z.custom<FieldRules>(areFieldRules, 'format'),
  // Spec: how a single name is sent is not shown.
  /**
   * Where the name of an applicant goes who has only one: `last_name` or `first_name`, and the other one is left out, or `both`
   * for a service that insists on two. "Check your answers" shows which. Default: `last_name`.
   */
  singleName: z.enum(['last_name', 'first_name', 'both']),
  /** Who the applicant deals with, by name, and whom to ask for help. Default: nobody is named. */
  partner,
  /**
   * What follows "Not right?", next to what is sent without being asked: the type of business or the country where the list
   * has one entry, the regions and country codes, and what is read-only. Default: the built-in sentence.
   */
  notRight,
  /**
   * Whether the browser's console explains failures to the developer: `on` or `off`. An element's own `diagnostics` goes before
   * it. Default: `on`.
   */
  diagnostics: optional(z.enum(['on', 'off'])),
  /** Paths of prefilled fields that the applicant reads, and cannot change. The handler puts the prefilled values in. */
  read_only: z.array(z.string()),
});

export type Settings = z.infer<typeof settings>;

/** What a page needs to start or to resume. The handler makes it; it holds no ids and no key of the service's, and no personal data but what the partner prefills and the figures that were sent. */
export const session = z.object({
  settings,
  progress,
  /** With which the page seals what is typed, so that it survives a reload: 32 bytes in base64url, of this applicant alone. */
  draft_key: optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  /** Whose drafts the backend saves, for another device of theirs: 43 characters, the same for a subject everywhere. Without it, it saves none. */
  draftOwner: optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  /** What the backend knows already, in the shape of the wire. The applicant's own data, so it goes to nobody else. */
  prefill: optional(z.custom<Prefill>((value) => typeof value === 'object')),
  /**
   * The figures that the service got last, sealed in between; `unknown` where figures were sent and nobody can say which. The
   * applicant's own data, so it goes to nobody else.
   */
  figures: optional(z.custom<SentFigures>((value) => typeof value === 'object' || value === 'unknown')),
  /** Checked by the handler, against `widgetSettings`. */
  widget: optional(z.custom<WidgetSettings>((value) => typeof value === 'object')),
});

/** What a backend fills in: a company and an applicant as far as it knows them. */
export interface Prefill {
  company?: DeepPartial<Company> | undefined;
  applicant?: DeepPartial<Applicant> | undefined;
}
type DeepPartial<T> = T extends readonly unknown[]
  ? { [Key in keyof T]: DeepPartial<T[Key]> }
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

export type Progress = z.infer<typeof progress>;
export type { WidgetSettings } from './widget-settings.js';
export type Session = z.infer<typeof session>;
