import { LendingError } from '../errors.js';
import { createApplicationAnswer, type Application, type CreatedApplication } from '../schema/application.js';
import type { RequestOffers } from '../schema/offers.js';
import type { Prequalification } from '../schema/prequalification.js';
import type { CallName } from '../schema/session.js';
import { widgetAuthAnswer, type WidgetAuth, type WidgetToken } from '../schema/widget-auth.js';
import { readText } from './guard.js';
import { isLoopback } from './loopback.js';

export interface UpstreamOptions {
  /** The service's API base address: https, or http on loopback. */
  baseUrl: string;
  /** The partner's secret key. A function is asked before each request, so the key can be changed while this runs. */
  secretKey: string | (() => string | Promise<string>);
  /** Default: the platform's own. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds until the service must have answered a JSON call. Default: 10 seconds. */
  timeout?: number | undefined;
  /** The same for a document. Default: 60 seconds. */
  uploadTimeout?: number | undefined;
  /** The name of the part that carries the document. Default: `file`. */
  filePart?: string | undefined;
}

/** The five calls as the service takes them (specification, "Endpoints"). Each rejects with a `LendingError`. */
export interface Upstream {
  createApplication(application: Application): Promise<CreatedApplication>;
  /** `signal` ends the call, as when the page is gone that waits for it. */
  uploadDocument(company_id: string, document: { file: File; type: string }, signal?: AbortSignal): Promise<void>;
  prequalify(company_id: string, figures: Prequalification): Promise<void>;
  requestOffers(company_id: string, request: RequestOffers): Promise<void>;
  authenticate(identity: WidgetAuth): Promise<WidgetToken>;
}

const ANSWER_LIMIT = 256 * 1024;

/** Speaks to the service. This is the only place that reads the key. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { timeout = 10_000, uploadTimeout = 60_000, filePart = 'file' } = options;
  const base = `${checkBaseUrl(options.baseUrl)}/partner-api/v1`;
  if (typeof options.secretKey !== 'function') checkKey(options.secretKey);

  async function call(
    name: CallName,
    path: string,
    body: BodyInit,
    headers: Record<string, string>,
    { limit = timeout, stop }: { limit?: number; stop?: AbortSignal | undefined } = {},
  ) {
    const key = checkKey(typeof options.secretKey === 'function' ? await options.secretKey() : options.secretKey);
    const deadline = AbortSignal.timeout(limit);
    try {
      const response = await (options.fetch ?? globalThis.fetch)(`${base}/${path}`, {
        method: 'POST',
        headers: { ...headers, accept: 'application/json', 'x-bs-sk': key },
        body,
        // A followed redirect would carry the key to wherever it points.
        redirect: 'manual',
        signal: stop ? AbortSignal.any([deadline, stop]) : deadline,
      });
      return await readAnswer(name, response);
    } catch (error) {
      throw error instanceof LendingError ? error : networkError(name, error, deadline.aborted, limit);
    }
  }

  const post = (name: CallName, path: string, body: unknown) =>
    call(name, path, JSON.stringify(body), { 'content-type': 'application/json' });

  return {
    async createApplication(application) {
      const answer = createApplicationAnswer.safeParse(await post('createApplication', 'applications', application));
      if (answer.success) return answer.data;
      throw unexpectedBody('createApplication', 'it has no data.company.id');
    },
    async uploadDocument(company_id, { file, type }, stop) {
      const form = new FormData();
      // Spec: name of the file part not shown; `file` unless the partner says otherwise.
      form.set(filePart, file);
      form.set('type', type);
      await call('uploadDocument', `companies/${company_id}/documents`, form, {}, { limit: uploadTimeout, stop });
    },
    async prequalify(company_id, figures) {
      await post('prequalify', `companies/${company_id}/prequalification`, figures);
    },
    async requestOffers(company_id, request) {
      // The path takes the company id, although it says "applications" (endpoint 4).
      await post('requestOffers', `applications/${company_id}/request-offers`, request);
    },
    async authenticate(identity) {
      const answer = widgetAuthAnswer.safeParse(await post('authenticate', 'applications/auth', identity));
      if (answer.success) return answer.data;
      throw unexpectedBody('authenticate', 'it has no access_token');
    },
  };
}

/** Refuses an address that would carry the key in the clear. */
function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isSafe && url.href === url.origin + url.pathname) return url.href.replace(/\/$/, '');
  throw new LendingError('config-invalid', 'baseUrl is not an https address without a query.', {
    remedy: 'Use the API base address of the service; http is accepted on loopback only.',
  });
}

/** Refuses a key that no header can carry, without saying it. */
function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7E]+$/.test(key)) return key;
  throw new LendingError('config-invalid', 'secretKey is missing, or has a space or a line break in it.', {
    remedy: 'Copy it from the partner dashboard into the backend’s environment.',
  });
}

/** Reads an answer: the status first, then as much of the body as is needed. */
// Spec: error bodies and status codes not shown; any 2xx is a success unless it says `success: false`.
async function readAnswer(name: CallName, response: Response): Promise<unknown> {
  const { status, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new LendingError(
      'upstream-redirect',
      `The service answered ${name} with a redirect, which is not followed.`,
      {
        remedy: 'Check baseUrl: it should be the address that the API answers at.',
      },
    );
  }
  const text = await readText(response, ANSWER_LIMIT);
  if (status >= 500) {
    throw new LendingError('upstream-failed', `The service answered ${name} with ${status}.`, { recoverable: true });
  }
  if (!response.ok) {
    const remedy = status === 401 || status === 403 ? 'Check secretKey, and that it fits baseUrl.' : undefined;
    throw new LendingError('upstream-refused', `The service answered ${name} with ${status}.`, { remedy });
  }
  const body = text === undefined ? undefined : parse(text);
  if (body === undefined) throw unexpectedBody(name, 'it is not JSON');
  if ((body as { success?: unknown } | null)?.success === false) {
    throw new LendingError('upstream-refused', `The service did not accept ${name}.`);
  }
  return body;
}

/** An empty body is a fine answer to a call whose answer is not specified. */
function parse(text: string): unknown {
  try {
    return text.trim() === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

const unexpectedBody = (name: CallName, why: string) =>
  new LendingError('upstream-unexpected-body', `The service’s answer to ${name} could not be used: ${why}.`, {
    remedy: 'Check that baseUrl is the address of the API.',
    recoverable: true,
  });

/** Errors of a connection that was never made: the service got nothing. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

function networkError(name: CallName, cause: unknown, late: boolean, limit: number): LendingError {
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { code?: string };
  if (name === 'createApplication' && !UNSENT.includes(code ?? '')) {
    return new LendingError('outcome-unknown', 'The service did not confirm that the application was created.', {
      cause,
    });
  }
  const details = { cause, recoverable: true };
  return late
    ? new LendingError(
        'upstream-timeout',
        `The service did not answer ${name} within ${limit / 1000} seconds.`,
        details,
      )
    : new LendingError('upstream-unreachable', `The service could not be reached for ${name}.`, details);
}
