// Explains failures to the developer, in the browser's console. It loads when something fails.
import { LendingError } from '../errors.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import { isSwitchedOff, pageUrl, withHosts, type Diagnosed } from './diagnostics.js';

export type RemoveSecrets = (text: string) => string | Promise<string>;

/**
 * Failures that the developer cannot fix, because the cause is the network, a choice of the applicant, or another page that the
 * applicant has open.
 */
const NOT_THE_DEVELOPERS =
  /^((adapter|script)-offline|handler-(signed-out|other-applicant|closed|too-large|not-created|no-consent|consent-(stale|withdrawn)|draft-.+|in-flight|too-many))$/;

const isNotTheDevelopers = ({ code, issues }: LendingError) =>
  // The applicant can correct their own answers.
  NOT_THE_DEVELOPERS.test(code) || (issues.length > 0 && issues.every(({ reason }) => reason !== 'unknown'));

/** Hints for failures whose cause the page cannot see. */
const HINTS: Partial<Record<string, string>> = {
  'adapter-unreachable':
    'Check that the backend is running, and that it is on the origin of this page. Another origin needs createAdapter({ endpoint, crossOrigin: true }) and CORS headers.',
  'adapter-redirected':
    'Let requests for the endpoint through without a redirect, to a sign-in page, another host or the same path with a slash ' +
    '(Next: skipTrailingSlashRedirect: true). The handler itself answers 401.',
  'adapter-blocked':
    'Exclude the path of the endpoint from challenges and firewall rules of the server in front of the handler.',
  'adapter-too-large':
    'Raise the limit of the server in front of the handler to settings.maxDocumentBytes and 64 KiB (nginx: client_max_body_size).',
  'adapter-too-many':
    'Raise the limit of requests of the server in front of the handler. A journey sends about one a second.',
  'adapter-unavailable': 'Check that the backend is running, and that the server in front of it reaches it.',
  'adapter-timeout': 'Check that the backend is running, and that none of its own calls hangs.',
  'adapter-unexpected-response':
    'Check that createHandler() is mounted at the endpoint, and that nothing in front of it answers instead.',
  'handler-failed': "The cause is in the backend's log.",
};

/** A hint that helps only together with the browser's own messages in the console. */
const SCRIPT_HINT =
  'The browser’s own message in this console names the reason: a status such as 404, a content type other than JavaScript, or a blocker.';

const MAX_CAUSE_CHARS = 300;
const MAX_DEPTH = 3;

const withoutQuery = (url: URL | undefined) => url && url.origin + url.pathname.replace(/^\/$/, '');

/** Removes queries of URLs, tokens, ids and email addresses from text. */
const redacted = (text: string): string =>
  text
    .replace(/\b(?:https?|wss?):\/\/[^\s"'<>()]+/g, (url) => withoutQuery(parseUrl(url)) ?? '…')
    .replace(/(\/[\w./-]*)[?#][^\s"'<>]+/g, '$1')
    .replace(/[^\s"'<>@]+@[^\s"'<>@]+\.\w+/g, '…')
    .replace(/(?<![\w/.-])(?=[\w-]*\d)[\w-]{20,}(?:\.[\w-]+)*/g, '…');

function endpointOf(elements: readonly Diagnosed[], { code, message }: LendingError): string | undefined {
  if (!/^(adapter|handler)-/.test(code) && !message.startsWith('endpoint')) return undefined;
  // The adapter of a step in a journey is the journey's.
  const asking = elements.findLast((one) => 'endpoint' in one) as { endpoint?: string; adapter?: object } | undefined;
  if (!asking || asking.adapter) return undefined;
  return withoutQuery(parseUrl(asking.endpoint ?? '/api/lending', pageUrl()));
}

function causeInWords(cause: unknown): string {
  if (cause instanceof LendingError) return [`${cause.name}:`, cause.message, cause.remedy].filter(Boolean).join(' ');
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`;
  return (typeof cause === 'string' && cause) || `a thrown ${cause === null ? 'null' : typeof cause}`;
}

function causesOf(error: Error, depth = MAX_DEPTH): string[] {
  const { cause } = error;
  if (cause === undefined || depth === 0) return [];
  return [causeInWords(cause).slice(0, MAX_CAUSE_CHARS), ...(cause instanceof Error ? causesOf(cause, depth - 1) : [])];
}

/** Describes a failure to the developer. `clean` removes secrets from messages of other code; messages of this library contain none. */
async function describe(elements: readonly Diagnosed[], error: LendingError, clean: RemoveSecrets): Promise<string> {
  const { code, message, requestId } = error;
  const remedy = [error.remedy ?? HINTS[code], code === 'script-failed' && SCRIPT_HINT].filter(Boolean).join(' ');
  // Some messages start with the tag.
  const happened = message.replace(/^<[\w-]+ ?(\w*)>:/, '$1');
  const endpoint = endpointOf(elements, error);
  const causes = await Promise.all(causesOf(error).map(async (cause) => `  Cause: ${redacted(await clean(cause))}`));
  const lines = [
    `<${elements[0]!.localName}> failed (${code}): ${redacted(happened.trim())}`,
    remedy && `  What to do: ${redacted(remedy)}`,
    endpoint && `  Endpoint: ${endpoint}`,
    ...causes,
    requestId && `  The request's id in the backend's log begins with: ${requestId.slice(0, 8)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** The last explanation of each element, so that the same failure is printed once. */
const lastExplained = new WeakMap<Diagnosed, string>();

/** Prints a failure once, unless the page or the backend has switched that off. */
export async function explain(host: Diagnosed, error: LendingError, clean: RemoveSecrets = String): Promise<void> {
  const elements = withHosts(host);
  if (isNotTheDevelopers(error) || isSwitchedOff(elements)) return;
  const text = await describe(elements, error, clean);
  if (lastExplained.get(host) === text) return;
  lastExplained.set(host, text);
  host.addEventListener('lending-ready', () => lastExplained.delete(host), { once: true });
  console.error(text);
}
