import { LendingError } from '../../errors.js';
import { runWidget } from '../run-widget.js';
import { Tokens } from '../token/tokens.js';
import { isUnreachable } from '../visible.js';
import { completeDocument, reportViolations, UNREACHABLE_REMEDY } from './frame-document.js';
import { LISTENING, type TokenMessage, type FromFrame, type StartMessage, type ToFrame } from './frame-messages.js';
import { watchView } from './frame-view.js';

/** Runs in the handler's frame document: receives a port from the page, and runs the widget with the messages from it. */
addEventListener('message', function listen({ source, data, ports: [port] }: MessageEvent<unknown>) {
  if (source !== parent || data !== LISTENING || !port) return;
  removeEventListener('message', listen);
  void host(port);
});
parent.postMessage(LISTENING, '*');

async function host(port: MessagePort): Promise<void> {
  // The vendor's scripts must not get the port: its methods are read before they run, and it has one listener.
  const post = port.postMessage.bind(port);
  const say = (message: FromFrame) => post(message);
  const handlers = new Map<string, (message: never) => void>();
  const next = <T extends ToFrame>(type: T['type']) => new Promise<T>((resolve) => handlers.set(type, resolve));
  const first = next<StartMessage>('start');
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => handlers.get(data.type)?.(data as never));
  port.start();
  const { config, timeoutMs, accessToken, title, lang, dir, scheme } = await first;
  const setScheme = (value: string) => (document.documentElement.style.colorScheme = value);
  document.title = title;
  Object.assign(document.documentElement, { lang, dir });
  setScheme(scheme);
  reportViolations();
  completeDocument(() => say({ type: 'print' }));
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'lending-widget';
  handlers.set('ping', () => say({ type: 'pong' }));
  handlers.set('covers', watchView(container, say));
  handlers.set('scheme', (message: { scheme: string }) => setScheme(message.scheme));
  const tokens = new Tokens(async () => {
    const ask = () => say({ type: 'token' });
    const answer = next<TokenMessage>('token');
    ask();
    // The page ignores requests for a second after it has sent a token.
    const timer = setInterval(ask, 500);
    const token = (await answer).accessToken;
    clearInterval(timer);
    if (token === undefined) throw failed('The page could not get a new token.');
    return token;
  });
  tokens.remember(accessToken);
  const { signal } = new AbortController();
  const fail = async (error: unknown) => say({ type: 'failed', ...(await errorMessage(error, tokens)) });
  const run = { config, timeoutMs, container, accessToken, getToken: () => tokens.next(), signal };
  const started = runWidget({ ...run, isAlone: true, lost: (error) => void fail(error) });
  await started.then(() => say({ type: 'ready' }), fail);
}

/** The longest text of a cause, in characters. */
const MAX_CAUSE_CHARS = 300;

async function errorMessage(error: unknown, tokens: Tokens) {
  const known = error instanceof LendingError ? error : failed('The widget threw an error in its frame.', error);
  const { code, message, recoverable, cause } = known;
  const words = cause instanceof Error || typeof cause === 'string' ? String(cause).slice(0, MAX_CAUSE_CHARS) : '';
  return {
    code,
    // The error is about the policy of this document, which the handler sets.
    message: message.replace('The page’s Content', 'The frame’s Content'),
    remedy: remedyHere(known),
    recoverable,
    // The cause may be a message of the vendor's script.
    cause: await tokens.redact(words),
  };
}

/** The remedy of an error, where the widget is in a frame already. */
function remedyHere({ remedy = '' }: LendingError): string {
  const here = remedy
    .replace(/(add \S+ to) (\S+-src\S*)\.$/i, '$1 widget.origins in createHandler(), which then allows it in $2.')
    .replace('Set isolation to "frame". If the error stays: ', '')
    .replace('isolation to "frame"', 'isolation to "page"');
  return [...document.querySelectorAll('iframe')].some(isUnreachable) ? `${here} ${UNREACHABLE_REMEDY}` : here;
}

const failed = (message: string, cause?: unknown) =>
  new LendingError('widget-failed', message, { recoverable: true, cause });
