import * as z from 'zod/mini';
import { settingsFor } from '../company-types.js';
import { defaultSettings } from '../default-settings.js';
import type { FieldRules } from '../fields/field-rules.js';
import { always } from '../fields/field-type.js';
import { openCode } from '../fields/text.js';
import { optional, uuidSchema, tableSchema } from '../fields/wire.js';
import { APPLICANT } from '../forms/applicant-form.js';
import { COMPANY } from '../forms/company-form.js';
import type { Settings } from '../settings.js';

const code = always(openCode());
const tables = { company: COMPANY, applicant: APPLICANT, region: code };
/** The same, for settings without other countries: the codes of the business are not left out. */
const address = { ...COMPANY.address, country_code: code };
const atHome: typeof tables = { ...tables, company: { ...COMPANY, address, region: code } };

/** The body of endpoint 1, with the fields that the given rules require. Source: specification, Application. */
export const applicationOf = (rules: FieldRules, mayBeAbroad = true) =>
  tableSchema(mayBeAbroad ? tables : atHome, rules);

/** Returns the body of endpoint 1 for each type of business: the schema for a body is that of its type. */
export function applicationsOf(settings: Pick<Settings, 'companyTypes' | 'fields'>, mayBeAbroad?: boolean) {
  const byType = new Map(
    settings.companyTypes.map(({ value }) => [value, applicationOf(settingsFor(settings, value).fields, mayBeAbroad)]),
  );
  const other = applicationOf(settingsFor(settings).fields, mayBeAbroad);
  return (body: unknown) => {
    const { company } = Object(body) as { company?: unknown };
    const type = COMPANY.type.accept((Object(company) as { type?: unknown }).type);
    return ('value' in type && byType.get(type.value)) || other;
  };
}

/** The body of endpoint 1 under the default rules. */
export const application = /* @__PURE__ */ applicationOf(defaultSettings.fields);

const createAnswer = z.looseObject({
  application_id: z.catch(optional(uuidSchema()), undefined),
  region: z.catch(optional(z.string()), undefined),
  company: z.looseObject({ id: uuidSchema() }),
});

/** The response of endpoint 1, flat or inside `data`, reduced to the ids that the partner stores. Source: specification, Application create response. */
export const createApplicationAnswer = z.pipe(
  z.transform((body: unknown) => (body as { data?: unknown } | null)?.data ?? body),
  z.pipe(
    createAnswer,
    z.transform(({ application_id, region, company: { id } }) => ({ company_id: id, application_id, region })),
  ),
);

export type { Applicant } from '../forms/applicant-form.js';
export type { Company } from '../forms/company-form.js';
export type Application = z.infer<typeof application>;
/** The ids of a created application, which the partner stores. */
export type CreatedApplication = z.infer<typeof createApplicationAnswer>;
