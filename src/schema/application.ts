import * as z from 'zod/mini';
import { APPLICANT, COMPANY } from './application-fields.js';
import type { FieldRules } from './field-rules.js';
import { always } from './kind.js';
import { defaultSettings } from './settings.js';
import { code } from './text.js';
import { optional, uuid, wireOf } from './wire.js';

const tables = { company: COMPANY, applicant: APPLICANT, region: always(code()) };

/** The body of endpoint 1, with the fields that the backend's rules want. Source: Application. */
export const applicationOf = (rules: FieldRules) => wireOf(tables, rules);

/** The body of endpoint 1, by the rules that hold unless the backend says otherwise. */
export const application = /* @__PURE__ */ applicationOf(defaultSettings.fields);

const createAnswer = z.looseObject({
  application_id: z.catch(optional(uuid()), undefined),
  region: z.catch(optional(z.string()), undefined),
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

export type { Applicant, Company } from './application-fields.js';
export type Application = z.infer<typeof application>;
/** What the partner persists of a created application. */
export type CreatedApplication = z.infer<typeof createApplicationAnswer>;
