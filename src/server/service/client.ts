import type * as z from 'zod/mini';
import { LendingError, type Problem } from '../../errors.js';
import {
  applicationsOf,
  createApplicationAnswer,
  type Application,
  type CreatedApplication,
} from '../../schema/calls/application.js';
import { CALLS, type CallName } from '../../schema/calls/calls.js';
import { requestOffers, type RequestOffers } from '../../schema/calls/offers.js';
import { prequalificationOf, type Prequalification } from '../../schema/calls/prequalification.js';
import { widgetAuth, widgetAuthAnswer, type WidgetAuth, type WidgetToken } from '../../schema/calls/widget-auth.js';
import { uuidSchema } from '../../schema/fields/wire.js';
import { toProblems } from '../../schema/problems.js';
import type { Settings } from '../../schema/settings.js';
import { checkGiven, configErrorOf, printConfigError } from '../options/config-error.js';
import { overDefaults } from '../options/partner-settings.js';
import { resolveService } from '../options/resolve-options.js';
import type { HandlerOptions } from '../types.js';
import { unexpectedBody } from './response.js';
import { createCaller } from './call.js';
import type { CallResult, ResponsePaths, ServiceCallOptions, ServiceSettings, UpstreamOptions } from './types.js';

/**
 * The five calls to the service. Each rejects with a `LendingError`, whose `status`, `said` and `body` are about the service's response: `docs/five-calls.md`
 * has the codes. Source: specification, "Endpoints".
 */
export interface PartnerClient {
  /** Creates an application, and returns its ids. Keep `company_id`: the other calls need it. It is never repeated by itself after its bytes were sent. */
  createApplication(application: Application, options?: ServiceCallOptions): Promise<CreatedApplication>;
  /** Sends a document of the company, such as one of the type `bank-statement`. */
  uploadDocument(
    company_id: string,
    document: { file: File; type: string },
    options?: ServiceCallOptions,
  ): Promise<CallResult>;
  /** Sends the figures. The service may answer that the company is below its criteria: then it rejects with `upstream-rejected`. */
  prequalify(company_id: string, figures: Prequalification, options?: ServiceCallOptions): Promise<CallResult>;
  /** Requests offers. Call it with `true` only after the applicant has agreed, and after you have stored that. */
  requestOffers(company_id: string, request: RequestOffers, options?: ServiceCallOptions): Promise<CallResult>;
  /** Gets an access token for the widget, and nothing else of the response. Keep it in memory. */
  authenticate(identity: WidgetAuth, options?: ServiceCallOptions): Promise<WidgetToken>;
  /**
   * Checks the body of a call before it is sent. Returns the path and the reason of each field that does not fit, and never a value; an empty list if
   * all fit. `settings` are those of `createHandler()`, with your rules of the fields. Default: the rules for the specification's samples.
   */
  findProblems(
    call: Exclude<CallName, 'uploadDocument'>,
    body: unknown,
    settings?: HandlerOptions['settings'],
  ): Problem[];
}

/**
 * Creates a client of the service that works without the handler. Throws `config-invalid` for an option that cannot work.
 * With options of `fromEnv()`, it needs only the variables of the base URL and the key; if one is missing, it prints the error,
 * and every call rejects with it.
 */
export function createPartnerClient(options: UpstreamOptions): PartnerClient {
  checkGiven(options, 'createPartnerClient', 'fromEnv()');
  const { service: error } = configErrorOf(options);
  if (!error) return { ...createServiceClient({ ...resolveService(options), keepsBody: true }), findProblems };
  printConfigError(error, 'every call of createPartnerClient() fails');
  const fail = () => Promise.reject(error);
  const calls = Object.fromEntries(CALLS.map((call) => [call, fail])) as Record<CallName, typeof fail>;
  return { ...calls, findProblems };
}

export function createServiceClient(settings: ServiceSettings): Omit<PartnerClient, 'findProblems'> {
  const call = createCaller(settings);
  const { responsePaths: paths } = settings;

  return {
    async createApplication(application, options) {
      const { body } = await call('createApplication', 'applications', application, options);
      const response = createApplicationAnswer.safeParse(withIds(body, paths));
      if (response.success) return response.data;
      throw unexpectedBody('createApplication', 'it has no data.company.id');
    },
    async uploadDocument(company_id, { file, type }, options) {
      const form = new FormData();
      // Spec: name of the file part not shown; `file` unless the partner says otherwise.
      form.set(settings.filePart, file);
      form.set('type', type);
      return call('uploadDocument', `companies/${checkId(company_id)}/documents`, form, options);
    },
    async prequalify(company_id, figures, options) {
      return call('prequalify', `companies/${checkId(company_id)}/prequalification`, figures, options);
    },
    async requestOffers(company_id, request, options) {
      // The path takes the company id, although it says "applications" (endpoint 4).
      return call('requestOffers', `applications/${checkId(company_id)}/request-offers`, request, options);
    },
    async authenticate(identity, options) {
      const { body } = await call('authenticate', 'applications/auth', identity, options);
      const token = paths.access_token && { access_token: valueAt(body, paths.access_token) };
      const response = widgetAuthAnswer.safeParse(token || body);
      if (response.success) return response.data;
      throw unexpectedBody('authenticate', 'it has no access_token');
    },
  };
}

const valueAt = (body: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);

/** Returns a response of endpoint 1 with its ids in the specification's places. */
function withIds(body: unknown, { company_id, application_id = 'data.application_id' }: ResponsePaths): unknown {
  if (!company_id) return body;
  return { application_id: valueAt(body, application_id), company: { id: valueAt(body, company_id) } };
}

const findProblems: PartnerClient['findProblems'] = (call, body, settings = {}) => {
  const rules = overDefaults(settings) as Settings;
  const schemas: Record<typeof call, () => z.ZodMiniType> = {
    createApplication: () => applicationsOf(rules)(body),
    prequalify: () => prequalificationOf(rules.fields),
    requestOffers: () => requestOffers,
    authenticate: () => widgetAuth,
  };
  const { error } = schemas[call]().safeParse(body);
  return error ? toProblems(error) : [];
};

const id = uuidSchema();

/** Returns a UUID unchanged, and rejects other strings: they could change the path of a call. */
export function checkId(company_id: string): string {
  if (id.safeParse(company_id).success) return company_id;
  throw new LendingError('handler-failed', 'The company_id of this application is not a UUID.');
}
