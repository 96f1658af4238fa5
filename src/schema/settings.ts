import * as z from 'zod/mini';
import { emailLink, pageLink } from './contact.js';
import { secureUrl, texts, type BrokerTexts } from './consent/notice.js';
import { FIELD_RULES, type FieldRules } from './fields/field-rules.js';
import { textLineSchema, optional } from './fields/wire.js';
import { LOOKUPS } from './calls/lookups.js';
import { must } from './parse-options.js';

const fieldRules = z.record(z.string(), z.enum(FIELD_RULES)) as unknown as z.ZodMiniType<FieldRules>;

const choice = z.strictObject({
  /** The code to send. */
  value: textLineSchema(),
  /** The label that the applicant reads. Default: this library's label for the code, if it has one, otherwise the code. */
  label: optional(textLineSchema()),
});

const companyType = z.strictObject({
  ...choice.shape,
  /** Rules for businesses of this type, over those of the setting `fields`. A field that they hide is never sent. Default: none. */
  fields: optional(fieldRules),
  /**
   * Labels for businesses of this type: `{ 'company.registered_name': 'Name of the partnership' }`. The form shows them without this library's hint.
   * Default: none.
   */
  labels: optional(z.record(z.string(), textLineSchema())),
});

const residentialStatus = z.strictObject({
  ...choice.shape,
  /**
   * Whether an applicant with this status `rents` or `owns` their home, or `neither`. If every entry rents or owns, and both occur, the question is
   * `Do you rent or own your home?`. Default: `neither`.
   */
  tenure: optional(z.enum(['rents', 'owns', 'neither'])),
  /**
   * The yes/no question to ask if this is the only entry, such as `Do you rent your home?`. Default: this library's for the code, if it has one,
   * otherwise a general one with the label.
   */
  question: optional(textLineSchema()),
  /** The same question about an earlier address. */
  pastQuestion: optional(textLineSchema()),
});

const country = z.strictObject({
  /** Its name; for a country of `countriesOfResidence`, its `value`. The applicant reads it in their language. */
  name: textLineSchema(),
  /** The country code to send. */
  countryCode: textLineSchema(),
  /** The region code to send. Default: none. */
  region: optional(textLineSchema()),
});

const HTTPS_PAGE = 'the https URL of a page, like "https://shop.example/help"';
const pageUrl = (more = '') => textLineSchema().check(must((url: string) => !!pageLink(url), HTTPS_PAGE + more));

/** A contact for applicants. */
const support = z.strictObject({
  /** The name of the contact, such as `Sample Books support`. Default: the partner's `name`. */
  name: optional(textLineSchema()),
  /** An email address. */
  email: optional(textLineSchema().check(must((email: string) => !!emailLink(email), 'an email address alone'))),
  /** The https URL of a page. It opens in a new tab. */
  url: optional(pageUrl('; an email address belongs in "email"')),
  /** A telephone number, formatted for people. */
  phone: optional(
    textLineSchema(40).check(
      must((phone: string) => /(\d\D*){3}/.test(phone), 'a telephone number, like "0800 123 456"'),
    ),
  ),
});

/** The credit broker, with its disclosures. */
const broker = z.strictObject({
  /** The legal name, as on the public register. */
  name: textLineSchema(),
  /** The number on the public register. Default: none is shown. */
  registrationNumber: optional(textLineSchema()),
  /** The sentence that the broker does not lend. Default: "… is a credit broker, not a lender.", in seven languages. */
  statement: optional(texts()),
  /** The broker's choice of lenders: `1`, the number of a panel, or `market`. Default: no sentence about it. */
  lenders: optional(z.union([z.literal('market'), z.int().check(z.gte(1))])),
  /**
   * The broker's disclosures, in their order: a list of `{ id, text, link? }`. `id` is `status` (its regulator), `commission`, `fee`, `panel` or
   * `complaints`; `link` is an https page, `{ text, url }`. A text is a string in the language of the first notice, or one for each language tag.
   * Default: none.
   */
  disclosures: optional(
    z.array(
      z.strictObject({
        id: z.enum(['status', 'commission', 'fee', 'panel', 'complaints']),
        text: texts(),
        link: optional(z.strictObject({ text: texts(), url: secureUrl() })),
      }),
    ),
  ),
});

/** The companies that the applicant deals with. */
const partner = z.strictObject({
  /** The name of the site that shows the forms. Default: none, and the sentences say "this site". */
  name: optional(textLineSchema()),
  /**
   * The credit broker that passes the application to lenders. The introduction, the notice and the record have its lines. Default: none, and the
   * sentences say "the lending service".
   */
  broker: optional(broker),
  /** The contact for applicants: `name` (by default the partner's), `email`, `url` (an https page) and `phone`. Default: none. */
  support: optional(support),
});

