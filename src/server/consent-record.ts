import type { ConsentEntry, ConsentPurpose, ConsentRecord } from '../schema/consent.js';

/** What only the partner can say about a record of consent. None of it is shown to the applicant. */
export interface ConsentFacts {
  /** The lawful basis of each purpose, by the id of its point. This library claims none. */
  lawful_basis?: Readonly<Record<string, string>> | undefined;
  /** Who is responsible for the data, beside the providers. */
  controller?: { id: string; name: string; url?: string | undefined } | undefined;
  storage_location?: string | undefined;
  retention_period?: string | undefined;
  jurisdiction?: string | undefined;
}

const STATES = { given: 'given', declined: 'refused', withdrawn: 'withdrawn' } as const;

/** What of the applicant's data a call for offers has used (specification, "Resources and their fields"). */
const DATA = ['company', 'applicant', 'address history', 'documents and prequalification figures, where given'];

/** The record of one decision, with what was decided about it later. */
export function consentRecord(
  decision: ConsentEntry,
  entries: readonly ConsentEntry[],
  facts: ConsentFacts = {},
): ConsentRecord {
  const { entry_id, notice, company_id, application_id, served_id, served_at, origin, translated, method } = decision;
  const subject = decision.about.replace(/^subject:/, '');
  const { id, version, locale, text, sha256, links, providers, broker } = notice!;
  const { storage_location, retention_period, jurisdiction, controller } = facts;
  const events = [decision, ...entries.filter(({ withdraws }) => withdraws === entry_id)];
  return {
    schema_version: 'ISO/IEC TS 27560:2023',
    record_id: entry_id,
    pii_principal_id: subject,
    pii_processing: {
      privacy_notice: { id, version, text, sha256, links, served_at, origin, translated },
      language: locale,
      purposes: purposes(facts),
      collection_method: `web form of the partner, with ${method === 'checkbox' ? 'a box that was not ticked before' : 'a button'}`,
      withdrawal_method: 'button in the consent step; the service has no call for it',
      storage_location,
      retention_period,
      jurisdiction,
    },
    party_identification: [
      { party_id: subject, party_name: 'applicant', party_role: 'pii-principal' },
      ...(controller ? [party(controller.id, controller.name, 'pii-controller', controller.url)] : []),
      ...(broker ? [party(broker.registration_number ?? broker.legal_name, broker.legal_name, 'credit-broker')] : []),
      ...providers.map(({ name }) => party(name, name, 'pii-controller')),
    ],
    events: events.map(({ entry_id, at, event }) => ({
      event_id: entry_id,
      event_time: at,
      event_type: 'explicit',
      event_state: STATES[event as keyof typeof STATES],
      entity_id: subject,
    })),
    relied_on_at: entries.flatMap((one) =>
      one.event === 'requesting' && one.served_id === served_id && decision.event === 'given' ? one.at : [],
    ),
    company_id,
    application_id,
  };
}

const party = (party_id: string, party_name: string, party_role: string, party_url?: string) => ({
  party_id,
  party_name,
  party_role,
  party_url,
});

/** The purposes that the specification's consent message conveys. */
const purposes = ({ lawful_basis = {} }: ConsentFacts): ConsentPurpose[] =>
  Object.entries(PURPOSES).map(([purpose, description]) => ({
    purpose,
    description,
    lawful_basis: lawful_basis[purpose],
    pii_information: DATA,
  }));

const PURPOSES = {
  'selected-providers': 'Credit offers are requested from selected providers.',
  'shared-with-providers': 'The applicant’s data is shared with those providers.',
  'credit-reference-soft-check':
    'The providers share it with credit reference agencies for soft credit and identity checks.',
  'fraud-prevention': 'The providers share it with fraud prevention agencies.',
};
