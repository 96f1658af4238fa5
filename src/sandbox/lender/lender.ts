import type { Responses } from '../api/responses.js';
import { responseUnder } from './faults.js';
import { effectOf, SHORT_LIFETIME_SECONDS, unknownMagic, type MagicEffect } from './magic-values.js';
import type { SandboxOffer } from './offers.js';
import type { Parsed, RequestParser } from '../api/parse-request.js';
import { applicationStatus, offerStatus, requestedOffers, type CompanyRecord, type OfferStatus } from './records.js';
import type { Body } from '../api/body.js';
import { createTokens, type SandboxTokens } from './tokens.js';

/** An offer as the applicant's widget gets it. */
export interface LenderOffer extends SandboxOffer {
  /** A UUID. */
  readonly id: string;
  readonly status: OfferStatus;
  /** True if the applicant accepted this offer. */
  readonly chosen: boolean;
}

/** The result of `Lender.decide()`: the offers after the decision, or the reason why nothing changed. */
export type Decided = { readonly offers: LenderOffer[] } | 'no-token' | 'no-offer' | 'not-open';

/** How a lender responds. */
export interface LenderSettings {
  readonly parser: RequestParser;
  readonly responses: Responses;
  readonly tokens: Required<SandboxTokens>;
  readonly offersAfterSeconds: readonly number[];
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
}

/** A call to the lender. */
export interface LenderCall {
  readonly signal: AbortSignal;
  /** The id of the company that the call is about: a new one, the one in the path, or the one in the body. */
  company_id?: string;
}

/** The effect of a magic value in a call, and the function that makes the call. */
interface Plan {
  readonly effect?: MagicEffect | undefined;
  readonly proceed: () => Response;
}

/** Rejects an application with a value that looks like a magic value and is none. */
function knownOnly<T extends { registered_number: string; email: string }>(parsed: Parsed<T>): Parsed<T> {
  if (parsed.rejected) return parsed;
  const { registered_number, email } = parsed.data;
  return unknownMagic({ 'company.registered_number': registered_number, 'applicant.email': email }) ?? parsed;
}

export type Lender = ReturnType<typeof createLender>;

