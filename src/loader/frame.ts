import { LendingError, type LendingErrorCode } from '../errors.js';
import type { Offer } from './fill.js';
import { keepFocus } from './frame-focus.js';
import { LISTENING, readError, readHeight, readMessage, type ToFrame } from './frame-messages.js';
import type { Cleanup } from './hand-off.js';
import { pageUrl } from './policy.js';
import type { WidgetConfig } from './run-widget.js';
import { afterError } from './script-failures.js';
import { reloadsItself } from './widget-reasons.js';

export interface FrameRun extends Offer {
  config: WidgetConfig;
  /** The handler's frame document. */
  frameUrl: string;
  /** What a screen reader calls the frame, and its language. */
  title: string;
  lang: string;
  /** Milliseconds until the widget must have loaded and started in the frame. Default: 15 seconds. */
  timeout?: number | undefined;
  signal: AbortSignal;
  /** Hears that a widget that was there shows nothing any more, or loads its document again and again. */
  lost?: ((error: LendingError) => void) | undefined;
  /** Starts the widget again: its frame has loaded its document once more, and that one has no token. */
  again?: (() => void) | undefined;
}

/** What the frame may do. Without `allow-same-origin` its origin is opaque: it reaches neither the page nor its cookies. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';
const A_SECOND = 1000;
/** The frame keeps the limit itself: this is for a frame that says nothing at all. */
const LAST_WORD = 1000;

/**
 * Runs a widget in the handler's frame document. The token crosses once, over a port that only this frame gets, after the
 * frame has said that it listens. The frame's height follows its content. Rejects as `runWidget` does. A frame that is
 * moved in the page loses its document: whoever moves it runs the widget anew.
 */
export async function runInFrame(run: FrameRun): Promise<Cleanup> {
  const { container, config, timeout = 15_000, accessToken, title, lang } = run;
  run.signal.throwIfAborted();
  const end = performance.now() + timeout;
  // A `<base>` in the page's HTML leads the token to no other origin.
  const url = new URL(run.frameUrl, pageUrl()).href;
  const frame = makeFrame(title, url);
  const { port1: port, port2 } = new MessageChannel();
  const say = (message: ToFrame) => port.postMessage(message);
  const own = new AbortController();
  const signal = AbortSignal.any([run.signal, own.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const started = new Promise<void>((resolve, reject) => {
    const within = (limit: number, code: LendingErrorCode) => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(lost(url, code, limit)), limit);
    };
    const give = () => {
      // In tenths of a second: the frame tells the developer how long it has waited.
      const left = Math.ceil((end - performance.now()) / 100) * 100;
      within(left + LAST_WORD, 'widget-timeout');
      const dir = getComputedStyle(container).direction;
      say({ type: 'start', config, timeout: left, accessToken, title, lang, dir });
      frame.contentWindow!.postMessage(LISTENING, '*', [port2]);
    };
    signal.addEventListener('abort', () => {
      port.close();
      frame.remove();
      reject(signal.reason as Error);
    });
    const hears = attend(port, frame, { ...run, signal }, resolve, reject);
    watch(frame, url, signal, give, reject, () => void hears().then((isThere) => isThere || startAgain(run)));
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
/** How often a widget may load its document again in a minute. */
const RELOADS = 3;
/** When the widgets of an element did. */
const reloads = new WeakMap<Element, number[]>();

/** Starts the widget again that has loaded its own document again. One that does so again and again would never be there. */
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
 * Watches a frame until it listens, or is known not to. It has no origin to check, so it is known by its window. One that
 * listens once more, and has loaded since, may have loaded its document again.
 */
function watch(
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
    // What a policy only reports, or another frame, says nothing about this one.
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src') return;
    if (blockedURI && url.startsWith(blockedURI))
      fail(afterError(url, { directive: effectiveDirective, policy: originalPolicy }, undefined));
  };
  // A frame does not tell what has loaded in it. One that listens has said so by then; its word may be on the way.
  const loaded = () => {
    if (isAgain) ask();
    isAgain = false;
    setTimeout(() => isListening || fail(lost(url, 'script-failed')), A_SECOND);
  };
  addEventListener('message', hear, { signal });
  document.addEventListener('securitypolicyviolation', refuse, { signal });
  frame.addEventListener('load', loaded, { signal });
}

/**
 * Hears what the frame says as long as it lives, and tells how it starts. The answer asks whether the document is there that
 * has the port.
 */
function attend(port: MessagePort, frame: HTMLIFrameElement, run: FrameRun, ready: () => void, fail: Fail) {
  const { getToken, signal, lost: gone } = run;
  const focus = keepFocus(frame, signal);
  const setHeight = oncePerFrame((height: string) => (frame.style.height = height));
  let isReady = false;
  let isThere = true;
  let isAsked = false;
  let turn = Promise.resolve();
  // One at a time, with a pause between: however often the frame asks, the backend is not flooded.
  const answer = async () => {
    isAsked = false;
    if (signal.aborted) return;
    const accessToken = await getToken().catch(() => undefined);
    port.postMessage({ type: 'token', accessToken } satisfies ToFrame);
    await new Promise((resolve) => setTimeout(resolve, A_SECOND));
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
    await new Promise((resolve) => setTimeout(resolve, A_SECOND / 2));
    return isThere || signal.aborted;
  };
}

/** Calls at once, and then with the last of the values of an animation frame. */
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

/** Nothing has come, or something else, or a frame that then falls silent. */
function lost(url: string, code: LendingErrorCode, limit?: number): LendingError {
  if (!navigator.onLine) return afterError(url, undefined, undefined);
  const when = limit ? ` within ${limit / 1000} seconds` : '';
  return new LendingError(code, `The frame of ${new URL(url).origin} did not start${when}.`, {
    remedy: 'Check that GET frame and its frame.js are served, and that this page may frame it.',
    recoverable: true,
  });
}
