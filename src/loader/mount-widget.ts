import { part, type LendingError } from '../errors.js';
import { makeContainer } from './container.js';
import {
  loadAhead,
  reasonsPart,
  runWidget,
  type Cleanup,
  type HandOffFunction,
  type WidgetConfig,
} from './run-widget.js';

/** A widget of an element: what it is, where it runs, and who hears of it. */
export interface Mount {
  host: HTMLElement;
  config: WidgetConfig | undefined;
  template: HTMLTemplateElement | null;
  handOff: HandOffFunction | undefined;
  timeout: number | undefined;
  /** The token to start with. Default: one that is asked for. */
  accessToken: string | undefined;
  getToken: () => Promise<string>;
  isIsolated: boolean;
  signal: AbortSignal;
  /** Hears that a widget that was there shows nothing any more. */
  lost: (error: LendingError) => void;
  /** What a frame needs to know, and who hears that it is put in, and that its document has loaded again. */
  frame: { title: string; lang: string; began: () => void; again: () => void };
}

/** Starts a widget in an element, with a token. One that says that its token has expired is started once more. */
export async function mountWidget(mount: Mount): Promise<Cleanup> {
  const { config, template, handOff, accessToken, getToken, isIsolated, signal, timeout } = mount;
  // It loads while the token is on its way; whether it did is asked later.
  if (isIsolated) framePart().catch(() => undefined);
  const ahead = !isIsolated && !handOff && !template && loadAhead({ ...config, signal }, timeout);
  const [first] = await Promise.all([accessToken ?? getToken(), ahead]);
  return start(mount, first).catch(async (error: unknown) => {
    if ((error as LendingError).code !== 'widget-token-expired') throw error;
    return start(mount, await getToken());
  });
}

async function start(mount: Mount, accessToken: string): Promise<Cleanup> {
  const { host, isIsolated, signal, config = {} } = mount;
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener('abort', end, { signal: own.signal });
  const container = makeContainer(host, own.signal, !isIsolated);
  const run = { ...mount, config, container, accessToken };
  const started = isIsolated ? runInFrame(run, config) : runWidget(run);
  return started.catch((error: unknown) => {
    end();
    throw error;
  });
}

/** The page's HTML does not go into the frame: there it would run with a nonce. */
async function runInFrame(run: Mount & { container: HTMLElement; accessToken: string }, config: WidgetConfig) {
  if (!config.frame_url) throw (await reasonsPart()).notConfigured();
  const frame = await framePart();
  run.signal.throwIfAborted();
  run.frame.began();
  return frame.runInFrame({ ...run, ...run.frame, config, frameUrl: config.frame_url });
}

const framePart = () => part(import('./frame.js'));
