import * as z from 'zod/mini';
import { dateTime } from '../fields/dates.js';
import { companyNumber, nameLine, normalise, openCode, textLine } from '../fields/text.js';
import type { FieldType } from '../fields/field-type.js';
import { fieldSchema, optional } from '../fields/wire.js';
import { placeFields } from '../forms/company-form.js';
import { QUERY_MAX, QUERY_MIN } from './limits.js';

/** The lookups that a backend can have. */
export const LOOKUPS = ['company', 'address'] as const;
export type LookupName = (typeof LOOKUPS)[number];

const query = textLine(QUERY_MAX, normalise, [[new RegExp(`^.{${QUERY_MIN}}`, 'su'), 'too-short']]);

/** The body of a lookup: a query of 3 to 100 characters. */
export const lookupQuery = z.strictObject({
  query: fieldSchema(query),
});

const maybe = <T>(kind: FieldType<T>) => optional(fieldSchema(kind));
const place = Object.fromEntries(Object.entries(placeFields).map(([name, line]) => [name, maybe(line)])) as Record<
  keyof typeof placeFields,
  ReturnType<typeof maybe<string>>
>;

/** It has a street or a building. */
export const foundAddress = z
  .object(place)
  .check(z.refine(({ house_number, line_1 }) => house_number || line_1, { path: ['line_1'] }));

export const foundCompany = z.object({
  registered_name: fieldSchema(nameLine),
  registered_number: maybe(companyNumber),
  type: maybe(openCode()),
  formation_date: maybe(dateTime),
  trading_from_date: maybe(dateTime),
  address: optional(z.object(place)),
  active: optional(z.boolean()),
});

/** An address that was found. `line_1` is the street. The country is the one of the settings. Source: specification, Address object. */
export type FoundAddress = z.infer<typeof foundAddress>;
/**
 * A company that was found. The dates have the shape `2020-07-10 00:00:00.000`. Source: specification, Company object. `active` is not in it,
 * and the service does not get it: `false` if the register does not show the company as active, so that the page warns the applicant.
 */
export type FoundCompany = z.infer<typeof foundCompany>;
