import { randomUUID } from 'node:crypto';
import { LendingError } from '../../errors.js';
import { createPartnerClient } from '../../server/upstream.js';
import { ask, isSilent, leadsTo, typeOf, type Heard } from './ask.js';
import { about, type Finding } from './findings.js';

export interface ServiceToCheck {
  baseUrl: string;
  key: string | undefined;
  /** Whether endpoint 5 may be called. */
  calls: boolean;
  seconds: number;
}

/** Whether the service can be reached, what it says the time is, and whether it takes the key. */
export async function checkService(service: ServiceToCheck): Promise<Finding[]> {
  const answer = await ask(service.baseUrl, service.seconds);
  const { origin } = new URL(service.baseUrl);
  const { fine, unsure, wrong } = about('the service');
  if (isSilent(answer)) {
    return [wrong(`${origin} ${answer.silence}.`, 'No call gets through from this machine.', answer.remedy)];
  }
  const isMoved = answer.status >= 300 && answer.status < 400 && leadsTo(answer) !== origin;
  const reached = isMoved
    ? unsure(
        `${origin} answers with a redirect to ${leadsTo(answer)}.`,
        'Calls follow no redirect: the key goes nowhere but to the base address.',
        'If the API answers elsewhere, set the base address to that.',
      )
    : fine(`${origin} answers, with ${answer.status}.`);
  return [reached, ...checkClock(answer), ...(await checkKey(service))];
}

/** Seconds by which two clocks may differ. */
const [NOTICED, TOO_MUCH] = [60, 300];

/** The header `Date` against this machine's clock. */
export function checkClock({ headers }: Pick<Heard, 'headers'>, now = Date.now()): Finding[] {
  const { fine, unsure, wrong } = about('the clock');
  const theirs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return [unsure('the service says no time.', 'It cannot be compared.')];
  const seconds = Math.round(Math.abs(now - theirs) / 1000);
  if (seconds < NOTICED) return [fine('it agrees with the service’s.')];
  const found = `it differs from the service’s by ${seconds} seconds.`;
  const means = 'Records of consent carry this machine’s time, and sessions end by it.';
  const remedy = 'Let this machine set its clock by NTP.';
  return [seconds < TOO_MUCH ? unsure(found, means, remedy) : wrong(found, means, remedy)];
}

interface Said {
  status: number | undefined;
  code: string;
  isPage: boolean;
}

/**
 * Asks for a token for a company that does not exist, once with the key and once with one that is made up: only the
 * difference tells that the service has looked at the key. Nothing is created.
 */
async function checkKey({ baseUrl, key, calls, seconds }: ServiceToCheck): Promise<Finding[]> {
  const { unsure } = about('the key');
  if (!calls) return [unsure('it was not tried.', '--no-calls was given.')];
  if (!key) return [];
  const say = (secretKey: string) => authenticate(baseUrl, secretKey, seconds);
  return [judge(await say(key), await say(`doctor-${randomUUID()}`))];
}

async function authenticate(baseUrl: string, secretKey: string, seconds: number): Promise<Said> {
  const said: Said = { status: undefined, code: 'taken', isPage: false };
  const listening: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    said.status = response.status;
    said.isPage = typeOf(response) === 'text/html';
    return response;
  };
  const client = createPartnerClient({ baseUrl, secretKey, timeout: seconds * 1000, fetch: listening });
  try {
    await client.authenticate({ company_id: randomUUID(), email: 'doctor@example.com' });
  } catch (error) {
    said.code = error instanceof LendingError ? error.code : 'unknown';
  }
  return said;
}

const isRefusal = ({ status }: Said) => status === 401 || status === 403;

/** What the answers to the key and to a made-up one say about the key. */
// Spec: error status codes are not shown; 401 and 403 are taken for a refusal of the key, as everywhere.
function judge(real: Said, madeUp: Said): Finding {
  const { fine, unsure, wrong } = about('the key');
  const found = `endpoint 5 answered ${real.status ?? 'nothing'} to it, and ${madeUp.status ?? 'nothing'} to a made-up one.`;
  if (real.code === 'upstream-redirect')
    return wrong(
      found,
      'A redirect is not followed: the key goes nowhere else.',
      'Set the base address to where the API answers.',
    );
  // 403 where a made-up key gets 401: the key is known, and the company that was made up is none of its own.
  const isKnown = real.status === 403 && madeUp.status === 401;
  if (isRefusal(real) && !isKnown)
    return wrong(found, 'The service refuses the key.', 'Copy the key of this environment from the partner dashboard.');
  if (real.isPage)
    return wrong(
      found,
      'A web page answers there, and no API.',
      'Set the base address to the API’s, not the dashboard’s.',
    );
  if (real.status === undefined || real.status >= 500 || real.status === 429)
    return unsure(found, 'The service could not say anything about the key now.', 'Try again later.');
  if (isRefusal(madeUp)) {
    const means = 'The service takes the key. It is not shown whether every endpoint does.';
    return fine(found, means);
  }
  if (real.status < 300)
    return unsure(
      found,
      'A token for a company that does not exist: this is no real service.',
      'Check the base address.',
    );
  return unsure(
    found,
    'It cannot be told: the service looks at the key later than at the rest, or this is not its API.',
    'Check the base address; then create an application on staging.',
  );
}
