import { LendingError } from '../errors.js';
import { createApplicationAnswer, type Application, type CreatedApplication } from '../schema/application.js';
import type { CallName } from '../schema/calls.js';
import type { RequestOffers } from '../schema/offers.js';
import type { Prequalification } from '../schema/prequalification.js';
import { widgetAuthAnswer, type WidgetAuth, type WidgetToken } from '../schema/widget-auth.js';
import { uuid } from '../schema/wire.js';
import type { Body } from './guard.js';
import type { HeldFile } from './held-file.js';
import { unexpectedBody } from './service-answer.js';
import { createCaller } from './service-call.js';

/** What calls to the service need of `fetch`: the platform's own is one, and so is the sandbox's. */
export interface ServiceFetch {
  (url: string, init?: RequestInit): Promise<ServiceResponse>;
  /** How it takes a form, where it has a way that copies less than `FormData`. */
  form?(parts: readonly FormPart[]): BodyInit;
}
export type FormPart = readonly [name: string, value: File | HeldFile | string];

/** What is read of an answer. */
export interface ServiceResponse {
  status: number;
  /** `opaqueredirect` where the platform does not say the status of a redirect that is not followed. */
  type?: string | undefined;
  headers: { get(name: string): string | null };
  body: Body | null;
}

export interface UpstreamOptions {
  /** The service's API base address: https, or http on loopback. */
  baseUrl: string;
  /** The partner's secret key. A function is asked before each request, so the key can be changed while this runs. */
  secretKey: string | (() => string | Promise<string>);
  /** How the service is called. Default: the platform's own `fetch`; on Node `nodeFetch` of `./server/node` is faster. */
  fetch?: ServiceFetch | undefined;
  /** Milliseconds until the service must have answered a JSON call, with all that is tried again. Default: 10 seconds. */
  timeout?: number | undefined;
  /** The same for a document. Default: 60 seconds. */
  uploadTimeout?: number | undefined;
  /**
   * Milliseconds until a function of the partner's must have answered: `secretKey`, and each that `createHandler` waits for.
   * After that it has failed, and is not waited for any more. Default: 10 seconds.
   */
  hookTimeout?: number | undefined;
  /**
   * Statuses, like 500, by which the service says for certain that no application was created: the applicant can try again at once.
   * Name only what the service has promised you. After any other 408 or 5xx nobody knows whether there is an application, and none
   * is created again until `existingApplication` has said `'none'`. Default: none of them.
   */
  notCreatedOn?: readonly number[] | undefined;
  /** The name of the part that carries the document. Default: `file`. */
  filePart?: string | undefined;
}

/** What a call to the service takes beside its body. */
export interface ServiceCallOptions {
  /** Gives the call up. */
  signal?: AbortSignal | undefined;
  /**
   * Whom the call is for. After failed calls for ten of them in a row the service is not called for ten seconds; however often
   * it fails for one, it is called for the others. Default: somebody else with each call.
   */
  subject?: string | undefined;
  /** Hears what came of each attempt. */
  onAnswer?: ((call: ServiceCall) => void) | undefined;
}

/** One attempt at a call, for a log: neither the key nor what was sent is in it. */
export interface ServiceCall {
  call: CallName;
  milliseconds: number;
  /** The status of the answer, where there was one. */
  status?: number | undefined;
  /** The plain words of what the service said: what may be a name, a number or an address is left out. */
  said?: string | undefined;
}

/** The five calls as the service takes them (specification, "Endpoints"). Each rejects with a `LendingError`. */
export interface PartnerClient {
  createApplication(application: Application, options?: ServiceCallOptions): Promise<CreatedApplication>;
  uploadDocument(
    company_id: string,
    document: { file: File | HeldFile; type: string },
    options?: ServiceCallOptions,
  ): Promise<void>;
  prequalify(company_id: string, figures: Prequalification, options?: ServiceCallOptions): Promise<void>;
  requestOffers(company_id: string, request: RequestOffers, options?: ServiceCallOptions): Promise<void>;
  authenticate(identity: WidgetAuth, options?: ServiceCallOptions): Promise<WidgetToken>;
}

/** Speaks to the service. It is usable without the handler. */
export function createPartnerClient(options: UpstreamOptions): PartnerClient {
  const { filePart = 'file' } = options;
  const call = createCaller(options);

  return {
    async createApplication(application, given) {
      const answer = createApplicationAnswer.safeParse(
        await call('createApplication', 'applications', application, given),
      );
      if (answer.success) return answer.data;
      throw unexpectedBody('createApplication', 'it has no data.company.id');
    },
    async uploadDocument(company_id, { file, type }, given) {
      // Spec: name of the file part not shown; `file` unless the partner says otherwise.
      const parts = [
        [filePart, file],
        ['type', type],
      ] as const;
      const form = options.fetch?.form?.(parts) ?? formOf(parts);
      await call('uploadDocument', `companies/${checkId(company_id)}/documents`, form as object, given);
    },
    async prequalify(company_id, figures, given) {
      await call('prequalify', `companies/${checkId(company_id)}/prequalification`, figures, given);
    },
    async requestOffers(company_id, request, given) {
      // The path takes the company id, although it says "applications" (endpoint 4).
      await call('requestOffers', `applications/${checkId(company_id)}/request-offers`, request, given);
    },
    async authenticate(identity, given) {
      const answer = widgetAuthAnswer.safeParse(await call('authenticate', 'applications/auth', identity, given));
      if (answer.success) return answer.data;
      throw unexpectedBody('authenticate', 'it has no access_token');
    },
  };
}

function formOf(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts)
    form.set(name, typeof value === 'object' && 'toFile' in value ? value.toFile() : value);
  return form;
}

const id = uuid();

/** What is no UUID leads elsewhere: it is not put into an address of the service. */
export function checkId(company_id: string): string {
  if (id.safeParse(company_id).success) return company_id;
  throw new LendingError('handler-failed', 'The company id is no UUID.');
}