/** Help for an applicant if a value that is sent without a question is wrong. */
const reportError = z.strictObject({
  /** Instructions for the applicant. Default: do not send the application, and ask the contact in `partner.support`. */
  text: optional(textLineSchema(500)),
  /** The https URL of a page about it. It opens in a new tab. */
  url: optional(pageUrl()),
});

/** A single word, such as `yes`, is not a statement. */
const isStatement = (given: unknown) => typeof given !== 'string' || !/^[!-~]*$/.test(given);

const choices = <T extends z.ZodMiniType>(entry: T) => z.array(entry).check(z.minLength(1));

/**
 * The settings of the forms, decided by the partner's backend. A list with one entry offers no choice: the only entry of
 * `residentialStatuses` becomes a yes/no question; the only entry of another list is sent, and shown in the form and the review.
 */
export const settings = z.strictObject({
  /** Region code of the application. */
  region: textLineSchema(),
  /** Region code of a company in the country of `countryCode`. */
  companyRegion: textLineSchema(),
  /** Region code of the applicant's addresses. */
  addressRegion: textLineSchema(),
  /** Country code of the addresses. */
  countryCode: textLineSchema(),
  /** Countries where an applicant may live, by the names to send. */
  countriesOfResidence: choices(choice),
  // Spec: the codes of other countries are not shown.
  /**
   * Countries abroad in which an address may be, with the codes to send. With them, the form asks for the country of the business, too. Default: none, and no
   * codes are sent.
   */
  countries: optional(z.array(country)),
  /** Types of business, by the codes to send. If there are several, the form asks for the type first. */
  companyTypes: choices(companyType),
  /** Residential statuses, by their codes. */
  residentialStatuses: choices(residentialStatus),
  /** Types of documents, by their codes. */
  documentTypes: choices(choice),
  /** Replaces the leading 0 of a telephone number, such as `+44`. */
  callingCode: z.string().check(must((code: string) => /^\+\d{1,4}$/.test(code), 'a plus sign and digits, like "+44"')),
  /** The sign before an amount of money. */
  currencySign: textLineSchema(4),
  /** The largest document. */
  maxDocumentBytes: z.number().check(must((bytes: number) => bytes > 0, 'a number of bytes above 0')),
  /**
   * File name extensions, with the dot. The content decides whether a file is a pdf, jpg, png, tif, webp, heic, docx or xlsx file, under any name. csv and
   * txt files must contain text. Files with other extensions are accepted by their names.
   */
  documentExtensions: z.array(textLineSchema(10)),
  /** Years of address history to ask for. 0 asks for the current address only. */
  addressHistoryYears: z
    .number()
    .check(must((years: number) => years >= 0 && years <= 100, 'a number of years from 0 to 100')),
  /**
   * Rules by field path (`company.address.city`). Others are `required`, or `asked` if some people have nothing to send: streets, building names, the
   * postcode and the status of an applicant's address, and `applicant.first_name`.
   */
  fields: fieldRules,
  // Spec: how a single name is sent is not shown.
  /**
   * The field for an only name, of applicants who have one name. `last_name` and `first_name` leave the other field out, and `both` fills both, for a
   * service that requires two. Default: `last_name`.
   */
  singleName: z.enum(['last_name', 'first_name', 'both']),
  /** A sentence at the end of the journey, such as `Most offers arrive within two working days.` Default: none. */
  offersTime: optional(textLineSchema(200)),
  /** The names of the companies that the applicant deals with, and the contact for help. */
  partner,
  /** The help after "Not right?", next to values that are sent without a question. Default: the built-in sentence. */
  reportError,
  /** `on` explains failures to the developer in the browser's console. Default: `on`. */
  diagnostics: optional(z.enum(['on', 'off'])),
  /** Paths of prefilled fields that the applicant can read but not change. */
  readOnly: z.array(z.string()),
  /** The lookups that the page can use: `company`, `address`. The handler sets them from its options. Default: none. */
  lookups: optional(z.array(z.enum(LOOKUPS))),
  /**
   * `true` asks applicants to confirm, in seven languages, that they may apply for the business and share its directors' details. A string, or one
   * for each language tag, is your own statement. Default: `false`.
   */
  authority: optional(z.union([z.boolean(), texts()]).check(must(isStatement, 'true, or a statement of whole words'))),
  /** The lines about the broker, each with its texts by language tag. The handler makes them from `partner.broker`. Default: none. */
  brokerLines: optional(z.array(z.custom<BrokerTexts>((line) => typeof line === 'object'))),
});

export type Settings = z.infer<typeof settings>;
