// The values that the application in another language knows about an applicant: it sends them before it shows the page.
import { LendingError } from '../../errors.js';
import type { Prefill } from '../../schema/calls/session.js';
import { asLendingError, errorReply, jsonReply, responseOf } from '../../server/reply.js';
import { readPrefill } from '../../server/read-prefill.js';
import { readJson, unexpectedContent } from '../../server/request.js';
import { checkSecrets } from '../../server/seal.js';
import { openStore } from '../../server/keys.js';
import type { Database, Owner } from '../../server/records/records.js';
import { startOnce } from '../../server/util/start-once.js';
import type { UserClaims } from './user-token.js';

const KEPT_MS = 3600_000;
const ALL = { all: ['prefills'] } as const;

/** Keeps the values sealed, and returns them for the option `prefill`. */
export function createPrefillStore(
  database: Database,
  secret: unknown,
  read: (request: Request) => Promise<UserClaims | undefined>,
) {
  const opening = startOnce(() => openStore(database, checkSecrets(secret)));

  async function keep(request: Request): Promise<void> {
    if (request.method !== 'POST') throw new LendingError('handler-method', 'This route accepts only POST.');
    const claims = await read(request);
    if (!claims?.prefill) throw new LendingError('handler-signed-out', 'The token has no claim “prefill”.');
    const { sub, businesses = [sub] } = claims;
    const body = (await readJson({ request })) as Record<string, unknown> | null;
    if (typeof body !== 'object' || body === null) throw unexpectedContent();
    const { business = sub, ...values } = body;
    if (typeof business !== 'string' || !businesses.includes(business)) throw unexpectedContent();
    const { problems } = readPrefill(values);
    if (problems.length > 0) throw unexpectedContent(problems.map(({ path, reason }) => ({ path, reason })));
    const { store, close } = await opening();
    const id = crypto.randomUUID();
    const sealed = await close(JSON.stringify(values), id);
    const row = (now: number) => ({ id, sealed, ends_at: now + KEPT_MS });
    await store.change(
      { subject: sub, business },
      (records) => [{ ...records, prefills: [row(records.now)] }, undefined],
      ALL,
    );
  }

  return {
    async get({ subject, business }: Owner): Promise<Prefill | undefined> {
      const { store, open } = await opening();
      const [found] = (await store.read({ subject, business }, ALL)).prefills;
      return found && (JSON.parse(await open(found.sealed, found.id)) as Prefill);
    },
    async receive(request: Request): Promise<Response> {
      try {
        await keep(request);
        return responseOf(jsonReply(200, { kept: true }));
      } catch (error) {
        return responseOf(errorReply(asLendingError(error), crypto.randomUUID()));
      }
    },
  };
}
