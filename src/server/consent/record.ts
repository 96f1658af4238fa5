import type { ConsentEntry, ConsentPurpose, ConsentRecord } from '../../schema/consent/consent.js';
import { sourcesInWords } from './sources.js';

/** Facts that only the partner knows, for the record of a consent. The page gets them in the receipt, but does not show them. */
export interface ConsentFacts {
  /** The lawful basis of each purpose, by the id of its point, like `selected-providers`. Default: no lawful basis is stated. */
  lawful_basis?: Readonly<Record<string, string>> | undefined;
  /** The company that controls the data, in addition to the lenders. Default: only the lenders are named. */
  controller?: { id: string; name: string; url?: string | undefined } | undefined;
  /** The place where the data is stored, in your words. Default: left out. */
  storage_location?: string | undefined;
  /** How long the data is kept, in your words. Default: left out. */
  retention_period?: string | undefined;
  /** The jurisdiction that applies, in your words. Default: left out. */
  jurisdiction?: string | undefined;
}

const DECISIONS = { given: 'Agreed', declined: 'Declined', withdrawn: 'Withdrawn' } as const;
const STATES = { given: 'given', declined: 'refused', withdrawn: 'withdrawn' } as const;

/** The applicant's data that is shared for offers. Source: specification, "Resources and their fields". */
const DATA = ['company', 'applicant', 'address history', 'documents and prequalification figures, where given'];

/** Makes the record of one decision, with its later withdrawal. `entries` are all entries about the same subject. */
export function consentRecord(
  decision: ConsentEntry,
  entries: readonly ConsentEntry[],
  facts: ConsentFacts = {},
): ConsentRecord {
  const { entryId, notice, company_id, application_id, servedId, servedAt, origin, translated, method } = decision;
  const subject = decision.subject!;
  const { id, version, locale, text, sha256, leads, links, providers, broker } = notice!;
  const { storage_location, retention_period, jurisdiction, controller } = facts;
  const { sources } = entries.findLast(({ event }) => event === 'prefilled') ?? {};
  const events = [decision, ...entries.filter(({ withdraws }) => withdraws === entryId)];
  return {
    schema_version: 'ISO/IEC TS 27560:2023',
    record_id: entryId,
    pii_principal_id: subject,
    business: decision.business,
    pii_processing: {
      privacy_notice: { id, version, text, sha256, leads, links, servedAt, origin, translated },
      language: locale,
      purposes: purposes(facts),
      collection_method: `web form of the partner, with ${method === 'checkbox' ? 'a box that was not ticked before' : 'a button'}`,
      withdrawal_method: 'button in the consent step; the service has no call for it',
      storage_location,
      retention_period,
      jurisdiction,
      data_sources: sources && sourcesInWords(sources),
    },
    party_identification: [
      { party_id: subject, party_name: 'applicant', party_role: 'pii-principal' },
      ...(controller ? [party(controller.id, controller.name, 'pii-controller', controller.url)] : []),
      ...(broker ? [party(broker.registrationNumber ?? broker.name, broker.name, 'credit-broker')] : []),
      ...providers.map(({ name }) => party(name, name, 'pii-controller')),
    ],
    events: events.map(({ entryId, at, event }) => ({
      event_id: entryId,
      event_time: at,
      event_type: 'explicit',
      event_state: STATES[event as keyof typeof STATES],
      entity_id: subject,
    })),
    reliedOnAt: entries.flatMap((one) =>
      one.event === 'requesting' && one.servedId === servedId && decision.event === 'given' ? one.at : [],
    ),
    company_id,
    application_id,
  };
}

/** A copy of a decision for the applicant: the text of the notice in `given`, and the decision. Nothing of it is translated but the text. */
export const receiptText = ({ event, at, entryId }: ConsentEntry, { notice }: ConsentEntry): string =>
  `${notice?.text}\n\n${DECISIONS[event as keyof typeof DECISIONS]}: ${at.slice(0, 19).replace('T', ' ')} UTC\nReceipt number: ${entryId}`;

const party = (party_id: string, party_name: string, party_role: string, party_url?: string) => ({
  party_id,
  party_name,
  party_role,
  party_url,
});

/** The purposes of the consent message. Source: specification, "Consent requirement". */
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