/** A lender in memory, with the five calls. */
export function createLender(settings: LenderSettings, saved: readonly CompanyRecord[] = []) {
  const { parser, responses, now, offersAfterSeconds } = settings;
  const { done, rejection } = responses;
  const tokens = createTokens(settings.tokens, now);
  const records = new Map(saved.map((company) => [company.company_id, company]));

  /** Responds to a call: with a rejection of its content, or with the result of its plan. */
  async function respond<T>({ signal }: LenderCall, parsed: Parsed<T>, plan: (data: T) => Plan): Promise<Response> {
    if (parsed.rejected) return responses.fieldRejection(parsed.rejected, parsed.message);
    const { effect, proceed } = plan(parsed.data);
    return responseUnder(effect, responses, signal, proceed);
  }

  /** Responds to a call about an existing company, and rejects others. */
  async function respondAbout<T>(call: LenderCall, parsed: Parsed<T>, plan: (company: CompanyRecord, data: T) => Plan) {
    const { company_id = '' } = call;
    const company = records.get(company_id);
    if (company || call.company_id === undefined) return respond(call, parsed, (data) => plan(company!, data));
    return rejection(404, 'This company id is not known. Check that it is not the application id.');
  }

  function add(email: string): CompanyRecord {
    const [company_id, application_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const state = { isDeclined: false, consent: false, offers: [] };
    const company: CompanyRecord = { company_id, application_id, createdAt: now(), email, ...state };
    records.set(company_id, company);
    return company;
  }

  /** If the applicant sent figures and consented, makes the lenders' offers. New figures replace earlier offers, unless one was accepted. */
  function makeOffers(company: CompanyRecord): void {
    if (!company.chosen) company.offers = requestedOffers(company, now(), offersAfterSeconds);
  }

  const companyOf = (token: string) => records.get(tokens.companyOf(token) ?? '');

  /** The offers of a company, with their statuses now. */
  const offersOf = (company: CompanyRecord): LenderOffer[] =>
    company.offers.map((offer) => ({
      ...offer.terms,
      id: offer.id,
      status: offerStatus(offer, company, now()),
      chosen: company.chosen?.offer === offer.id,
    }));

  return {
    /** The records of all companies, the oldest first. */
    companies: () => [...records.values()],
    /** Deletes all companies and tokens. */
    clear(): void {
      records.clear();
      tokens.clear();
    },

    /** Endpoint 1. */
    createApplication: (call: LenderCall, { recorded: body }: Pick<Body, 'recorded'>) =>
      respond(call, knownOnly(parser.application(body)), ({ company, registered_number, region, email }) => ({
        effect: effectOf('createApplication', 'company.registered_number', registered_number),
        proceed() {
          const { company_id, application_id } = add(email);
          call.company_id = company_id;
          // Spec: fields of the company record beyond id not shown; the response repeats the fields of the request.
          const created = { application_id, region, company: { ...company, id: company_id } };
          return done('The application has been successfully created.', created);
        },
      })),

    /** Endpoint 2. */
    uploadDocument: (call: LenderCall, { form }: Pick<Body, 'form'>) =>
      respondAbout(call, parser.document(form), (_company, document) => ({
        proceed: () => done('The document has been uploaded.', { id: crypto.randomUUID(), ...document }),
      })),

    /** Endpoint 3. */
    prequalify: (call: LenderCall, { recorded: body }: Pick<Body, 'recorded'>) =>
      respondAbout(call, parser.figures(body), (company, figures) => {
        const effect = effectOf('prequalify', 'prequalification.funding_amount', figures.funding_amount);
        const proceed = () => {
          company.figures = figures;
          company.isDeclined = effect === 'declined';
          makeOffers(company);
          const answer =
            company.isDeclined && responses.rejected('The company does not meet the minimum lending criteria.');
          return answer || done('The prequalification data has been saved.');
        };
        return { effect, proceed };
      }),

    /** Endpoint 4. */
    requestOffers: (call: LenderCall, { recorded: body }: Pick<Body, 'recorded'>) =>
      respondAbout(call, parser.consent(body), (company, consent) => ({
        effect: consent
          ? effectOf('requestOffers', 'prequalification.funding_amount', company.figures?.funding_amount)
          : undefined,
        proceed() {
          company.consent = consent;
          makeOffers(company);
          // Spec: response body not shown; it contains no offers, because lenders make them later.
          return done(consent ? 'Offers have been requested.' : 'No offers are requested without consent.');
        },
      })),

    /** Endpoint 5. */
    authenticate(call: LenderCall, { recorded: body }: Pick<Body, 'recorded'>): Promise<Response> {
      const identity = parser.identity(body);
      if (!identity.rejected) call.company_id = identity.data.company_id;
      return respondAbout(call, identity, ({ company_id, email }, given) => {
        // Only the lenient parser accepts a missing email address.
        const isOther = given.email !== '' && email !== '' && email !== given.email;
        const effect = isOther ? undefined : effectOf('authenticate', 'applicant.email', email);
        const lifetime = effect === 'tokenExpires' ? SHORT_LIFETIME_SECONDS : undefined;
        const proceed = () =>
          isOther
            ? rejection(404, 'This company has no applicant with this e-mail address.')
            : responses.token(tokens.issue(company_id, lifetime));
        return { effect, proceed };
      });
    },

    /**
     * Exchanges an access token for the session of a widget, which `offers()` and `decide()` accept in place of the token. A token for a
     * single use is invalid afterwards. Returns `undefined` if the token is invalid. A session expires with its token.
     */
    openWidget: (token: string) => tokens.open(token),

    /** Returns the offers for a token or a session, or `undefined` if it is invalid. A token for a single use is invalid afterwards. */
    offers(token: string): LenderOffer[] | undefined {
      const company = companyOf(token);
      return company && offersOf(company);
    },

    /** The applicant's decision about an offer. Only an offer with the status `OFFERED` is open, and only until one was accepted. */
    decide(token: string, offerId: string, decision: 'accept' | 'decline'): Decided {
      const company = companyOf(token);
      if (!company) return 'no-token';
      const offer = company.offers.find(({ id }) => id === offerId);
      if (!offer) return 'no-offer';
      const at = now();
      if (company.chosen || offerStatus(offer, company, at) !== 'OFFERED') return 'not-open';
      if (decision === 'accept') company.chosen = { offer: offerId, at };
      else offer.isDeclined = true;
      return { offers: offersOf(company) };
    },

    offersOf,
    /** The status of a company's application now. */
    statusOf: (company: CompanyRecord) => applicationStatus(company, now()),
  };
}
