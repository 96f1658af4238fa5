// The values that the application in another language knows about an applicant: it sends them before it shows the page.
import { LendingError } from '../../errors.js';
import type { Prefill } from '../../schema/calls/session.js';
import { ownerKey } from '../../server/applications/applications.js';
import type { Owner } from '../../server/applications/types.js';
import { asLendingError, errorReply, jsonReply, responseOf } from '../../server/reply.js';
import { readPrefill } from '../../server/read-prefill.js';
import { readJson, unexpectedContent } from '../../server/request.js';
import { checkSecrets } from '../../server/seal.js';
import { openKept } from '../../server/store/kept.js';
import type { Store } from '../../server/store/types.js';
import type { UserClaims } from './user-token.js';

const SECONDS = 3600;

/** Keeps the values sealed, and returns them for the option `prefill`. */
export function createPrefillStore(
  store: Store,
  secret: unknown,
  read: (request: Request) => Promise<UserClaims | undefined>,
) {
  const kept = openKept(store, checkSecrets(secret));

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
    await kept.set('prefill', ownerKey({ subject: sub, business }), JSON.stringify(values), SECONDS);
  }

  return {
    async get({ subject, business }: Owner): Promise<Prefill | undefined> {
      const values = await kept.get('prefill', ownerKey({ subject, business }));
      return values === undefined ? undefined : (JSON.parse(values) as Prefill);
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
