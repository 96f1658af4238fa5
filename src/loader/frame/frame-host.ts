import { LendingError } from '../../errors.js';
import { runWidget } from '../run-widget.js';
import { Tokens } from '../token/tokens.js';
import { completeDocument } from './frame-document.js';
import { LISTENING, type Answer, type FromFrame, type Start, type ToFrame } from './frame-messages.js';

/** Runs in the handler's frame document: receives a port from the page, and runs the widget with the messages from it. */
addEventListener('message', function listen({ source, data, ports: [port] }: MessageEvent<unknown>) {
  if (source !== parent || data !== LISTENING || !port) return;
  removeEventListener('message', listen);
  void host(port);
});
parent.postMessage(LISTENING, '*');

async function host(port: MessagePort): Promise<void> {
  const say = (message: FromFrame) => port.postMessage(message);
  const next = <T extends ToFrame>(type: T['type']) =>
    new Promise<T>((resolve) => {
      const hear = ({ data }: MessageEvent<ToFrame>) => {
        if (data.type !== type) return;
        port.removeEventListener('message', hear);
        resolve(data as T);
      };
      port.addEventListener('message', hear);
    });
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => data.type === 'ping' && say({ type: 'pong' }));
  const first = next<Start>('start');
  port.start();
  const { config, timeout, accessToken, title, lang, dir } = await first;
  Object.assign(document, { title });
  Object.assign(document.documentElement, { lang, dir });
  completeDocument();
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'lending-widget';
  reportHeight(container, (height) => say({ type: 'height', height }));
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, ({ isTrusted }) => isTrusted && say({ type: 'touched' }), { capture: true, passive: true });
  const tokens = new Tokens(async () => {
    const answer = next<Answer>('token');
    say({ type: 'token' });
    const token = (await answer).accessToken;
    if (token === undefined) throw noToken();
    return token;
  });
  tokens.remember(accessToken);
  const { signal } = new AbortController();
  const fail = async (error: unknown) => say({ type: 'failed', ...(await errorMessage(error, tokens)) });
  try {
    const run = { config, timeout, container, accessToken, getToken: () => tokens.next(), signal };
    await runWidget({ ...run, isAlone: true, lost: (error) => void fail(error) });
    say({ type: 'ready' });
  } catch (error) {
    await fail(error);
  }
}

/** Reports the height of the content. The height of the document would never shrink, because it fills the frame. */
function reportHeight(container: Element, tell: (height: number) => void): void {
  const { body, documentElement: root } = document;
  // With a margin, content that fills the frame would make the frame grow without end.
  body.style.margin = '0';
  const resized = new ResizeObserver(() => tell(Math.max(root.getBoundingClientRect().height, body.scrollHeight)));
  // If the widget's styles give the document the height of the frame, only the container grows.
  for (const element of [root, container]) resized.observe(element);
}

async function errorMessage(error: unknown, tokens: Tokens) {
  const { code, message, remedy = '', recoverable, cause } = error instanceof LendingError ? error : unknown(error);
  const words = cause instanceof Error || typeof cause === 'string' ? String(cause).slice(0, LONGEST) : '';
  return {
    code: code as 'widget-failed',
    // The policy is that of this document, which the handler sets.
    message: message.replace('The page’s', 'The frame’s'),
    remedy:
      code === 'script-blocked'
        ? remedy.replace(/^(Add \S+ to) (\S+)\.$/, '$1 widget.origins in createHandler(), which then allows it in $2.')
        : remedy,
    recoverable,
    // The cause may be a text of the vendor's script.
    cause: await tokens.redact(words),
  };
}

/** The longest text of a cause, in characters. */
const LONGEST = 300;

const unknown = (cause: unknown) =>
  new LendingError('widget-failed', 'The widget threw an error in its frame.', { recoverable: true, cause });
const noToken = () => new LendingError('widget-failed', 'The page could not get a new token.', { recoverable: true });
