import { randomUUID } from 'node:crypto';
import { LendingError } from '../../errors.js';
import { createPartnerClient } from '../../server/service/client.js';
import { isNoResponse, redirectTarget, request, typeOf, type ReadResponse } from './request.js';
import { allOf, findingsAbout, type Finding, type Found } from './findings.js';

interface ServiceToCheck {
  baseUrl: string;
  key: string | undefined;
  /** True if endpoint 5 may be called. */
  calls: boolean;
  seconds: number;
}

/** Checks that the service can be reached, that the clocks agree, and that the service accepts the key. */
export async function checkService(service: ServiceToCheck): Promise<Found> {
  const response = await request(service.baseUrl, service.seconds);
  const { origin } = new URL(service.baseUrl);
  const { fine, unsure, wrong } = findingsAbout('the service');
  if (isNoResponse(response))
    return wrong(`${origin} ${response.failure}.`, 'Calls from this machine cannot reach it.', response.remedy);
  const target = redirectTarget(response) ?? origin;
  const reached =
    target !== origin
      ? unsure(
          `${origin} responds with a redirect to ${target}.`,
          'Calls do not follow redirects, because the key is sent to the base URL only.',
          'If the API has moved there, set the base URL to it.',
        )
      : fine(`${origin} responds with ${response.status}.`);
  return allOf(reached, checkClock(response), await checkKey(service));
}

/** Differences of two clocks in seconds. From the first one on the finding is `unsure`, from the second one on `wrong`. */
const [NOTICED, TOO_MUCH] = [60, 300];

function checkClock({ headers }: ReadResponse): Found {
  const { fine, unsure, wrong } = findingsAbout('the clock');
  const theirs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return unsure('the service does not send a Date header.', 'The clocks cannot be compared.');
  const seconds = Math.round(Math.abs(Date.now() - theirs) / 1000);
  if (seconds < NOTICED) return fine('it agrees with the service’s clock.');
  const found = `it differs from the service’s clock by ${seconds} seconds.`;
  const meaning = 'Consent records contain the time of this machine, and the end of a session depends on it.';
  const remedy = 'Set the clock of this machine with NTP.';
  return (seconds < TOO_MUCH ? unsure : wrong)(found, meaning, remedy);
}

interface AuthResult {
  status: number | undefined;
  code: string;
  isPage: boolean;
}

/**
 * Requests a token for a company that does not exist, once with the key and once with a made-up key. Only different responses show that the
 * service checks the key. Nothing is created.
 */
async function checkKey({ baseUrl, key, calls, seconds }: ServiceToCheck): Promise<Found> {
  const { unsure } = findingsAbout('the key');
  if (!calls) return unsure('it was not tried.', 'You used --no-calls.');
  if (!key) return undefined;
  const real = await authenticate(baseUrl, key, seconds);
  return compareResults(real, await authenticate(baseUrl, `doctor-${randomUUID()}`, seconds));
}

async function authenticate(baseUrl: string, secretKey: string, seconds: number): Promise<AuthResult> {
  const result: AuthResult = { status: undefined, code: 'accepted', isPage: false };
  const watchedFetch: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    result.status = response.status;
    result.isPage = typeOf(response) === 'text/html';
    return response;
  };
  const client = createPartnerClient({ baseUrl, secretKey, timeoutMs: seconds * 1000, fetch: watchedFetch });
  try {
    await client.authenticate({ company_id: randomUUID(), email: 'doctor@example.com' });
  } catch (error) {
    result.code = error instanceof LendingError ? error.code : 'unknown';
  }
  return result;
}

const isRejection = ({ status }: AuthResult) => status === 401 || status === 403;

// Spec: error status codes are not shown; 401 and 403 are read as a rejection of the key.
function compareResults(real: AuthResult, madeUp: AuthResult): Finding {
  const { fine, unsure, wrong } = findingsAbout('the key');
  const statusOf = ({ status }: AuthResult) => (status === undefined ? 'did not answer' : `answered ${status}`);
  const found = `endpoint 5 (authenticate) ${statusOf(real)} to the key, and ${statusOf(madeUp)} to a made-up key.`;
  if (real.code === 'upstream-redirect')
    return wrong(
      found,
      'The call was redirected. Redirects are not followed, because the key is sent to the base URL only.',
      'Set the base URL to the URL of the API.',
    );
  if (real.isPage)
    return wrong(
      found,
      'The response is a web page, so the URL is not that of an API.',
      'Set the base URL to the URL of the API, not of the dashboard.',
    );
  // 403 for the key and 401 for a made-up key: the key is valid, but the made-up company does not belong to the partner.
  const isKnown = real.status === 403 && madeUp.status === 401;
  if (isRejection(real) && !isKnown)
    return wrong(found, 'The service rejects the key.', 'Copy the key of this environment from the partner dashboard.');
  if (real.status === undefined || real.status >= 500 || real.status === 429)
    return unsure(found, 'The service cannot check the key at the moment.', 'Try again later.');
  if (isRejection(madeUp))
    return fine(
      found,
      'The service accepts the key. The doctor tries one endpoint only, because the others would create data.',
    );
  if (real.status < 300)
    return unsure(
      found,
      'It returned a token for a company that does not exist, so it is not the real service.',
      'Check the base URL.',
    );
  return unsure(
    found,
    'The key cannot be checked: the service checks the rest of a request first, or this is not its API.',
    'Check the base URL. Then create an application on staging.',
  );
}
