import { isLoopback } from '../../schema/widget/loopback.js';
import { version } from '../../version.js';
import { ASKS_FOR_DIAGNOSTICS, NEEDED_HEADERS, type Diagnostics } from '../../server/options/notes.js';
import { describe, isNoResponse, redirectTarget, request, typeOf, type ReadResponse } from './request.js';
import { allOf, findingsAbout, type Finding, type Found } from './findings.js';

const { fine, unsure, wrong } = findingsAbout('the handler');

type Send = (url: string, init?: RequestInit) => ReturnType<typeof request>;

/** Checks that the handler is mounted at a URL, and rejects requests from signed-out users and from other sites. */
export async function checkHandler(
  address: URL,
  seconds: number,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Found> {
  const send: Send = (url, init) => request(url, seconds, init, fetch);
  const { base, page, headers } = questionsOf(address);
  const session = await askForSession(base, headers, send);
  if (isNoResponse(session))
    return wrong(`${address.origin} ${session.failure}.`, 'The page cannot reach the handler.', session.remedy);
  const mounted = checkMounted(session, address);
  if (mounted) return mounted;
  // A signed-in user would be rejected because of the made-up business.
  const visitor = await askForSession(base, page, send);
  return allOf(
    checkSignedOut(isNoResponse(visitor) ? session : visitor),
    checkNotes(session),
    checkHeaders(session),
    await checkOtherOrigin(base, send),
    await checkBodySize(base, headers, send),
    await checkFiles(base, send),
    await checkHttp(address, send),
  );
}

/** The handler's URL, the headers of a visitor's request, and those of a request that also has each header that a page may send. */
function questionsOf(address: URL) {
  // The request has the handler's own origin as its Origin header. If the handler rejects it, a proxy changes the host.
  const sent = Object.fromEntries(NEEDED_HEADERS.map((name) => [name, 'doctor=1']));
  const page = { origin: address.origin, 'sec-fetch-site': 'same-origin', 'x-lending-elements': '1' };
  const headers = { ...sent, ...page, [ASKS_FOR_DIAGNOSTICS]: '1' };
  return { base: `${address.origin}${address.pathname.replace(/\/$/, '')}`, page, headers };
}

const askForSession = (base: string, headers: Record<string, string>, send: Send) =>
  send(`${base}/session`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' });

/** Returns the handler's option `frame.origin`. Default: undefined, also if the handler does not say. */
export async function readFrameOrigin(address: URL, seconds: number): Promise<string | undefined> {
  const { base, headers } = questionsOf(address);
  const response = await askForSession(base, headers, (url, init) => request(url, seconds, init));
  return isNoResponse(response) ? undefined : errorOf(response).diagnostics?.frameOrigin;
}

interface HandlerError {
  code?: string;
  message?: string;
  remedy?: string;
  diagnostics?: Diagnostics;
}

function errorOf({ text }: ReadResponse): HandlerError {
  try {
    return (JSON.parse(text) as HandlerError | null) ?? {};
  } catch {
    return {};
  }
}

/** Makes a finding of the handler's error message, which contains names of options and variables, but never their values. */
function describeFailure(response: ReadResponse, meaning: string): Finding {
  const { code = 'no code', message = '', remedy } = errorOf(response);
  const found = `it responds with ${response.status} (${code}). ${message}`.trim();
  return wrong(found, meaning, remedy ?? 'Look for this request in your log (createHandler({ log })).');
}

/** Returns a finding if another program responds, or if the handler has another `path`. */
function checkMounted(response: ReadResponse, address: URL): Finding | undefined {
  if (response.headers.get('x-lending-elements')) {
    if (errorOf(response).code !== 'handler-not-found') return undefined;
    return wrong(
      'it answers, but its option `path` is not the path where it is mounted.',
      'All calls of the page fail with 404.',
      'Set createHandler({ path }) to the path where it is mounted.',
    );
  }
  const target = redirectTarget(response);
  if (
    response.headers
      .get('location')
      ?.replace(/[?#].*/, '')
      .endsWith(`${response.url.pathname}/`)
  )
    return wrong(
      'a server in front of it redirects each URL to the same one with a slash.',
      'The page follows no redirect, so all its calls fail.',
      'Turn the redirect off: in Next with skipTrailingSlashRedirect: true in next.config.js.',
    );
  if (target)
    return wrong(
      `a server in front of it responds with a redirect to ${target}.`,
      'When a session ends, the page gets this redirect instead of 401, so it cannot ask the applicant to sign in.',
      'Let requests for this path through. The handler itself answers 401.',
    );
  return wrong(
    `${address.origin} responds with ${response.status}, but the response is not from this library.`,
    'The page rejects such responses.',
    'Check the path, and mount the handler before the route or server that answers now.',
  );
}

function checkSignedOut(response: ReadResponse): Finding {
  if (response.status === 401 && errorOf(response).code === 'handler-signed-out')
    return fine('it rejects users who are not signed in, with 401.');
  if (response.status === 200)
    return wrong(
      'it accepts users who are not signed in.',
      'Anybody can use the session of the subject that authorize() returns.',
      'Return null from authorize() if the user is not signed in.',
    );
  const { message = '' } = errorOf(response);
  const lost = [/no (x-lending-elements) header/, /neither a (Sec-Fetch-Site) nor an (Origin) header/].flatMap((one) =>
    (one.exec(message)?.slice(1) ?? []).map((name) => name.toLowerCase()),
  );
  if (lost.length > 0) return lostHeader(lost.reverse());
  if (response.status === 403)
    return wrong(
      'it takes its own page for another site, and rejects its requests.',
      'A proxy changes the Host header, or a framework gives the handler another URL.',
      errorOf(response).remedy ?? 'Pass the Host header on, or use toNodeListener(handler, { trustProxy: true }).',
    );
  return describeFailure(response, 'authorize() or the configuration fails, so nobody can start.');
}

const lostHeader = (names: readonly string[]) =>
  wrong(
    `a server in front of it removes ${names.join(' and ')} from requests.`,
    'Forms cannot be sent, or nobody is signed in.',
    'Pass every header of a request on to the handler.',
  );

function checkNotes(response: ReadResponse): Found {
  const { code, diagnostics } = errorOf(response);
  const isAsked = code === 'handler-signed-out' && response.headers.get('x-lending-elements') === version;
  const { notes = [], lostHeaders = isAsked ? [ASKS_FOR_DIAGNOSTICS] : [] }: Partial<Diagnostics> = diagnostics ?? {};
  const isLost = lostHeaders.length > 0 && lostHeader(lostHeaders);
  return [isLost, ...notes.map(({ found, meaning, remedy }) => unsure(found, meaning, remedy))];
}

const REQUIRED = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Checks that a proxy has not removed headers, and that the handler has the version of this command. */
function checkHeaders({ headers }: ReadResponse): Found {
  const lost = Object.entries(REQUIRED).flatMap(([name, value]) => (headers.get(name)?.includes(value) ? [] : [name]));
  const meaning = 'A server in front of it changes its responses, so a cache may store personal data.';
  return [
    lost.length > 0 &&
      wrong(`its responses lack ${lost.join(' and ')}.`, meaning, 'Pass the headers of the handler on unchanged.'),
    headers.get('x-lending-elements') !== version &&
      unsure(
        'its version is not the version of this doctor.',
        'These findings may not apply to it.',
        'Run the doctor in the folder of the backend, with the packages that are installed there.',
      ),
  ];
}

const OTHER_ORIGIN = 'https://doctor.invalid';

async function checkOtherOrigin(base: string, send: Send): Promise<Finding> {
  const headers = { origin: OTHER_ORIGIN, 'content-type': 'application/json', 'x-lending-elements': '1' };
  const response = await send(`${base}/widget-token`, { method: 'POST', headers, body: '{}' });
  const meaning = 'Any page that an applicant visits can act in their name.';
  const remedy =
    'A server in front of the handler must not change the Origin header or add Access-Control-Allow-Origin.';
  if (isNoResponse(response))
    return unsure(
      `when another site asks, it ${response.failure}.`,
      'The doctor cannot tell whether other sites are rejected.',
      response.remedy,
    );
  if ([OTHER_ORIGIN, '*'].includes(response.headers.get('access-control-allow-origin') ?? ''))
    return wrong('it lets other sites read its responses.', meaning, remedy);
  if (response.status === 403) return fine('it rejects requests from other sites, with 403.');
  if (response.status >= 500) return describeFailure(response, 'Forms cannot be sent.');
  return wrong(`it answers requests from other sites with ${response.status} instead of 403.`, meaning, remedy);
}

/** The size in MB of a document that the doctor sends. Many servers accept 1 MB by default. */
const DOCUMENT = 2;

/** Checks that no server in front of the handler rejects a large document. The handler itself rejects it with 401. */
async function checkBodySize(base: string, headers: HeadersInit, send: Send): Promise<Finding | undefined> {
  const body = new Uint8Array(DOCUMENT * 2 ** 20);
  const response = await send(`${base}/documents`, { method: 'POST', headers, body });
  if (!isNoResponse(response) && response.status !== 413 && response.headers.get('x-lending-elements'))
    return undefined;
  return wrong(
    `a server in front of it ${describe(response)} if a document has ${DOCUMENT} MB.`,
    'Applicants cannot upload their bank statements.',
    'Raise its limit to that of the handler: settings.maxDocumentBytes and 64 KiB (nginx: client_max_body_size).',
  );
}

/** Checks that pages can load the elements from the handler, unless the handler serves no files. */
async function checkFiles(base: string, send: Send): Promise<Finding | undefined> {
  const response = await send(`${base}/elements/journey.js`);
  if (isNoResponse(response) || errorOf(response).code === 'handler-not-found') return undefined;
  const type = typeOf(response);
  if (response.status === 200 && type === 'text/javascript') return fine('it serves the files of the elements.');
  return unsure(
    `it responds with ${response.status} (${type || 'no content type'}) to a request for elements/journey.js.`,
    'A page that loads the elements from the handler shows nothing.',
    'Let requests for elements/ through without a sign-in, or serve the files yourself.',
  );
}

/** Checks that the handler does not respond over plain http, except on this machine. */
async function checkHttp({ protocol, hostname, port, pathname }: URL, send: Send): Promise<Found> {
  if (protocol === 'http:') {
    if (isLoopback(hostname)) return fine('it uses plain http, on this machine.', 'Applicants need https.');
    return wrong('its URL uses http.', 'Everybody on the network can read the data.', 'Serve it over https.');
  }
  if (port !== '') return undefined;
  const response = await send(`http://${hostname}${pathname.replace(/\/$/, '')}/session`);
  if (isNoResponse(response) || !response.headers.get('x-lending-elements')) return fine('it is not served over http.');
  return wrong(
    'it is also served over http.',
    'Everybody on the network can read the data.',
    'Redirect http to https, and send Strict-Transport-Security.',
  );
}
