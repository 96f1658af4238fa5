import { LendingError } from '../../errors.js';
import type { Application as ApplicationBody, CreatedApplication } from '../../schema/calls/application.js';
import type { Progress } from '../../schema/calls/session.js';
import type { Closing } from '../applications/closing.js';
import type { PartnerClient } from '../service/client.js';
import type { Kept } from '../store/kept.js';
import type { RequestContext } from '../types.js';
import { attemptKey, type Attempts } from './idempotency.js';

/** The facts of a creation: the ids, and values of the request body that created the application. A later request may have another body. */
interface Created {
  ids: CreatedApplication;
  email: string;
  company: string | undefined;
  /** Missing in attempts that were settled. */
  body?: string | undefined;
  createdAt: string;
}

/**
 * Creates one application for an applicant. A request that comes during the creation, or after it when the response was lost, gets the
 * same application: for example from a second tab, or from a page that did not get its response.
 */
export function createApplicationOnce(
  service: Pick<PartnerClient, 'createApplication'>,
  kept: Kept,
  { runOnce }: Attempts,
  { duringCall }: Pick<Closing, 'duringCall'>,
  { timeoutMs }: { timeoutMs: number },
) {
  /** A keyed digest of the registered number: it shows that a request is about another company. */
  const companyOf = async ({ company: { registered_number: number } }: ApplicationBody) =>
    number ? kept.token('company', number.toUpperCase()) : undefined;

  /** A keyed digest of the whole body: it shows that a request has other answers. */
  const digestOf = (body: ApplicationBody) => kept.token('body', JSON.stringify(body));

  /** Stores the facts in the application of a request. The save after the route repeats one that failed. */
  async function keep({ application, save }: RequestContext, { ids, ...facts }: Created) {
    const { company_id, application_id } = ids;
    Object.assign(application, { company_id, application_id, ...facts });
    await save().catch(() => undefined);
  }

  async function create(context: RequestContext, body: ApplicationBody): Promise<void> {
    const { applicant, requestId, onAnswer } = context;
    const options = { key: attemptKey(applicant), limit: timeoutMs * 2, requestId, applicant };
    const created = await runOnce(options, () =>
      duringCall(applicant, async () => {
        const facts: Created = {
          ids: await service.createApplication(body, { subject: applicant.subject, onAnswer }),
          email: body.applicant.email,
          company: await companyOf(body),
          body: await digestOf(body),
          createdAt: new Date().toISOString(),
        };
        await keep(context, facts);
        return facts;
      }),
    );
    await keep(context, created);
  }

  /**
   * Creates the application unless it exists, and compares the answers with those of the application. Throws `handler-other-company` if the one that
   * exists is for another company.
   */
  return async (context: RequestContext, body: ApplicationBody): Promise<Progress['createdWith']> => {
    const { application } = context;
    if (!application.company_id) await create(context, body);
    const company = await companyOf(body);
    if (company && application.company && company !== application.company) throw otherCompany();
    if (!application.body) return 'unknown';
    return application.body === (await digestOf(body)) ? undefined : 'other';
  };
}

const otherCompany = () =>
  new LendingError(
    'handler-other-company',
    'Rejected: this applicant has an application already, for a company with another registered number.',
    { remedy: 'Name the business that applies: <lending-onboarding business="…">, and return it from authorize().' },
  );
