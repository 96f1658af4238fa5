import { LendingError } from '../../errors.js';
import { createApplicationAnswer, type Application, type CreatedApplication } from '../../schema/calls/application.js';
import { uuidSchema } from '../../schema/fields/wire.js';
import type { RequestOffers } from '../../schema/calls/offers.js';
import type { Prequalification } from '../../schema/calls/prequalification.js';
import { widgetAuthAnswer, type WidgetAuth, type WidgetToken } from '../../schema/calls/widget-auth.js';
import { configErrorOf, printConfigError } from '../options/config-error.js';
import { resolveService } from '../options/resolve-options.js';
import { unexpectedBody } from './response.js';
import { createCaller } from './call.js';
import type { ServiceCallOptions, ServiceSettings, UpstreamOptions } from './types.js';

/** The five calls to the service. Each rejects with a `LendingError`. Source: specification, "Endpoints". */
export interface PartnerClient {
  createApplication(application: Application, options?: ServiceCallOptions): Promise<CreatedApplication>;
  uploadDocument(
    company_id: string,
    document: { file: File; type: string },
    options?: ServiceCallOptions,
  ): Promise<void>;
  prequalify(company_id: string, figures: Prequalification, options?: ServiceCallOptions): Promise<void>;
  requestOffers(company_id: string, request: RequestOffers, options?: ServiceCallOptions): Promise<void>;
  authenticate(identity: WidgetAuth, options?: ServiceCallOptions): Promise<WidgetToken>;
}

/**
 * Creates a client of the service that works without the handler. Throws `config-invalid` for an option that cannot work.
 * With options of `fromEnv()`, it needs only the variables of the base URL and the key; if one is missing, it prints the error,
 * and every call rejects with it.
 */
export function createPartnerClient(options: UpstreamOptions): PartnerClient {
  const { service: error } = configErrorOf(options);
  if (!error) return createServiceClient(resolveService(options));
  printConfigError(error, 'every call of createPartnerClient() fails');
  const fail = () => Promise.reject(error);
  return { createApplication: fail, uploadDocument: fail, prequalify: fail, requestOffers: fail, authenticate: fail };
}

/** Creates a client of the service from checked options. */
export function createServiceClient(settings: ServiceSettings): PartnerClient {
  const call = createCaller(settings);

  return {
    async createApplication(application, options) {
      const response = createApplicationAnswer.safeParse(
        await call('createApplication', 'applications', application, options),
      );
      if (response.success) return response.data;
      throw unexpectedBody('createApplication', 'it has no data.company.id');
    },
    async uploadDocument(company_id, { file, type }, options) {
      const form = new FormData();
      // Spec: name of the file part not shown; `file` unless the partner says otherwise.
      form.set(settings.filePart, file);
      form.set('type', type);
      await call('uploadDocument', `companies/${checkId(company_id)}/documents`, form, options);
    },
    async prequalify(company_id, figures, options) {
      await call('prequalify', `companies/${checkId(company_id)}/prequalification`, figures, options);
    },
    async requestOffers(company_id, request, options) {
      // The path takes the company id, although it says "applications" (endpoint 4).
      await call('requestOffers', `applications/${checkId(company_id)}/request-offers`, request, options);
    },
    async authenticate(identity, options) {
      const response = widgetAuthAnswer.safeParse(await call('authenticate', 'applications/auth', identity, options));
      if (response.success) return response.data;
      throw unexpectedBody('authenticate', 'it has no access_token');
    },
  };
}

const id = uuidSchema();

/** Returns a UUID unchanged, and rejects other strings: they could change the path of a call. */
export function checkId(company_id: string): string {
  if (id.safeParse(company_id).success) return company_id;
  throw new LendingError('handler-failed', 'The company_id of this application is not a UUID.');
}
