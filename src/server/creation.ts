import { LendingError } from '../errors.js';
import { applicationsOf, type Application } from '../schema/calls/application.js';
import type { Progress } from '../schema/calls/session.js';
import { hiddenFields } from '../schema/company-types.js';
import { authorityConfirmation } from '../schema/consent/consent.js';
import type { createCalls } from './calls.js';
import { prepared } from './consent/decisions.js';
import { sourcesOf } from './consent/sources.js';
import type { createConsents } from './consents.js';
import type { createDraftRoutes, LeftDraft } from './drafts.js';
import { draftOf, replaceDraft } from './journal/drafts.js';
import type { Opening } from './keys.js';
import type { Limit } from './limits.js';
import type { ResolvedOptions } from './options/resolve-options.js';
import type { createPrefill } from './prefill.js';
import { changed, current, doneCalls, raised, type ApplicationRow } from './records/current.js';
import type { Records } from './records/records.js';
import { checkBody, readJson } from './request.js';
import type { PartnerClient } from './service/client.js';
import type { RequestContext, Route } from './types.js';

interface CreationSettings extends Pick<ResolvedOptions, 'settings' | 'canApplyAgain'> {
  opening: Opening;
  callOnce: ReturnType<typeof createCalls>;
  consents: ReturnType<typeof createConsents>;
  drafts: ReturnType<typeof createDraftRoutes>;
  prefill: ReturnType<typeof createPrefill>;
  service: Pick<PartnerClient, 'createApplication'>;
  /** The limit of entries about consents. */
  limit: Limit;
}

/** A body that was checked, with keyed digests of the registered number and of the whole body: they show that a later request has others. */
interface Wanted extends Pick<ApplicationRow, 'company'> {
  content: Application;
  body: string;
}

/** Creates the route `applications`: one application for one applicant. A second request creates nothing, even if it comes at the same time. */
export function createCreation(parts: CreationSettings): Route {
  const { settings, opening, prefill, drafts } = parts;
  const bodyFor = applicationsOf(settings, !!settings.countries?.[0]);

  async function readWanted({ applicant }: RequestContext, sent: Record<string, unknown>): Promise<Wanted> {
    const content = await prefill.enforce(applicant, sent, (one) => checkBody(bodyFor(one), one));
    // A prefilled field may not exist for this type of business.
    for (const { parent, name } of hiddenFields(settings, content)) delete parent[name];
    const { token } = await opening();
    const number = content.company.registered_number;
    const company = number ? await token('company', number.toUpperCase()) : null;
    return { content, company, body: await token('body', JSON.stringify(content)) };
  }

  const route: Route = async (context) => {
    const { records } = context;
    const { authority, prefillNote, ...sent } = Object(await readJson(context)) as Record<string, unknown>;
    const wanted = await readWanted(context, sent);
    const isNew = !current(records)?.company_id;
    const left = isNew ? await drafts.leftAfterCreation(records) : undefined;
    const after = isNew ? await create(parts, context, wanted, { authority, prefillNote }, left) : records;
    const createdWith = compare(current(after), wanted);
    // A draft that was saved meanwhile, or that an earlier request has left.
    const saved = draftOf(after);
    if (saved && saved.id !== left?.left?.id) await drafts.removeSent(context);
    return { done: doneCalls(after), createdWith };
  };
  route.also = { all: ['drafts'] };
  return route;
}

/** Makes the call. The authority that the applicant confirmed is recorded before it. */
async function create(
  parts: CreationSettings,
  context: RequestContext,
  wanted: Wanted,
  given: { authority: unknown; prefillNote: unknown },
  left: LeftDraft | undefined,
): Promise<Records> {
  const { settings, callOnce, consents, service, limit } = parts;
  const { applicant, onAnswer } = context;
  const entries: Parameters<typeof prepared>[2][number][] = [];
  if (settings.authority) {
    const authority = authorityConfirmation.safeParse(given.authority).data;
    entries.push(['authorised', await consents.authorityOf(context, authority)]);
  }
  const served = await parts.prefill.read(applicant, given.prefillNote);
  if (served) {
    const sources = sourcesOf(wanted.content, served, await parts.prefill.get(applicant));
    const digest = await (await parts.opening()).token('answers', JSON.stringify(wanted.content));
    if (sources.platform.length > 0) entries.push(['prefilled', { sources: { ...sources, digest } }]);
  }
  return callOnce(context, {
    call: 'createApplication',
    key: 'create',
    also: consents.also,
    before: entries.length > 0 ? (now, id) => [prepared(now, id, entries, limit), undefined] : undefined,
    make: () => service.createApplication(wanted.content, { subject: applicant.subject, onAnswer }),
    succeeded: (ids, { application }) => created(parts, wanted, ids, application, left),
  });
}

/** Prepares the change after a creation. Everything that the applicant typed is sealed for the application's row, or is a keyed digest. */
async function created(
  { opening, canApplyAgain }: CreationSettings,
  { content, company, body }: Wanted,
  { company_id, application_id }: { company_id: string; application_id?: string | undefined },
  id: string,
  draft: LeftDraft | undefined,
) {
  const { close } = await opening();
  const email = await close(content.applicant.email, id);
  const answers = canApplyAgain ? await close(JSON.stringify(content), id) : null;
  const facts = { company_id, application_id: application_id ?? null, company, body, email, answers };
  return (records: Records) => {
    const next = raised(changed(records, { ...facts, created_at: records.now }));
    return draft ? replaceDraft(next, draft.revision, draft.left) : next;
  };
}

/** Compares the answers of a request with those of the application. Throws if the application is for another company. */
function compare(application: ApplicationRow | undefined, { company, body }: Wanted): Progress['createdWith'] {
  if (company && application?.company && company !== application.company) throw otherCompany();
  if (!application?.body) return 'unknown';
  return application.body === body ? undefined : 'other';
}

const otherCompany = () =>
  new LendingError(
    'handler-other-company',
    'Rejected: this applicant has an application already, for a company with another registered number.',
    { remedy: 'Name the business that applies: <lending-onboarding business="…">, and return it from authorize().' },
  );
