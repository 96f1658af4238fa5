import { LendingError } from '../errors.js';
import { completeDocument } from './frame-document.js';
import { LISTENING, type Answer, type FromFrame, type Start, type ToFrame } from './frame-messages.js';
import { runWidget } from './run-widget.js';
import { withoutToken } from './without-token.js';

/** What runs in the handler's frame document: takes a port from the page, and runs the widget with what comes over it. */
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
  follow(container, (height) => say({ type: 'height', height }));
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, ({ isTrusted }) => isTrusted && say({ type: 'touched' }), { capture: true, passive: true });
  const tokens = [accessToken];
  const getToken = oneAtATime(async () => {
    const answer = next<Answer>('token');
    say({ type: 'token' });
    const token = (await answer).accessToken;
    if (token === undefined) throw noToken();
    tokens.push(token);
    return token;
  });
  const { signal } = new AbortController();
  const fail = (error: unknown) => say({ type: 'failed', ...told(error, tokens) });
  try {
    const run = { config, timeout, container, accessToken, getToken, signal };
    await runWidget({ ...run, isAlone: true, lost: fail });
    say({ type: 'ready' });
  } catch (error) {
    fail(error);
  }
}

/** Tells the height of the content. The document's own would never shrink: it is at least as high as its frame. */
function follow(container: Element, tell: (height: number) => void): void {
  const { body, documentElement: root } = document;
  // As in the page; and content as high as its frame would let the frame grow by its margin, and grow with it.
  body.style.margin = '0';
  const resized = new ResizeObserver(() => tell(Math.max(root.getBoundingClientRect().height, body.scrollHeight)));
  // Where the widget's styles give the document the height of its frame, only what is in it grows.
  for (const element of [root, container]) resized.observe(element);
}

/** Who asks while an answer is on its way gets that one. */
function oneAtATime(ask: () => Promise<string>): () => Promise<string> {
  let asking: Promise<string> | undefined;
  return () => (asking ??= ask().finally(() => (asking = undefined)));
}

function told(error: unknown, tokens: readonly string[]) {
  const { code, message, remedy = '', recoverable, cause } = error instanceof LendingError ? error : unknown(error);
  const words = cause instanceof Error || typeof cause === 'string' ? String(cause).slice(0, LONGEST) : '';
  return {
    code: code as 'widget-failed',
    // The remedy stands at its end, too; and the policy is the one of this document, which the handler makes.
    message: message
      .slice(0, message.length - remedy.length)
      .trim()
      .replace('The page’s', 'The frame’s'),
    remedy:
      code === 'script-blocked'
        ? remedy.replace(/^(Add \S+ to) (\S+)\.$/, '$1 $2: name it in the `origins` of the widget’s settings.')
        : remedy,
    recoverable,
    // It may be the words of the vendor's script.
    cause: tokens.reduce(withoutToken, words),
  };
}

/** The longest that is told of a cause. */
const LONGEST = 300;

const unknown = (cause: unknown) =>
  new LendingError('widget-failed', 'The widget failed in its frame.', { recoverable: true, cause });
const noToken = () => new LendingError('widget-failed', 'The page got no other token.', { recoverable: true });
