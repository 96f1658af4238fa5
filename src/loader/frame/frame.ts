import { LendingError, type LendingErrorCode } from '../../errors.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import { anySignal, pause } from '../../time-limit.js';
import type { TokenContext } from '../hand-off/placeholders.js';
import type { Cleanup } from '../hand-off/types.js';
import { pageUrl } from '../policy.js';
import { scriptError } from '../script-errors.js';
import { reloadsItself } from '../widget-errors.js';
import { keepFocus } from './frame-focus.js';
import { LISTENING, readError, readHeight, readMessage, type ToFrame } from './frame-messages.js';

export interface FrameRun extends TokenContext {
  config: WidgetSettings;
  /** The address of the handler's frame document. */
  frameUrl: string;
  /** The title of the frame for screen readers, and its language. */
  title: string;
  lang: string;
  /** The time limit for loading and starting in the frame, in milliseconds. Default: 15000. */
  timeout?: number | undefined;
  signal: AbortSignal;
  /** Called if the widget disappears after it was visible, or reloads its document again and again. */
  lost?: ((error: LendingError) => void) | undefined;
  /** Starts the widget again: its frame has loaded its document once more, and that one has no token. */
  again?: (() => void) | undefined;
}

/** The permissions of the frame. Without `allow-same-origin`, its origin is opaque: it reaches neither the page nor its cookies. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
const A_SECOND = 1000;
/** Milliseconds after the limit. The frame checks the limit itself; this is for a frame that sends nothing. */
const LAST_WORD = 1000;

/**
 * Runs a widget in the handler's frame document. The token is sent once, over a port that only this frame gets, after the frame
 * has said that it listens. The frame's height follows its content. Rejects like `runWidget`. A frame that is moved in the page
 * loses its document, so the caller must then start the widget again.
 */
export async function runInFrame(run: FrameRun): Promise<Cleanup> {
  const { container, config, timeout = 15_000, accessToken, title, lang } = run;
  run.signal.throwIfAborted();
  const end = performance.now() + timeout;
  // A `<base>` in the page's HTML is ignored, so it cannot send the token to another origin.
  const url = new URL(run.frameUrl, pageUrl()).href;
  const frame = makeFrame(title, url);
  const { port1: port, port2 } = new MessageChannel();
  const say = (message: ToFrame) => port.postMessage(message);
  const own = new AbortController();
  const signal = anySignal(run.signal, own.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const started = new Promise<void>((resolve, reject) => {
    const within = (limit: number, code: LendingErrorCode) => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(frameError(url, code, limit)), limit);
    };
    const give = () => {
      // In tenths of a second, because the frame's error message contains the limit.
      const left = Math.ceil((end - performance.now()) / 100) * 100;
      within(left + LAST_WORD, 'widget-timeout');
      const dir = getComputedStyle(container).direction;
      // Frameworks pass proxies, which a message cannot contain.
      const plain = JSON.parse(JSON.stringify(config)) as typeof config;
      say({ type: 'start', config: plain, timeout: left, accessToken, title, lang, dir });
      frame.contentWindow!.postMessage(LISTENING, '*', [port2]);
    };
    signal.addEventListener('abort', () => {
      port.close();
      frame.remove();
      reject(signal.reason as Error);
    });
    const hears = listenToFrame(port, frame, { ...run, signal }, resolve, reject);
    watchFrame(frame, url, signal, give, reject, () => void hears().then((isThere) => isThere || startAgain(run)));
    within(timeout, 'script-timeout');
    container.append(frame);
  });
  try {
    await started;
    return () => own.abort();
  } catch (error) {
    own.abort();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const A_MINUTE = 60_000;
/** The number of reloads of a widget's document that are allowed in a minute. */
const RELOADS = 3;
/** The times of reloads, by element. */
const reloads = new WeakMap<Element, number[]>();

/** Restarts a widget that has reloaded its own document. One that does so again and again is given up. */
function startAgain({ container, again, lost: gone }: FrameRun): void {
  const host = container.parentElement ?? container;
  const now = performance.now();
  const recent = [now, ...(reloads.get(host) ?? []).filter((then) => now - then < A_MINUTE)];
  reloads.set(host, recent);
  if (recent.length > RELOADS) gone?.(reloadsItself());
  else again?.();
}

function makeFrame(title: string, src: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.sandbox.value = SANDBOX;
  frame.style.cssText = 'display: block; width: 100%; border: 0';
  return Object.assign(frame, { title, referrerPolicy: 'no-referrer', src });
}

type Fail = (error: LendingError) => void;

/**
 * Watches a frame until it listens, or until it is clear that it will not. Its origin is opaque, so messages are checked by
 * their window. A frame that says a second time that it listens, and has loaded since, may have reloaded its document.
 */
function watchFrame(
  frame: HTMLIFrameElement,
  url: string,
  signal: AbortSignal,
  give: () => void,
  fail: Fail,
  ask: () => void,
) {
  let isListening = false;
  let isAgain = false;
  const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || origin !== 'null' || data !== LISTENING) return;
    isAgain = isListening;
    if (isListening) return;
    isListening = true;
    give();
  };
  const refuse = ({ blockedURI, effectiveDirective, disposition, originalPolicy }: SecurityPolicyViolationEvent) => {
    // Ignores report-only policies and other resources.
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src') return;
    if (blockedURI && url.startsWith(blockedURI))
      fail(scriptError(url, { directive: effectiveDirective, policy: originalPolicy }, undefined));
  };
  // The `load` event does not tell whether the document is the right one. If so, it says that it listens; the message may
  // arrive a moment later.
  const loaded = () => {
    if (isAgain) ask();
    isAgain = false;
    setTimeout(() => isListening || fail(frameError(url, 'script-failed')), A_SECOND);
  };
  addEventListener('message', hear, { signal });
  document.addEventListener('securitypolicyviolation', refuse, { signal });
  frame.addEventListener('load', loaded, { signal });
}

