import { LendingError, type LendingErrorCode } from '../../errors.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import { anySignal, pause } from '../../time-limit.js';
import type { TokenContext } from '../hand-off/placeholders.js';
import type { Cleanup } from '../hand-off/types.js';
import { pageUrl } from '../policy.js';
import { scriptError } from '../script-errors.js';
import { leftItsPage, reloadsItself } from '../widget-errors.js';
import { makeBox, schemeOf, type FrameBox, type FrameLabels } from './frame-box.js';
import { keepFocus } from './frame-focus.js';
import { LISTENING, readError, readHeight, readMessage, type FrameMessage, type ToFrame } from './frame-messages.js';

export interface FrameRun extends TokenContext {
  config: WidgetSettings;
  /** The address of the handler's frame document. */
  frameUrl: string;
  labels: () => FrameLabels;
  /** The language of the applicant. */
  lang: string;
  /** Whether a dialog of the frame may cover the window. */
  mayCover: () => boolean;
  /** Called when the frame is in the page, with a function that reads the labels again. */
  began?: ((relabel: () => void) => void) | undefined;
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
  const { container, config, timeout = 15_000, accessToken, labels, lang } = run;
  run.signal.throwIfAborted();
  const end = performance.now() + timeout;
  // A `<base>` in the page's HTML is ignored, so it cannot send the token to another origin.
  const url = new URL(run.frameUrl, pageUrl()).href;
  const { port1: port, port2 } = new MessageChannel();
  const say = (message: ToFrame) => port.postMessage(message);
  const frame = makeFrame(url);
  const own = new AbortController();
  const signal = anySignal(run.signal, own.signal);
  const box = makeBox(container, frame, signal, say);
  const relabel = () => box.relabel(labels());
  relabel();
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
      const scheme = schemeOf(container);
      const { title } = labels();
      // Frameworks pass proxies, which a message cannot contain.
      const plain = JSON.parse(JSON.stringify(config)) as typeof config;
      say({ type: 'start', config: plain, timeout: left, accessToken, title, lang, dir, scheme });
      frame.contentWindow!.postMessage(LISTENING, '*', [port2]);
    };
    signal.addEventListener('abort', () => {
      box.remove();
      port.close();
      reject(signal.reason as Error);
    });
    const { isThere, fail } = listenToFrame(port, box, { ...run, signal }, resolve, reject);
    watchFrame(frame, url, signal, give, reject, async (isAgain) => {
      if (await isThere()) return;
      if (isAgain) startAgain(run);
      else fail(leftItsPage());
    });
    within(timeout, 'script-timeout');
    box.insert();
    run.began?.(relabel);
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

function makeFrame(src: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.sandbox.value = SANDBOX;
  return Object.assign(frame, { referrerPolicy: 'no-referrer', src });
}

type Fail = (error: LendingError) => void;

/**
 * Watches a frame until it listens, or until it is clear that it will not. Its origin is opaque, so messages are checked by
 * their window. `loadedAgain` is called when a frame that listened has loaded again: its own document if that says again that it
 * listens, else another one.
 */
function watchFrame(
  frame: HTMLIFrameElement,
  url: string,
  signal: AbortSignal,
  give: () => void,
  fail: Fail,
  loadedAgain: (isAgain: boolean) => void,
) {
  let loads = 0;
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
    loads++;
    if (isListening && loads > 1) loadedAgain(isAgain);
    isAgain = false;
    setTimeout(() => isListening || fail(frameError(url, 'script-failed')), A_SECOND);
  };
  addEventListener('message', hear, { signal });
  document.addEventListener('securitypolicyviolation', refuse, { signal });
  frame.addEventListener('load', loaded, { signal });
}

/**
 * Handles the messages of a frame. Returns functions that ask whether the document with the port still exists, and that fail
 * with an error.
 */
function listenToFrame(port: MessagePort, box: FrameBox, run: FrameRun, ready: () => void, reject: Fail) {
  const { getToken, signal, lost: gone, mayCover } = run;
  const focus = keepFocus(box.frame, signal);
  let isReady = false;
  let isThere = true;
  let isAsked = false;
  let pressedAt = 0;
  let turn = Promise.resolve();
  const fail = (error: LendingError) => (isReady ? gone : reject)?.(error);
  // One at a time, with a pause, so that a frame that asks too often does not flood the backend.
  const answer = async () => {
    isAsked = false;
    if (signal.aborted) return;
    const accessToken = await getToken().catch(() => undefined);
    port.postMessage({ type: 'token', accessToken } satisfies ToFrame);
    await pause(A_SECOND);
  };
  const cover = () => {
    // A frame could show a sign-in page that looks like one of the page's.
    if (!mayCover() || !focus.isInUse()) return;
    box.cover(pressedAt);
  };
  const hear: Record<string, (said: FrameMessage) => void> = {
    ready() {
      isReady = true;
      focus.heard('ready');
      ready();
    },
    touched({ at }) {
      focus.heard('touched');
      pressedAt = Number(at);
    },
    dialog: ({ isOpen }) => (isOpen === true ? cover() : box.uncover()),
    escape: () => box.uncover(true),
    print: () => focus.isInUse() && print(),
    heights: (said) => box.setHeights(readHeight(said['frame']), readHeight(said['box'])),
    failed: (said) => fail(readError(said)),
    pong: () => (isThere = true),
    token() {
      if (isAsked) return;
      isAsked = true;
      turn = turn.then(answer);
    },
  };
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const said = readMessage(data);
    const { type } = said;
    if (typeof type === 'string' && Object.hasOwn(hear, type)) hear[type]!(said);
  });
  port.start();
  return {
    fail,
    async isThere() {
      isThere = false;
      port.postMessage({ type: 'ping' } satisfies ToFrame);
      await pause(A_SECOND / 2);
      return isThere || signal.aborted;
    },
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
