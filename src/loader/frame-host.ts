import { LendingError } from '../errors.js';
import { LISTENING, type FromFrame, type ToFrame } from './frame-messages.js';
import { runWidget } from './run-widget.js';

/** What runs in the handler's frame document: takes a port from the page, and runs the widget with what comes over it. */
addEventListener('message', function listen({ source, data, ports: [port] }: MessageEvent<unknown>) {
  if (source !== parent || data !== LISTENING || !port) return;
  removeEventListener('message', listen);
  void host(port);
});
parent.postMessage(LISTENING, '*');

async function host(port: MessagePort): Promise<void> {
  const say = (message: FromFrame) => port.postMessage(message);
  const next = () =>
    new Promise<ToFrame>((resolve) => {
      port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => resolve(data), { once: true });
    });
  const first = next();
  port.start();
  say({ type: 'hello' });
  const { config = {}, timeout, accessToken } = await first;
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'lending-widget';
  new ResizeObserver(() => say({ type: 'height', height: document.documentElement.scrollHeight })).observe(container);
  const getToken = async () => {
    const answer = next();
    say({ type: 'token' });
    return (await answer).accessToken;
  };
  const { signal } = new AbortController();
  try {
    await runWidget({ config, timeout, container, accessToken, getToken, signal });
    say({ type: 'ready' });
  } catch (error) {
    const { code, message, recoverable } =
      error instanceof LendingError ? error : new LendingError('widget-failed', 'The widget failed in its frame.');
    say({ type: 'failed', code, message, recoverable });
  }
}
