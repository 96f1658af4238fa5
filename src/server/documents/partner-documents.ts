import * as z from 'zod/mini';
import { LendingError } from '../../errors.js';
import type { PartnerDocument } from '../../schema/calls/document.js';
import { toProblems } from '../../schema/problems.js';
import { current } from '../records/current.js';
import type { Records } from '../records/records.js';
import { limitFunction } from '../options/partner-functions.js';
import { checkBody, readJson, unexpectedContent } from '../request.js';
import type { HandlerOptions, PartnerFile, RequestContext } from '../types.js';

const text = z.string().check(z.minLength(1), z.maxLength(200));
const read = z.custom<PartnerFile['read']>((value) => typeof value === 'function');
// Other keys are dropped, so that the page cannot get them.
const files = z.array(
  z.object({ id: text, name: text, label: text, type: text, sizeBytes: z.number().check(z.positive()), read }),
);
const named = z.strictObject({ id: text });

/** The mark of a document that was sent, and its idempotency key. No call and no key of a page has a colon. */
export const markOf = ({ id }: { id: string }): string => `partner:${id}`;

/** The marks of the documents that were sent. */
export const sentDocuments = (records: Records): string[] =>
  JSON.parse(current(records)?.documents ?? '[]') as string[];

/** The documents that `documents()` returns for an owner. A page can name no other document. */
export function createPartnerDocuments(documents: NonNullable<HandlerOptions['documents']>, hookTimeoutMs: number) {
  async function list({ applicant: { subject, business } }: RequestContext): Promise<PartnerFile[]> {
    const { data, error } = files.safeParse(await documents({ subject, business }));
    if (data) return data;
    const message = `documents() returned a list that is not valid at "${toProblems(error)[0]!.path}".`;
    const remedy = 'Return { id, name, label, type, sizeBytes, read } for each document.';
    throw new LendingError('config-invalid', message, { remedy });
  }

  /** Returns the documents for the page. If they cannot be listed, the applicant can still choose files. */
  async function offer(context: RequestContext): Promise<PartnerDocument[] | undefined> {
    try {
      const sent = sentDocuments(context.records);
      const isSent = (id: string) => sent.includes(markOf({ id }));
      const found = await list(context);
      return found.map(({ id, name, label, sizeBytes }) => ({ id, name, label, sizeBytes, isSent: isSent(id) }));
    } catch (error) {
      console.error('createHandler({ documents }) failed:', error);
      return undefined;
    }
  }

  /** Returns the document that a request names; `undefined` if it sends a file. */
  async function find(context: RequestContext): Promise<PartnerFile | undefined> {
    if (!context.request.headers.get('content-type')?.startsWith('application/json')) return undefined;
    const { id } = checkBody(named, await readJson(context));
    const file = (await list(context)).find((one) => one.id === id);
    if (!file) throw unexpectedContent([{ path: 'id', reason: 'unknown' }]);
    return { ...file, read: limitFunction(file.read, 'documents().read', hookTimeoutMs) as PartnerFile['read'] };
  }

  return { offer, find };
}
