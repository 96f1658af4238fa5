// Explains failures to the developer, in the browser's console. It loads when something fails.
import type { LendingError } from '../errors.js';
import type { LendingElement } from './element.js';
import type { Clean } from './failure.js';

/** Failures that no developer can mend: they come of the network, of what the applicant chose, or of another page of theirs. */
const NOBODYS =
  /^((adapter|script)-offline|handler-(signed-out|too-large|not-created|no-consent|consent-(stale|withdrawn)|draft-.+|in-flight|too-many))$/;

const isNobodys = ({ code, issues }: LendingError) =>
  // What the applicant has entered is for the applicant to mend.
  NOBODYS.test(code) || (issues.length > 0 && issues.every(({ reason }) => reason !== 'unknown'));

/** What can be done about failures that the page sees, and cannot tell apart. */
const HINTS: Partial<Record<string, string>> = {
  'adapter-unreachable':
    'Check that the backend runs, that the endpoint does not redirect (to a page for signing in, for instance), and that it is on ' +
    'the origin of this page: another origin needs an adapter with crossOrigin, and CORS headers.',
  'adapter-timeout': 'Check that the backend runs, and what it waits for.',
  'handler-failed': 'See the log of the backend.',
};

/** Hints that only help next to the browser's own lines in the console. */
const MORE: Partial<Record<string, string>> = {
  'script-failed':
    'The browser says in this console why: an answer such as 404, another content type than JavaScript’s, or a blocker.',
};

const LONGEST = 300;
/** How many causes of causes are told. */
const DEEPEST = 3;

/** The element, and those that it is in. */
function around(element: LendingElement): LendingElement[] {
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return host && 'diagnostics' in host ? [element, ...around(host as LendingElement)] : [element];
}

const isQuiet = (elements: readonly LendingElement[]) =>
  elements.some((one) => one.diagnostics === 'off') ||
  (elements.every((one) => one.diagnostics !== 'on') &&
    elements.some(({ text }) => text.settings().diagnostics === 'off'));

const plain = (address: string) => {
  const { origin, pathname } = new URL(address);
  return pathname === '/' ? origin : origin + pathname;
};

/** Takes out of a text what a console must not keep: queries of addresses, tokens, ids and email addresses. */
export const cleaned = (text: string): string =>
  text
    .replace(/\b(?:https?|wss?):\/\/[^\s"'<>()]+/g, (address) => (URL.canParse(address) ? plain(address) : '…'))
    .replace(/(\/[\w./-]*)[?#][^\s"'<>]+/g, '$1')
    .replace(/[^\s"'<>@]+@[^\s"'<>@]+\.\w+/g, '…')
    .replace(/(?<![\w/.-])(?=[\w-]*\d)[\w-]{20,}(?:\.[\w-]+)*/g, '…');

/** The endpoint that was asked, where an element of ours asked it. */
function endpointOf(elements: readonly LendingElement[], { code, message }: LendingError): string | undefined {
  if (!/^(adapter|handler)-/.test(code) && !/endpoint/.test(message)) return undefined;
  const asking = elements.find((one) => 'endpoint' in one) as { endpoint?: string; adapter?: object } | undefined;
  if (!asking || asking.adapter) return undefined;
  const { endpoint = '/api/lending' } = asking;
  // An empty window has no address of its own.
  const page = location.host ? location.href : origin;
  return URL.canParse(endpoint, page) ? plain(new URL(endpoint, page).href) : undefined;
}

/** The causes underneath, each by its name and its words. */
function causesOf(error: Error, depth = DEEPEST): string[] {
  const { cause } = error;
  if (cause === undefined || depth === 0) return [];
  const words = cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause === 'string' ? cause : '';
  const told = words || `a thrown ${cause === null ? 'null' : typeof cause}`;
  return [told.slice(0, LONGEST), ...(cause instanceof Error ? causesOf(cause, depth - 1) : [])];
}

/** A failure in words for the developer. `clean` is for the words of others: ours hold no secret. */
async function describe(elements: readonly LendingElement[], error: LendingError, clean: Clean): Promise<string> {
  const { code, message, request_id } = error;
  const remedy = [error.remedy ?? HINTS[code], MORE[code]].filter(Boolean).join(' ');
  // The remedy is at the end of the message, too, and some messages begin with the tag.
  const end = message.length - (error.remedy?.length ?? 0);
  const happened = message
    .slice(0, end)
    .trim()
    .replace(/^<[\w-]+ ?(\w*)>:/, '$1');
  const endpoint = endpointOf(elements, error);
  const causes = await Promise.all(causesOf(error).map(async (cause) => `  Cause: ${cleaned(await clean(cause))}`));
  const lines = [
    `<${elements[0]!.localName}> failed (${code}): ${cleaned(happened.trim())}`,
    remedy && `  What to do: ${cleaned(remedy)}`,
    endpoint && `  Endpoint: ${endpoint}`,
    ...causes,
    request_id && `  In the backend's log: ${request_id.slice(0, 8)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** The last failure of each element: one that fails in the same way again has said so. */
const told = new WeakMap<LendingElement, string>();

/** Prints a failure once, unless the page or the backend has switched that off. */
export async function explain(host: LendingElement, error: LendingError, clean: Clean = (text) => text): Promise<void> {
  const elements = around(host);
  if (isNobodys(error) || isQuiet(elements)) return;
  const text = await describe(elements, error, clean);
  if (told.get(host) === text) return;
  told.set(host, text);
  host.addEventListener('lending-ready', () => told.delete(host), { once: true });
  console.error(text);
}
