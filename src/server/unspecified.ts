import {
  readApplicationStatus,
  readDocumentTypes,
  type ApplicationStatus,
  type ServiceDocumentType,
} from '../schema/unspecified.js';
import { unexpectedBody } from './service-answer.js';
import { createCaller } from './service-call.js';
import { checkId, type ServiceCallOptions, type UpstreamOptions } from './upstream.js';

export type { ApplicationStatus, ServiceDocumentType };

/**
 * Two calls that are **not in the specification**: public documentation of such a service names them, and says no more.
 * A service may not have them (`upstream-denied`), or answer in another shape (`upstream-unexpected-body`). Nothing in
 * this library makes them by itself.
 */
export interface UnspecifiedClient {
  /** The document kinds that the service takes, for `settings.document_types`: at most 200 of them. */
  documentTypes(options?: ServiceCallOptions): Promise<ServiceDocumentType[]>;
  /** Where the company's application stands. */
  applicationStatus(company_id: string, options?: ServiceCallOptions): Promise<ApplicationStatus>;
}

/**
 * Asks the service what the specification does not have, under the rules of `createPartnerClient`: the same options, key,
 * time limit and errors. What breaks off is asked again, in its time, for it only reads.
 */
export function createUnspecifiedClient(options: UpstreamOptions): UnspecifiedClient {
  const call = createCaller(options);
  return {
    async documentTypes(given) {
      // Spec: this path is not shown.
      const types = readDocumentTypes(await call('documentTypes', 'companies/document-types', undefined, given));
      if (types) return types;
      throw unexpectedBody('documentTypes', 'it has no list of document types');
    },
    async applicationStatus(company_id, given) {
      // Spec: this path is not shown; that it takes the company id is what its place says.
      const path = `companies/${checkId(company_id)}/application-status`;
      const status = readApplicationStatus(await call('applicationStatus', path, undefined, given));
      if (status) return status;
      throw unexpectedBody('applicationStatus', 'it has no status');
    },
  };
}
