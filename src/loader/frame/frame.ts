import { LendingError, type LendingErrorCode } from '../../errors.js';
import { pause, withTimeLimit } from '../../time-limit.js';
import type { WidgetRun } from '../types.js';
import { onBlocked, pageUrl } from '../policy.js';
import { blockedBy } from '../policy-errors.js';
import { scriptError } from '../script-errors.js';
import { frameUrlMissing, leftItsPage, takesFocus } from '../widget-errors.js';
import { FrameBox } from './frame-box.js';
import { keepFocus } from './frame-focus.js';
import { LISTENING, readError, readHeight, readMessage, type FrameMessage, type ToFrame } from './frame-messages.js';

/** The choices of a page for a widget in a frame. */
export interface FrameOptions {
  /** The title of the frame, and the button that closes a dialog of it, in the language of the applicant. */
  labels: () => { title: string; close: string };
  lang: string;
  mayCover: () => boolean;
  /** Called when the frame is in the page, with a function that reads the labels again. */
  began?: ((relabel: () => void) => void) | undefined;
  /** Starts the widget again: the frame has reloaded its document, and the new document has no token. Default: the widget is lost. */
  again?: (() => void) | undefined;
}

type FrameRun = WidgetRun & FrameOptions;

const SECOND_MS = 1000;
/** Milliseconds that the page waits after the limit. The frame checks the limit itself; the page's check is for a frame that sends nothing. */
const FRAME_GRACE_MS = 1000;

/**
 * Runs a widget in the handler's frame document. The token is sent once, over a port that only this frame gets, after the frame
 * has reported that it listens. The frame's height follows its content. Rejects like `runWidget`. A frame that is moved in the page
 * loses its document, so the caller must then start the widget again.
 */
export async function runInFrame(run: FrameRun): Promise<void> {
  const { signal, labels, container, accessToken, lang, timeoutMs = 15_000 } = run;
  signal.throwIfAborted();
  if (!run.config.frameUrl) throw frameUrlMissing();
  const end = performance.now() + timeoutMs;
  // A `<base>` in the page's HTML is ignored, so it cannot send the token to another origin.
  const url = new URL(run.config.frameUrl, pageUrl()).href;
  const { port1: port, port2 } = new MessageChannel();
  const say = (message: ToFrame) => port.postMessage(message);
  const box = new FrameBox(container, url, run.config.frameAllow ?? [], signal, say);
  const relabel = () => box.relabel(labels());
  relabel();
  run.began?.(relabel);
  signal.addEventListener('abort', () => port.close());
  const within = (limit: number, code: LendingErrorCode, done: Promise<unknown>) =>
    withTimeLimit(done, { limit, signal, late: () => Promise.reject(frameError(url, code, limit)) });
  const { ready, fail } = hearFrame(port, box, run);
  await within(timeoutMs, 'script-timeout', listening(box, url, port, run, fail));
  // In tenths of a second, because the frame's error message contains the limit.
  const left = Math.ceil((end - performance.now()) / 100) * 100;
  const { direction: dir } = getComputedStyle(container);
  // Frameworks pass proxies, which a message cannot contain.
  const config = JSON.parse(JSON.stringify(run.config)) as typeof run.config;
  const { title } = labels();
  say({ type: 'start', config, timeoutMs: left, accessToken, title, lang, dir, scheme: box.scheme });
  box.frame.contentWindow!.postMessage(LISTENING, '*', [port2]);
  await within(left + FRAME_GRACE_MS, 'widget-timeout', ready);
}

/**
 * Waits until the document of a frame listens. Its origin may be opaque, so its messages are recognised by their window. A frame that has
 * another document later is lost; one that has loaded its own document again starts again.
 */
