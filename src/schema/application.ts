import * as z from 'zod/mini';
import { typedDates, wireDates } from './dates.js';
import { email, line, openCode, optionalLine, phoneNumber, uuid } from './text.js';

// Spec: which fields are required is not shown; those that the specification calls "sent" are, `county` is not.
const place = {
  house_number: line(),
  line_1: line(),
  county: optionalLine(),
  country_code: openCode(),
};

const companyAddress = z.strictObject({
  ...place,
  city: optionalLine(),
  postcode: optionalLine(20),
});

const companyFields = {
  address: companyAddress,
  registered_name: line(),
  registered_number: line(50),
  type: openCode(),
  region: openCode(),
};

const applicantAddressFields = {
  ...place,
  city: line(),
  postcode: line(20).check(z.toUpperCase()),
  status: openCode(),
  region: openCode(),
  /** Marks the current address: the string `"true"`, not a boolean. */
  current: z.optional(z.custom<'true'>((value) => value === 'true', 'format')),
};

const applicantFields = {
  first_name: line(),
  last_name: line(),
  email: email(),
  country_of_residence: openCode(),
};

/** A telephone number as people write it, decoded to international format. */
const typedPhone = (callingCode: string) =>
  z.codec(line(40), phoneNumber(), {
    decode: (typed) =>
      typed
        .normalize('NFKC')
        .replace(/^((?:\+|00)[\d\s]*)\(0\)/, '$1')
        .replace(/[\s().\-\u2010-\u2015/]/g, '')
        .replace(/^00/, '+')
        .replace(/^0/, callingCode),
    encode: (wire) => wire,
  });

/** The company. Source: Company object. */
export const company = z.strictObject({
  ...companyFields,
  formation_date: wireDates.dateTime,
  trading_from_date: wireDates.dateTime,
});

/** An address of the applicant. Source: Address object. */
export const applicantAddress = z.strictObject({ ...applicantAddressFields, start_date: wireDates.dayFirst });

/** The applicant, with an address history. Source: Applicant object. */
export const applicant = z.strictObject({
  ...applicantFields,
  addresses: z.array(applicantAddress).check(z.minLength(1, 'empty'), z.maxLength(20, 'too-long')),
  phone_number: phoneNumber(),
  date_of_birth: wireDates.yearFirst,
});

/** The body of endpoint 1. Source: Application. */
export const application = z.strictObject({ company, applicant, region: openCode() });

/** What the company step's form holds, decoded to a company, and back. */
export const companyForm = z.object({
  ...companyFields,
  address: z.object(companyAddress.shape),
  formation_date: typedDates.dateTime,
  trading_from_date: typedDates.dateTime,
});

/** What the applicant step's form holds, decoded to an applicant, and back. `callingCode` replaces a leading 0. */
export const applicantForm = (callingCode: string) =>
  z.object({
    ...applicantFields,
    addresses: z.array(z.object({ ...applicantAddressFields, start_date: typedDates.dayFirst })),
    phone_number: typedPhone(callingCode),
    date_of_birth: typedDates.yearFirst,
  });

const createAnswer = z.looseObject({
  application_id: z.catch(z.optional(uuid()), undefined),
  region: z.catch(z.optional(z.string()), undefined),
  company: z.looseObject({ id: uuid() }),
});

/** The answer of endpoint 1, wrapped in `data` or flat, reduced to what the partner keeps. Source: Application create response. */
export const createApplicationAnswer = z.pipe(
  z.transform((body: unknown) => (body as { data?: unknown } | null)?.data ?? body),
  z.pipe(
    createAnswer,
    z.transform(({ application_id, region, company: { id } }) => ({ company_id: id, application_id, region })),
  ),
);

export type Company = z.infer<typeof company>;
export type Applicant = z.infer<typeof applicant>;
export type Application = z.infer<typeof application>;
/** What the partner persists of a created application. */
export type CreatedApplication = z.infer<typeof createApplicationAnswer>;
