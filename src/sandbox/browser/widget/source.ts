import { WidgetError, type Decision, type Offer, type Source } from './types.js';

interface Answer {
  offers: readonly Offer[];
  session?: string;
}

const REFUSED = 401;
const CONFLICT = 409;

/** In stories and tests the sandbox is in the page itself. */
const fetcher = () => (window as { lendingSandbox?: Pick<Window, 'fetch'> }).lendingSandbox ?? window;

/** Reads the offers behind a token. The first request exchanges the token for a session, because the token may be for a single use. */
export function createSource(origin: string, token = ''): Source {
  let session: string | undefined;

  const call = (path: string, init: RequestInit, bearer: string) =>
    fetcher()
      .fetch(`${origin}${path}`, {
        ...init,
        headers: { accept: 'application/json', authorization: `Bearer ${bearer}` },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      .catch((error: unknown) => {
        if (init.signal?.aborted) throw error;
        throw new WidgetError('unavailable', 'The sandbox cannot be reached.');
      });

  async function ask(path: string, init: RequestInit = {}): Promise<readonly Offer[]> {
    session ??= (await read(await call('/widget/session', { method: 'POST' }, token))).session!;
    return (await read(await call(path, init, session))).offers;
  }

  return {
    load: (signal) => ask('/widget/offers', { signal }),
    decide: (id: string, decision: Decision) =>
      ask(`/widget/offers/${encodeURIComponent(id)}/${decision}`, { method: 'POST' }),
  };
}

async function read(response: Response): Promise<Answer> {
  if (response.status === REFUSED)
    throw new WidgetError(
      'token-expired',
      'The access token has expired, was used before, or is not one of the sandbox.',
    );
  if (response.status === CONFLICT) throw new WidgetError('not-open', 'This offer is not open any more.');
  if (!response.ok) throw new WidgetError('unavailable', `The offers cannot be read: HTTP ${response.status}.`);
  return (await response.json()) as Answer;
}