function listening(
  { frame }: FrameBox,
  url: string,
  port: MessagePort,
  { signal, again }: FrameRun,
  fail: (error: LendingError) => void,
) {
  let [loads, listens] = [0, 0];
  const { origin: own } = new URL(url);
  return new Promise<void>((resolve, reject) => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || ![own, 'null'].includes(origin) || data !== LISTENING) return;
      listens++;
      resolve();
    };
    const loaded = async () => {
      // The right document reports that it listens; its message may arrive a moment later.
      setTimeout(() => reject(frameError(url, 'script-failed')), SECOND_MS);
      if (++loads === 1 || !listens || (await isThere(port, signal))) return;
      if (listens > 1 && again) again();
      else fail(leftItsPage());
    };
    addEventListener('message', hear, { signal });
    frame.addEventListener('load', () => void loaded(), { signal });
    onBlocked('frame-src', signal, ({ blockedURI, effectiveDirective: directive, originalPolicy: policy }) => {
      if (blockedURI && url.startsWith(blockedURI)) reject(blockedBy({ directive, policy }, own));
    });
  });
}

/** Whether the document with the port still exists. */
async function isThere(port: MessagePort, signal: AbortSignal): Promise<boolean> {
  let isAlive = false;
  const hear = ({ data }: MessageEvent<unknown>) => (isAlive ||= readMessage(data)['type'] === 'pong');
  port.addEventListener('message', hear, { signal });
  port.postMessage({ type: 'ping' } satisfies ToFrame);
  await pause(SECOND_MS / 2);
  return isAlive || signal.aborted;
}

/** Handles the messages of a frame. Returns a promise that it is ready, and a function that fails with an error. */
function hearFrame(port: MessagePort, box: FrameBox, run: FrameRun) {
  let pressedAt = 0;
  let [isReady, isAsked] = [false, false];
  let fail!: (error: LendingError) => void;
  const ready = new Promise<void>((resolve, reject) => {
    fail = (error) => (isReady ? run.lost : reject)?.(error);
    const focus = keepFocus(box.frame, run.signal, () => fail(takesFocus()));
    const hear: Record<string, (said: FrameMessage) => void> = {
      ready() {
        isReady = true;
        focus.ready();
        resolve();
      },
      touched({ at, isKey }) {
        focus.touched(isKey === true);
        pressedAt = Number(at);
      },
      dialog({ isOpen }) {
        if (isOpen !== true) box.uncover();
        // A frame that covers the window could imitate the partner's sign-in page.
        else if (run.mayCover() && focus.isInUse()) box.cover(pressedAt);
      },
      escape: () => box.uncover(true),
      print: () => focus.isInUse() && print(),
      heights: (said) => box.setHeights(readHeight(said['frame']), readHeight(said['box'])),
      failed: (said) => fail(readError(said)),
      async token() {
        if (isAsked) return;
        isAsked = true;
        const accessToken = await run.getToken().catch(() => undefined);
        if (run.signal.aborted) return;
        port.postMessage({ type: 'token', accessToken } satisfies ToFrame);
        // A frame that requests too often does not flood the backend. The frame repeats its request.
        await pause(SECOND_MS);
        isAsked = false;
      },
    };
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const said = readMessage(data);
      const { type } = said;
      if (typeof type === 'string' && Object.hasOwn(hear, type)) hear[type]!(said);
    });
  });
  port.start();
  return { ready, fail };
}

/** The error for a frame that does not load, loads another document, or no longer responds. */
function frameError(url: string, code: LendingErrorCode, limit?: number): LendingError {
  if (!navigator.onLine) return scriptError(url);
  const when = limit ? ` within ${limit / 1000} seconds` : '';
  return new LendingError(code, `The widget’s frame from ${new URL(url).origin} did not start${when}.`, {
    remedy: crossOriginIsolated
      ? 'Send this page without Cross-Origin-Embedder-Policy: only Chromium shows a widget’s frame on such a page.'
      : 'Check that the handler answers GET frame, that frame.js is served, and that frame-ancestors allows this page.',
    recoverable: true,
  });
}
