import assert from 'node:assert/strict';
import type { Consent, ConsentEvidence } from '../../src/schema/consent/consent.js';
import { noticeText, sha256 } from '../../src/schema/consent/notice-text.js';
import { sampleApplication, samplePrequalification } from '../schema/samples.js';

export const ORIGIN = 'https://partner.example';
export const MOUNT = '/api/lending';
export const EMAIL = sampleApplication().applicant.email;

/** What a page sends: a method, a body (JSON unless it is a form or a text) and headers. `null` takes a header away. */
export interface Sending {
  method?: string;
  body?: unknown;
  headers?: Record<string, string | null>;
}

/** The bodies of the requests that only read something of the applicant. */
const READS: Record<string, unknown> = { session: {}, consent: {}, draft: { load: true } };

export class Browser {
  readonly cookies = new Map<string, string>();
  /** The token of the applicant for whom the page was opened. */
  applicant: string | null = null;
  /** The business that the page names. */
  business: string | undefined;
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #origin: string;

  constructor(handle: (request: Request) => Promise<Response>, user: string | undefined, origin: string) {
    this.#handle = handle;
    this.#origin = origin;
    if (user !== undefined) this.cookies.set('user', user);
  }

  /** Sends as the library's adapter does, with what the browser adds. A request for the session is that of a new start. */
  async send(path: string, { method = 'POST', body, headers = {} }: Sending = {}): Promise<Response> {
    const isRaw = body instanceof FormData || body instanceof Uint8Array || typeof body === 'string';
    const sent = new Headers({
      accept: 'application/json',
      'x-lending-elements': '1',
      'sec-fetch-site': 'same-origin',
      cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
      ...(this.business !== undefined && { 'x-lending-business': encodeURIComponent(this.business) }),
      ...(this.applicant !== null && path !== 'session' && { 'x-lending-applicant': this.applicant }),
      ...(method === 'POST' && { origin: this.#origin }),
      ...(method === 'POST' && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    });
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) sent.delete(name);
      else sent.set(name, value);
    }
    const content = method === 'GET' || method === 'HEAD' ? null : ((isRaw ? body : JSON.stringify(body)) as BodyInit);
    const url = `${this.#origin}${MOUNT}/${path}`;
    const response = await this.#handle(new Request(url, { method, headers: sent, body: content }));
    const applicant = response.headers.get('x-lending-applicant');
    if (path === 'session') this.applicant = applicant;
    else this.applicant ??= applicant;
    return response;
  }

  /** Reads something of the applicant, or sends a GET. */
  get = (path: string, sending: Sending = {}) => {
    const body = READS[path.replace(/\/$/, '').split('/').at(-1)!];
    return this.send(path, { method: body ? 'POST' : 'GET', body, ...sending });
  };
  post = (path: string, body: unknown) => this.send(path, { body });

  /** A good body for a route, as this page would send it now. */
  async good(path: string): Promise<unknown> {
    if (path.startsWith('lookups/')) return { query: 'acme' };
    return path === 'request-offers' ? agreed(await this.get('consent')) : goodBodies()[path];
  }

  async create(application = sampleApplication()): Promise<void> {
    assert.equal((await this.post('applications', application)).status, 200);
  }
}

/** What a page sends that has been served the notice, and has shown it. */
export async function evidenceOf(served: Response): Promise<ConsentEvidence> {
  const { notice, servedId } = (await served.json()) as Consent;
  return { servedId, sha256: await sha256(noticeText(notice)), translated: false };
}

/** A request for offers by who agreed to the notice; where none was served, one of the right shape. */
export const agreed = async (served: Response) =>
  served.ok ? { credit_score_check_consent: true, evidence: await evidenceOf(served) } : goodBodies()['request-offers'];

/** As little as is taken for a PDF. */
const SAMPLE_PDF = '%PDF-1.7\n%%EOF\n';

/** A form as the documents step sends it. `null` leaves a part out. */
export function documentForm(parts: { file?: File | null; type?: string | null } = {}): FormData {
  const statement = new File([SAMPLE_PDF], 'statement june.pdf', { type: 'application/pdf' });
  const { file = statement, type = 'bank-statement' } = parts;
  const form = new FormData();
  if (type !== null) form.append('type', type);
  if (file !== null) form.append('file', file);
  return form;
}

/** A body of the right shape for each route that changes something. Where consent is needed, `Browser.good` has the evidence. */
export const goodBodies = (): Record<string, unknown> => ({
  applications: sampleApplication(),
  documents: documentForm(),
  prequalification: samplePrequalification(),
  'request-offers': {
    credit_score_check_consent: true,
    evidence: { servedId: 'x', sha256: 'a'.repeat(64), translated: false },
  },
  'widget-token': {},
});
