import * as z from 'zod/mini';
import { emailLink, pageLink } from './contact.js';
import { secureUrl, texts, type BrokerLine } from './consent/texts.js';
import { areFieldRules, type FieldRules } from './fields/field-rules.js';
import { textLineSchema, optional } from './fields/wire.js';
import { LOOKUPS } from './calls/lookups.js';

const choice = z.strictObject({
  /** The code to send. */
  value: textLineSchema(),
  /** The label that the applicant reads. Default: this library's label for the code, if it has one, otherwise the code. */
  label: optional(textLineSchema()),
});

const companyType = z.strictObject({
  ...choice.shape,
  /**
   * Rules for businesses of this type, by the paths of fields of the business, as in the setting `fields`, whose rules they replace. A
   * field that they hide is never sent, even if it was filled in. Default: none.
   */
  fields: optional(z.custom<FieldRules>(areFieldRules, 'format')),
  /**
   * Labels for businesses of this type, by the paths of fields of the business: `{ 'company.registered_name': 'Name of the partnership' }`.
   * The form shows them without this library's hint for the field. Default: none.
   */
  labels: optional(z.record(z.string(), textLineSchema())),
});

const residentialStatus = z.strictObject({
  ...choice.shape,
  /**
   * Whether an applicant with this status `rents` or `owns` their home, or `neither`. If every entry of `residentialStatuses` rents or owns, and
   * both occur, the question is `Do you rent or own your home?`. Default: `neither`.
   */
  tenure: optional(z.enum(['rents', 'owns', 'neither'])),
  /**
   * The yes/no question to ask if this is the only entry of `residentialStatuses`, such as `Do you rent your home?`. Default:
   * this library's question for the code, if it has one, otherwise a general question with the label.
   */
  question: optional(textLineSchema()),
  /** The same question about an earlier address, such as `Did you rent your home there?`. */
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

const pageUrl = () => textLineSchema().check(z.refine((url: string) => !!pageLink(url), 'format'));

/** A contact for applicants. */
const support = z.strictObject({
  /** The name of the contact, such as `Sample Books support`. Default: the partner's `name`. */
  name: optional(textLineSchema()),
  /** An email address. */
  email: optional(textLineSchema().check(z.refine((email: string) => !!emailLink(email), 'format'))),
  /** The https URL of a page. It opens in a new tab. */
  url: optional(pageUrl()),
  /** A telephone number, formatted for people. */
  phone: optional(textLineSchema(40)),
});

/** The credit broker, with its disclosures. */
const broker = z.strictObject({
  /** The legal name, as on the public register. */
  name: textLineSchema(),
  /** The number on the public register. Default: none is shown. */
  registrationNumber: optional(textLineSchema()),
  /** The sentence that the broker does not lend. Default: "… is a credit broker, not a lender.", in seven languages. */
  statement: optional(texts()),
  /** The broker's choice of lenders: `1`, the number of a panel, or `market` for the whole market. Default: no sentence about it. */
  lenders: optional(z.union([z.literal('market'), z.int().check(z.gte(1))])),
  /**
   * The broker's disclosures, in the order in which they are shown: a list of `{ id, text, link? }`. `id` is `status` (its regulator), `commission`, `fee`, `panel` or `complaints`, `text` a sentence, and `link` an https page as `{ text, url }`. Like `statement`,
   * each text is a string in the language of the first notice, or a string for each language tag. Default: none.
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
   * The credit broker that passes the application to lenders. The introduction and the notice show its lines, and the record has them.
   * Default: none, and the sentences say "the lending service".
   */
  broker: optional(broker),
  /** The contact for applicants. Default: none. */
  support: optional(support),
});

/** Help for an applicant if a value that is sent without a question is wrong. */
const reportError = z.strictObject({
  /** Instructions for the applicant. Default: do not send the application, and ask the contact in `partner.support`. */
  text: optional(textLineSchema(500)),
  /** The https URL of a page about it. It opens in a new tab. */
  url: optional(pageUrl()),
});

const choices = <T extends z.ZodMiniType>(entry: T) => z.array(entry).check(z.minLength(1));

/**
 * The settings of the forms, decided by the partner's backend. A list with one entry offers no choice: the only entry of
 * `residentialStatuses` becomes a yes/no question; the only entry of another list is sent, and shown in the form and the review.
 */
export const settings = z.strictObject({
  /** Region code of the application. */
  region: textLineSchema(),
  /** Region code of the company. */
  companyRegion: textLineSchema(),
  /** Region code of the applicant's addresses. */
  addressRegion: textLineSchema(),
  /** Country code of the addresses. */
  countryCode: textLineSchema(),
  /** Countries where an applicant may live, by the names to send. */
  countriesOfResidence: choices(choice),
  // Spec: the codes of other countries are not shown.
  /** Countries abroad in which an address may be, with the codes to send. Without an entry, no codes are sent. Default: none. */
  countries: optional(z.array(country)),
  /** Types of business, by the codes to send, each with its own rules and labels. If there are several, the form asks for the type first. */
  companyTypes: choices(companyType),
  /** Residential statuses, by the codes to send. */
  residentialStatuses: choices(residentialStatus),
  /** Types of documents, by the codes to send. */
  documentTypes: choices(choice),
  /** Replaces the leading 0 of a telephone number, such as `+44`. */
  callingCode: z.string().check(z.regex(/^\+\d{1,4}$/)),
  /** The sign before an amount of money. */
  currencySign: textLineSchema(4),
  /** The largest document, in bytes. */
  maxDocumentBytes: z.number().check(z.refine((bytes: number) => bytes > 0)),
  /**
   * File name extensions of documents, with the dot. The content of pdf, jpg, jpeg, png, tif, tiff, webp, heic, heif, docx, xlsx,
   * csv and txt files must match the extension; the content of other files is not checked.
   */
  documentExtensions: z.array(textLineSchema(10)),
  /** Years of address history to ask for. 0 asks for the current address only. */
  addressHistoryYears: z.number().check(z.refine((years: number) => years >= 0 && years <= 100)),
  /**
   * Rules by field path (`company.address.city`): which fields the form asks for, and which the applicant must answer. Default:
   * `required`; `asked` for fields that some people do not have: `house_number` and `line_1` of `company.address` and of
   * `applicant.addresses`, `applicant.addresses.postcode`, `applicant.addresses.status` and `applicant.first_name`.
   */
  fields: z.custom<FieldRules>(areFieldRules, 'format'),
  // Spec: how a single name is sent is not shown.
  /**
   * The field in which an only name is sent, for applicants who have one name. `last_name` and `first_name` leave the other field
   * out. `both` sends the name in both fields, for a service that requires two. "Check your answers" shows it. Default: `last_name`.
   */
  singleName: z.enum(['last_name', 'first_name', 'both']),
  /** A sentence about when offers arrive, such as `Most offers arrive within two working days.` The end of the journey shows it. Default: none. */
  offersTime: optional(textLineSchema(200)),
  /** The names of the companies that the applicant deals with, and the contact for help. Default: none. */
  partner,
  /**
   * The help after "Not right?", next to values that are sent without a question: the only entry of a list, the regions and
   * country codes, and read-only fields. Default: the built-in sentence.
   */
  reportError,
  /** `on` explains failures to the developer in the browser's console. An element's own `diagnostics` overrides it. Default: `on`. */
  diagnostics: optional(z.enum(['on', 'off'])),
  /** Paths of prefilled fields that the applicant can read but not change. The handler inserts the prefilled values. */
  readOnly: z.array(z.string()),
  /** The lookups that the page can use: `company`, `address`. The handler sets them from its options. Default: none. */
  lookups: optional(z.array(z.enum(LOOKUPS))),
  /**
   * `true` asks applicants to confirm, in seven languages, that they may apply for the business and share its directors' details. A
   * string, or a string for each language tag, is your own statement. Without the tick no application is created. Default: `false`.
   */
  authority: optional(z.union([z.boolean(), texts()])),
  /** The lines about the broker, by language tag. The handler makes them from `partner.broker`. Default: none. */
  brokerLines: optional(z.record(z.string(), z.array(z.custom<BrokerLine>((line) => typeof line === 'object')))),
});

export type Settings = z.infer<typeof settings>;
