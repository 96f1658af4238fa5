import * as z from 'zod/mini';
import type { ConsentRecord } from '../schema/consent/consent.js';
import { consentNotice } from '../schema/consent/notice.js';
import { savedJourney } from '../schema/draft.js';
import { applicationOf } from '../schema/application.js';
import { optional } from '../schema/fields/wire.js';
import { foundAddress, foundCompany } from '../schema/lookups.js';
import { prequalificationOf } from '../schema/prequalification.js';
import { progress, session } from '../schema/session.js';
import { widgetSettings } from '../schema/widget/widget-settings.js';
import { toJsonSchema } from './json-schema.js';
import type { JsonSchema } from './types.js';

/** A time of the server's clock, in UTC. */
const time = () => z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));
const text = () => z.string();
const maybe = () => z.optional(text());

const record: z.ZodMiniType<ConsentRecord> = z.object({
  schema_version: text(),
  record_id: text(),
  receipt_id: maybe(),
  pii_principal_id: text(),
  pii_processing: z.object({
    privacy_notice: z.object({
      id: text(),
      version: text(),
      text: text(),
      sha256: text(),
      leads: z.optional(z.array(text())),
      links: z.array(z.object({ text: text(), url: text(), version: maybe() })),
      servedAt: z.optional(time()),
      origin: maybe(),
      translated: z.optional(z.boolean()),
    }),
    language: text(),
    purposes: z.array(
      z.object({ purpose: text(), description: text(), lawful_basis: maybe(), pii_information: z.array(text()) }),
    ),
    collection_method: text(),
    withdrawal_method: text(),
    storage_location: maybe(),
    retention_period: maybe(),
    jurisdiction: maybe(),
  }),
  party_identification: z.array(
    z.object({ party_id: text(), party_name: text(), party_role: text(), party_url: maybe() }),
  ),
  events: z.array(
    z.object({
      event_id: text(),
      event_time: time(),
      event_type: z.literal('explicit'),
      event_state: z.enum(['given', 'refused', 'withdrawn']),
      entity_id: text(),
    }),
  ),
  reliedOnAt: z.array(time()),
  company_id: maybe(),
  application_id: maybe(),
});

const sentFigures = (figures: JsonSchema): JsonSchema => ({ anyOf: [withoutRequired(figures), { const: 'unknown' }] });

/** The same schema, for an object that may lack any field. */
function withoutRequired(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  const inner = {
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withoutRequired(one)])),
    }),
    ...(items && { items: withoutRequired(items) }),
  };
  return { ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'required')), ...inner };
}

const withProperties = (schema: JsonSchema, more: Record<string, JsonSchema>): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...more },
});

/** The JSON Schemas of the handler's successes. Fields that the partner's rules decide may be missing. */
export function answerSchemas(): Record<string, JsonSchema> {
  const application = withoutRequired(toJsonSchema(applicationOf({})));
  const { company, applicant } = application.properties as Record<string, JsonSchema>;
  const figures = sentFigures(toJsonSchema(prequalificationOf({})));
  const consent = z.object({
    notice: consentNotice,
    seal: text(),
    receipt: z.optional(record),
    superseded: z.optional(z.literal(true)),
    withdrawnAt: z.optional(time()),
  });
  const saved = z.object({ revision: text(), savedAt: time(), draft: savedJourney });
  return {
    Session: withProperties(toJsonSchema(session), {
      prefill: {
        type: 'object',
        properties: { company: company!, applicant: applicant! },
        additionalProperties: false,
      },
      figures,
      widget: toJsonSchema(widgetSettings),
    }),
    Done: toJsonSchema(z.pick(progress, { done: true })),
    Consent: withProperties(toJsonSchema(consent), { figures }),
    Decided: toJsonSchema(z.object({ decidedAt: time(), receipt: z.optional(record) })),
    Draft: toJsonSchema(z.object({ owner: text(), saved: optional(saved) })),
    FoundCompanies: toJsonSchema(z.object({ results: z.array(foundCompany) })),
    FoundAddresses: toJsonSchema(z.object({ results: z.array(foundAddress) })),
    DraftChanged: toJsonSchema(z.union([z.object({ savedAt: time() }), z.object({ deleted: z.literal(true) })])),
  };
}
