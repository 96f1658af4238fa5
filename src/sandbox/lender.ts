import * as z from 'zod/mini';
import {
  applicationOf,
  documentFields,
  prequalificationOf,
  requestOffers,
  widgetAuth,
  type FieldRules,
  type Prequalification,
} from '../schema/index.js';
import { answer, done, refuse, refuseFields } from './answers.js';
import { sampleOffers, type SandboxOffer } from './offers.js';

interface CompanyRecord {
  email: string;
  application_id: string;
  prequalification?: Prequalification;
  consent: boolean;
}

/** What `company.registered_number` makes endpoint 1 answer instead of creating. The table is in `createSandbox`'s comment. */
const MAGIC: Record<string, () => Response> = {
  'SANDBOX-REFUSED': () => refuse(422, 'The company does not meet the minimum criteria.'),
  'SANDBOX-500': () => refuse(500, 'The sandbox was asked to fail.'),
  'SANDBOX-HTML': () =>
    new Response('<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  'SANDBOX-EMPTY': () => new Response(null, { status: 201 }),
};

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A version 4 UUID. `crypto.randomUUID` is missing where a page is not a secure context. */
const randomUuid = () => randomHex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');

/** What a company is offered: nothing before the figures and the consent. */
const offersTo = ({ consent, prequalification }: CompanyRecord): SandboxOffer[] =>
  consent && prequalification ? sampleOffers(prequalification) : [];

/** The lender's memory, and what each of the five calls does to it. Nothing outlives the object. */
export class Lender {
  readonly #companies = new Map<string, CompanyRecord>();
  readonly #tokens = new Map<string, CompanyRecord>();
  readonly #filePart: string;
  readonly #application;
  readonly #prequalification;

  constructor(filePart: string, fields: FieldRules) {
    this.#filePart = filePart;
    this.#application = applicationOf(fields);
    this.#prequalification = prequalificationOf(fields);
  }

  /** Endpoint 1. */
  createApplication(body: unknown): Response {
    const { success, data, error } = z.safeParse(this.#application, body);
    if (!success) return refuseFields(error);
    const { company, applicant, region } = data;
    const { registered_number = '' } = company;
    if (Object.hasOwn(MAGIC, registered_number)) return MAGIC[registered_number]!();
    const id = randomUuid();
    const application_id = randomUuid();
    this.#companies.set(id, { email: applicant.email, application_id, consent: false });
    // Spec: fields of the company record beyond id not shown; what was sent is answered.
    const created = { application_id, region, company: { id, ...company } };
    return done('The application has been successfully created.', created);
  }

  /** Endpoint 2. */
  uploadDocument(companyId: string, form: FormData): Response {
    if (!this.#companies.has(companyId)) return this.#unknown(companyId);
    const parts = [...form];
    const files = parts.filter(([, value]) => typeof value !== 'string');
    const texts = parts.filter(([, value]) => typeof value === 'string');
    // Spec: several files a request not shown; one is expected.
    if (files.length !== 1 || files[0]![0] !== this.#filePart) {
      return refuse(422, `One file part named "${this.#filePart}" is expected.`);
    }
    if (texts.length > 1) return refuse(422, 'One text part named "type" is expected.');
    const { success, data, error } = z.safeParse(documentFields, Object.fromEntries(texts));
    return success ? done('The document has been uploaded.', { id: randomUuid(), ...data }) : refuseFields(error);
  }

  /** Endpoint 3. */
  prequalify(companyId: string, body: unknown): Response {
    const company = this.#companies.get(companyId);
    if (!company) return this.#unknown(companyId);
    const { success, data, error } = z.safeParse(this.#prequalification, body);
    if (!success) return refuseFields(error);
    company.prequalification = data;
    return done('The prequalification data has been saved.');
  }

  /** Endpoint 4. */
  requestOffers(companyId: string, body: unknown): Response {
    const company = this.#companies.get(companyId);
    if (!company) return this.#unknown(companyId);
    const { success, data, error } = z.safeParse(requestOffers, body);
    if (!success) return refuseFields(error);
    // Spec: response body not shown; offers come later, from the lenders, so none is in it.
    company.consent = data.credit_score_check_consent;
    return done(company.consent ? 'Offers have been requested.' : 'No offers are requested without consent.');
  }

  /** Endpoint 5. */
  authenticate(body: unknown): Response {
    const { success, data, error } = z.safeParse(widgetAuth, body);
    if (!success) return refuseFields(error);
    const company = this.#companies.get(data.company_id);
    if (!company) return this.#unknown(data.company_id);
    if (company.email !== data.email) return refuse(404, 'This company has no applicant with this e-mail address.');
    const access_token = `sandbox_${randomHex(32)}`;
    this.#tokens.set(access_token, company);
    // Spec: position of access_token not shown; the top level.
    return answer(201, { access_token });
  }

  /** What the widget shows to the bearer of a token: nothing before the figures and the consent, `undefined` for a bad token. */
  offers(token: string): SandboxOffer[] | undefined {
    const company = this.#tokens.get(token);
    return company && offersTo(company);
  }

  #unknown(companyId: string): Response {
    const swapped = [...this.#companies.values()].some(({ application_id }) => application_id === companyId);
    return refuse(404, swapped ? 'This is an application id. The company id is expected.' : 'No such company.');
  }
}
