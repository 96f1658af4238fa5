import { LendingError } from '../errors.js';

/** How a script that defines a global is given its token. */
export interface InitHandOff {
  /** The global that the script defines. */
  global: string;
  /** Its function that takes `{token, container}` and starts the widget; it may answer with a promise. */
  init: string;
  /** The function that stops the widget, where there is one: of what `init` answered, else of the global. */
  destroy?: string | undefined;
}

/** What the widget gets: a fresh token, and the element that it may fill. */
export interface WidgetStart {
  token: string;
  container: HTMLElement;
}

type Api = Record<string, ((options?: WidgetStart) => unknown) | undefined>;

const has = (value: unknown, method: string): value is Api =>
  typeof (value as Api | undefined)?.[method] === 'function';

/**
 * Starts a widget whose script has run, and resolves with the way to stop it. Rejects with `script-no-global` when the
 * script did not define what it should, and with `widget-failed` when the widget did not start.
 */
export async function startWidget(handOff: InitHandOff, start: WidgetStart): Promise<() => void> {
  const { init, destroy } = handOff;
  const api = globalOf(handOff);
  let started: unknown;
  try {
    started = await api[init]!(start);
  } catch (cause) {
    throw new LendingError('widget-failed', `The widget did not start: ${handOff.global}.${init} failed.`, {
      remedy: 'See the cause; a token that has expired is asked for again at the next try.',
      recoverable: true,
      cause,
    });
  }
  // Several widgets on a page share the global: what started this one is the better place to stop it.
  const owner = destroy && [started, api].find((value) => has(value, destroy));
  return () => void (owner && (owner as Api)[destroy!]!());
}

/** A global that an element of the page has taken by its id (`<a id=…>`) is not the script's. */
function globalOf({ global, init }: InitHandOff): Api {
  const value = (globalThis as Record<string, unknown>)[global];
  if (has(value, init) && !(value instanceof Node) && !(value instanceof HTMLCollection)) return value;
  throw new LendingError('script-no-global', `The widget script ran, but ${global}.${init} is not there.`, {
    remedy: 'Check widget.global and widget.init against the embed code of the dashboard.',
  });
}
