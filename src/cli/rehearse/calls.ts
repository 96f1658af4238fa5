// Makes the five calls with the client of this library, and records the responses.
import { LendingError } from '../../errors.js';
import { CALLS, type CallName } from '../../schema/calls/calls.js';
import { SPECIFIED } from '../../openapi/samples.js';
import { nodeFetch } from '../../server/node/index.js';
import { createPartnerClient, type PartnerClient } from '../../server/service/client.js';
import type { ResponsePaths, ServiceResponse, UpstreamOptions } from '../../server/service/types.js';
import { isUuid, shapeOf, stringsIn, type Rehearsal, type Seen } from './shapes.js';

/** The sample that is sent: an application, its document and figures. */
export interface Sample {
  application: Parameters<PartnerClient['createApplication']>[0];
  figures: Parameters<PartnerClient['prequalify']>[1];
  document: { file: File; type: string };
}

const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const { company, applicant, region } = SPECIFIED.createApplication;

/** The specification's sample, with names by which the service recognises a rehearsal. */
export const SAMPLE: Sample = {
  application: {
    company: { ...company, registered_name: 'Rehearsal Test Ltd' },
    applicant: { ...applicant, first_name: 'Rehearsal', last_name: 'Test', email: 'rehearsal.test@example.com' },
    region,
  },
  figures: SPECIFIED.prequalify,
  document: {
    file: new File([PDF], 'rehearsal.pdf', { type: 'application/pdf' }),
    type: SPECIFIED.uploadDocument.type,
  },
};

/** Time limits in milliseconds, longer than those of the handler, so that a slow service can be measured. */
const LIMITS = { timeoutMs: 60_000, uploadTimeoutMs: 120_000 };
/** The handler waits for three times the measured time, and for its default at least. */
const [DEFAULT_MS, UPLOAD_MS, MARGIN] = [10_000, 60_000, 3];
/** Usual names of the file part. Each is tried after the one before was rejected. */
const FILE_PARTS = ['file', 'document', 'files', 'attachment', 'upload'];
const HEADERS = ['content-type', 'retry-after', 'ratelimit-limit', 'x-ratelimit-limit', 'location'];

/** The client of this library, and a record of the last response to each call. */
function createRecorder(options: UpstreamOptions) {
  const calls: Rehearsal['calls'] = {};
  let last: { seen: Seen; body: unknown };

  const record: UpstreamOptions['fetch'] = async (url, init) => {
    const begun = Date.now();
    const response = await (options.fetch ?? nodeFetch)(url, init);
    const text = await new Response(response.body as BodyInit | null).text();
    last = seenOf(response, text, Date.now() - begun);
    return new Response(response.status === 204 ? null : text, { status: response.status });
  };
  return {
    calls,
    client: (settings: Partial<UpstreamOptions>) =>
      createPartnerClient({ ...options, ...LIMITS, fetch: record, textResponses: true, ...settings }),
    /** Makes one call. Returns the body of the response, or `undefined` if there was none. */
    async attempt(name: CallName, call: () => Promise<unknown>): Promise<unknown> {
      last = { seen: { milliseconds: 0 }, body: undefined };
      const error = await call().then(
        () => undefined,
        (thrown: unknown) => (thrown instanceof LendingError ? thrown.code : 'unknown'),
      );
      calls[name] = { ...last.seen, error };
      return last.body;
    },
  };
}

/** Makes the calls in the recommended order. Without an application, it makes only the first one. */
export async function rehearseCalls(options: UpstreamOptions, sample: Sample): Promise<Rehearsal> {
  const { calls, client, attempt } = createRecorder(options);
  const settings: Rehearsal['settings'] = {};
  const created = await attempt('createApplication', () => client(settings).createApplication(sample.application));
  const { error, status = 0 } = calls.createApplication!;
  const { company_id: id, paths } = findIds(created, error !== undefined);
  if (paths) settings.responsePaths = paths;
  if (id && status >= 200 && status < 300) {
    for (const filePart of FILE_PARTS) {
      const send = () => client({ ...settings, filePart }).uploadDocument(id, sample.document);
      await attempt('uploadDocument', send);
      if (calls.uploadDocument!.error === 'upstream-rejected') continue;
      if (filePart !== FILE_PARTS[0]) settings.filePart = filePart;
      break;
    }
    await attempt('prequalify', () => client(settings).prequalify(id, sample.figures));
    await attempt('requestOffers', () => client(settings).requestOffers(id, { credit_score_check_consent: true }));
    const { email } = sample.application.applicant;
    const token = await attempt('authenticate', () => client(settings).authenticate({ company_id: id, email }));
    const found = calls.authenticate!.error && stringsIn(token).find(({ path }) => /token/i.test(path));
    if (found) settings.responsePaths = { ...paths, access_token: found.path };
  }
  if (CALLS.some((name) => calls[name]?.isText && !calls[name].error)) settings.textResponses = true;
  return { calls, settings: { ...settings, ...limitsFor(calls) } };
}

function seenOf({ status, headers }: ServiceResponse, text: string, milliseconds: number) {
  const found = HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, shapeOfHeader(name, value)] as const];
  });
  const seen: Seen = { status, milliseconds, headers: Object.fromEntries(found) };
  try {
    const body: unknown = text.trim() === '' ? null : JSON.parse(text);
    return { seen: { ...seen, body: shapeOf(body) }, body };
  } catch {
    return { seen: { ...seen, isText: true as const }, body: undefined };
  }
}

/** A media type contains nothing of the applicant. */
const shapeOfHeader = (name: string, value: string) =>
  name === 'content-type' ? value.split(';')[0]! : JSON.stringify(shapeOf(value));

/** Finds the ids in a response of endpoint 1, if they are not in the specification's places. */
function findIds(body: unknown, isElsewhere: boolean): { company_id?: string | undefined; paths?: ResponsePaths } {
  const all = stringsIn(body).filter(({ value }) => isUuid(value));
  const application = all.find(({ path }) => /application/i.test(path));
  const company =
    all.find(({ path }) => /compan/i.test(path) && path !== application?.path) ??
    all.find((one) => one !== application);
  if (!company) return {};
  if (!isElsewhere) return { company_id: company.value };
  return { company_id: company.value, paths: { company_id: company.path, application_id: application?.path } };
}

/** Returns longer time limits for a service that took more than a third of them. */
function limitsFor(calls: Rehearsal['calls']): Pick<Rehearsal['settings'], 'timeoutMs' | 'uploadTimeoutMs'> {
  const longest = (names: readonly CallName[]) =>
    Math.max(...names.map((name) => calls[name]?.milliseconds ?? 0)) * MARGIN;
  const rounded = (milliseconds: number) => Math.ceil(milliseconds / 1000) * 1000;
  const other = longest(CALLS.filter((name) => name !== 'uploadDocument'));
  const upload = longest(['uploadDocument']);
  return {
    ...(other > DEFAULT_MS && { timeoutMs: rounded(other) }),
    ...(upload > UPLOAD_MS && { uploadTimeoutMs: rounded(upload) }),
  };
}
