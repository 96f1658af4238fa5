import { isLoopback } from '../../server/loopback.js';
import { version } from '../../version.js';
import { ask, isSilent, leadsTo, type Heard } from './ask.js';
import { about, type Finding } from './findings.js';

const { fine, unsure, wrong } = about('the handler');

/** Asks within the time that there is. */
type Ask = (url: string, init?: RequestInit) => ReturnType<typeof ask>;

/** Whether the handler is mounted at an address, lets nobody in who is not signed in, and no other site. */
export async function checkHandler(
  address: URL,
  seconds: number,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Finding[]> {
  const asking: Ask = (url, init) => ask(url, seconds, init, fetch);
  const base = `${address.origin}${address.pathname.replace(/\/$/, '')}`;
  // As a page of its own sends it: what is in front may change the host.
  const headers = { origin: address.origin };
  const session = await asking(`${base}/session`, { headers });
  if (isSilent(session))
    return [wrong(`${address.origin} ${session.silence}.`, 'The page reaches no backend.', session.remedy)];
  const mounted = checkMounted(session, address);
  if (mounted) return [mounted];
  const findings = [checkDoor(session), ...checkHeaders(session), await checkForeign(base, asking)];
  return [...findings, ...(await checkPlain(address, asking))].filter((one) => one !== undefined);
}

const typed = ({ text }: Heard): { code?: unknown } => {
  try {
    return (JSON.parse(text) as { code?: unknown } | null) ?? {};
  } catch {
    return {};
  }
};

/** What answers in the handler's place. */
function checkMounted(answer: Heard, address: URL): Finding | undefined {
  const { status, headers } = answer;
  if (headers.get('x-lending-elements')) {
    if (typed(answer).code !== 'handler-not-found') return undefined;
    return wrong(
      'it is there, but under another path.',
      'The page’s calls find nothing.',
      'Give createHandler({ path }) the path at which it is mounted.',
    );
  }
  if (status >= 300 && status < 400)
    return wrong(
      `something in front of it answers with a redirect to ${leadsTo(answer)}.`,
      'The page cannot tell an applicant to sign in.',
      'Let the path through: the handler answers 401 itself.',
    );
  const means = 'The page gets no answer that it believes.';
  return wrong(
    `${address.origin} answers with ${status}, and it is not this library.`,
    means,
    'Check the path, and that it is mounted before what answers now.',
  );
}

/** Who is not signed in gets nothing. */
function checkDoor(answer: Heard): Finding {
  const { code } = typed(answer);
  if (answer.status === 401 && code === 'handler-signed-out')
    return fine('who is not signed in is sent away, with 401.');
  if (answer.status === 200)
    return wrong(
      'it lets in who is not signed in.',
      'Anybody gets the session of whomever authorize() answers.',
      'Answer null in authorize() where nobody is signed in.',
    );
  if (answer.status === 403)
    return wrong(
      'it takes its own page for another site’s.',
      'A proxy changes the host.',
      'Pass the host on, or use toNodeListener(handler, { trustProxy: true }).',
    );
  const remedy = 'Look for the request in what `log` got.';
  return wrong(
    `it answers with ${answer.status} to who is not signed in.`,
    'authorize() or the configuration fails.',
    remedy,
  );
}

const KEPT = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** A proxy may take away what the handler says, or be of another day. */
function checkHeaders({ headers }: Heard): Finding[] {
  const lost = Object.entries(KEPT).flatMap(([name, value]) => (headers.get(name)?.includes(value) ? [] : [name]));
  const means = 'Something in between changes answers: they may be kept where others read them.';
  const found =
    lost.length > 0
      ? [wrong(`its answers come without ${lost.join(' and ')}.`, means, 'Let the handler’s headers through.')]
      : [];
  const theirs = headers.get('x-lending-elements');
  if (theirs === version) return found;
  return [
    ...found,
    unsure(
      'it is of another version than this command.',
      'What is said here may not hold for it.',
      'Run the doctor of the backend’s own packages.',
    ),
  ];
}

const FOREIGN = 'https://doctor.invalid';

/** A page of another site is refused before anything else is asked. */
async function checkForeign(base: string, asking: Ask): Promise<Finding> {
  const headers = { origin: FOREIGN, 'content-type': 'application/json', 'x-lending-elements': '1' };
  const answer = await asking(`${base}/widget-token`, { method: 'POST', headers, body: '{}' });
  const remedy = 'Let nothing in front of the handler change `origin`, nor add access-control-allow-origin.';
  if (isSilent(answer)) return unsure(`another site’s request ${answer.silence}.`, 'It cannot be told.', answer.remedy);
  if ([FOREIGN, '*'].includes(answer.headers.get('access-control-allow-origin') ?? ''))
    return wrong('it lets other sites read its answers.', 'Any page that an applicant visits can act as they.', remedy);
  if (answer.status === 403) return fine('another site’s page is refused, with 403.');
  return wrong(
    `another site’s page is answered with ${answer.status}, not 403.`,
    'Any page that an applicant visits may act as they.',
    remedy,
  );
}

/** Over plain http nothing may be served, loopback excepted. */
async function checkPlain({ protocol, hostname, port, pathname }: URL, asking: Ask): Promise<Finding[]> {
  if (protocol === 'http:') {
    if (isLoopback(hostname)) return [fine('plain http, on this machine.', 'Applicants need https.')];
    return [
      wrong(
        'it is asked over http.',
        'Its cookies are not sent, and everybody on the way reads along.',
        'Serve it over https.',
      ),
    ];
  }
  if (port !== '') return [];
  const plain = await asking(`http://${hostname}${pathname.replace(/\/$/, '')}/session`);
  if (isSilent(plain) || !plain.headers.get('x-lending-elements')) return [fine('it is not served over http.')];
  return [
    wrong(
      'it is served over http, too.',
      'Everybody on the way reads along.',
      'Redirect http to https, and send strict-transport-security.',
    ),
  ];
}
