import { LendingError } from '../errors.js';
import type { Offer } from './fill.js';
import { LISTENING, type FromFrame, type ToFrame } from './frame-messages.js';
import type { Cleanup } from './hand-off.js';
import type { WidgetConfig } from './run-widget.js';

export interface FrameRun extends Offer {
  config: WidgetConfig;
  /** The handler's frame document. */
  frameUrl: string;
  /** What a screen reader calls the frame. */
  title: string;
  /** Milliseconds until the widget must have loaded and started in the frame. Default: 15 seconds. */
  timeout?: number | undefined;
  signal: AbortSignal;
}

/** What the frame may do. Without `allow-same-origin` its origin is opaque: it reaches neither the page nor its cookies. */
const SANDBOX = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];
const TALLEST = 20_000;

/**
 * Runs a widget in the handler's frame document. The token crosses once, over a port that only this frame gets, after the
 * frame has said that it listens. The frame's height follows its content. Rejects as `runWidget` does.
 */
export async function runInFrame(run: FrameRun): Promise<Cleanup> {
  const { container, config, timeout = 15_000, accessToken, signal } = run;
  const frame = document.createElement('iframe');
  const { port1: port, port2 } = new MessageChannel();
  const done = new AbortController();
  const stop = () => {
    done.abort();
    port.close();
    frame.remove();
  };
  signal.addEventListener('abort', stop, { once: true, signal: done.signal });
  const send = (message: ToFrame) => port.postMessage(message);
  const started = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(late(timeout)), timeout + 1000);
    done.signal.addEventListener('abort', () => clearTimeout(timer));
    port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
      if (data.type === 'hello') send({ config, timeout, accessToken });
      if (data.type === 'ready') resolve();
      if (data.type === 'failed') reject(failed(data));
      if (data.type === 'token') void run.getToken().then((token) => send({ accessToken: token }));
      if (data.type === 'height') frame.style.height = `${Math.min(Math.max(data.height || 0, 0), TALLEST)}px`;
    });
  });
  onceListening(frame, done.signal, () => frame.contentWindow!.postMessage(LISTENING, '*', [port2]));
  port.start();
  frame.title = run.title;
  frame.sandbox.add(...SANDBOX);
  frame.referrerPolicy = 'no-referrer';
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0' });
  frame.src = run.frameUrl;
  container.append(frame);
  try {
    await started;
    return stop;
  } catch (error) {
    stop();
    throw error;
  }
}

/** The frame has no origin to check, so it is known by its window; the port is given away once. */
function onceListening(frame: HTMLIFrameElement, signal: AbortSignal, give: () => void): void {
  const given = new AbortController();
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== 'null' || data !== LISTENING) return;
      given.abort();
      give();
    },
    { signal: AbortSignal.any([signal, given.signal]) },
  );
}

const late = (timeout: number) =>
  new LendingError('widget-timeout', `The frame did not start the widget within ${timeout / 1000} seconds.`, {
    remedy: 'Check that the page’s frame-src allows the handler, and that its frame script is served.',
    recoverable: true,
  });

const failed = ({ code, message, recoverable }: Extract<FromFrame, { type: 'failed' }>) =>
  new LendingError(code, message, { recoverable });