/**
 * Handles the messages of a frame. Returns a function that asks whether the document with the port still exists.
 */
function listenToFrame(port: MessagePort, frame: HTMLIFrameElement, run: FrameRun, ready: () => void, fail: Fail) {
  const { getToken, signal, lost: gone } = run;
  const focus = keepFocus(frame, signal);
  const setHeight = oncePerFrame((height: string) => (frame.style.height = height));
  let isReady = false;
  let isThere = true;
  let isAsked = false;
  let turn = Promise.resolve();
  // One at a time, with a pause, so that a frame that asks too often does not flood the backend.
  const answer = async () => {
    isAsked = false;
    if (signal.aborted) return;
    const accessToken = await getToken().catch(() => undefined);
    port.postMessage({ type: 'token', accessToken } satisfies ToFrame);
    await pause(A_SECOND);
  };
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const said = readMessage(data);
    const height = readHeight(said);
    if (said.type === 'ready') {
      isReady = true;
      ready();
    }
    if (said.type === 'ready' || said.type === 'touched') focus.heard(said.type);
    if (said.type === 'failed') (isReady ? gone : fail)?.(readError(said));
    if (said.type === 'pong') isThere = true;
    if (height) setHeight(height);
    if (said.type !== 'token' || isAsked) return;
    isAsked = true;
    turn = turn.then(answer);
  });
  port.start();
  return async () => {
    isThere = false;
    port.postMessage({ type: 'ping' } satisfies ToFrame);
    await pause(A_SECOND / 2);
    return isThere || signal.aborted;
  };
}

/** Calls at once, and after that once per animation frame with the latest value. */
function oncePerFrame<T>(call: (value: T) => void): (value: T) => void {
  let last: { value: T } | undefined;
  let isWaiting = false;
  const next = () => {
    isWaiting = last !== undefined;
    if (last) call(last.value);
    last = undefined;
    if (isWaiting) requestAnimationFrame(next);
  };
  return (value) => {
    last = { value };
    if (!isWaiting) next();
  };
}

/** The error for a frame that does not load, loads another document, or stops answering. */
function frameError(url: string, code: LendingErrorCode, limit?: number): LendingError {
  if (!navigator.onLine) return scriptError(url, undefined, undefined);
  const when = limit ? ` within ${limit / 1000} seconds` : '';
  return new LendingError(code, `The widget’s frame from ${new URL(url).origin} did not start${when}.`, {
    remedy:
      'Check that the handler answers GET frame, that frame.js is served, and that frame-ancestors allows this page.',
    recoverable: true,
  });
}
