import type { WidgetConfig } from '../../widget/config.js';
import { WidgetError, type Decision, type Offer, type Source } from './types.js';
import { createView } from './view.js';
import { headingOf, isAccepted, newsOf, REJECTED, UNAVAILABLE } from './words.js';

/** The offers in an element of the page. */
export interface Widget {
  /** Resolves with the number of offers when they are visible. Rejects with a `WidgetError`, and removes everything. */
  readonly ready: Promise<number>;
  destroy(): void;
}

interface Place {
  readonly container: Element;
  readonly source: Source;
  readonly config: WidgetConfig;
  /** True if no code waits for the result. The widget itself then shows a failure to the applicant. */
  readonly isAlone?: boolean;
}

/** Widgets on this page by their containers. */
const mounted = new Map<Element, Widget>();

export const destroyIn = (container: Element) => mounted.get(container)?.destroy();

export const destroyAll = () => [...mounted.values()].forEach((widget) => widget.destroy());

/** Shows the offers in an element, and replaces earlier ones there. */
export function showOffers({ container, source, config, isAlone = false }: Place): Widget {
  destroyIn(container);
  const abort = new AbortController();
  const { signal } = abort;
  const isInside = getComputedStyle(container).getPropertyValue('--_inside') !== '';
  const view = createView(config, decide, isInside);
  let offers: readonly Offer[] = [];
  container.append(view.host);

  function destroy() {
    abort.abort();
    view.host.remove();
    if (mounted.get(container) === widget) mounted.delete(container);
  }

  function update(next: readonly Offer[]) {
    const news = newsOf(offers, next);
    offers = next;
    view.show(offers);
    return news;
  }

  async function start(): Promise<number> {
    try {
      const first = await source.load(signal);
      signal.throwIfAborted();
      update(first);
      view.say(headingOf(offers));
      askAgain(refresh, config.pollSeconds, view.host, signal);
      return offers.length;
    } catch (error) {
      if (signal.aborted) throw new WidgetError('destroyed', 'The widget was destroyed while it was starting.');
      if (isAlone) {
        const isRejected = error instanceof WidgetError && error.code === 'token-expired';
        view.fail(
          isRejected ? REJECTED : UNAVAILABLE,
          isRejected ? undefined : () => void start().catch(() => undefined),
        );
      } else destroy();
      throw error instanceof WidgetError ? error : new WidgetError('unavailable', 'The offers cannot be read.');
    }
  }

  /** Reads the offers again. Returns true if they may still change. */
  async function refresh(): Promise<boolean> {
    const news = update(await source.load(signal));
    if (news) view.say(news);
    return !offers.some(isAccepted) || offers.some(({ chosen, status }) => chosen && status !== 'ACCEPTED');
  }

  async function decide({ id, provider }: Offer, decision: Decision): Promise<boolean> {
    view.say(decision === 'accept' ? 'Accepting the offer…' : 'Declining the offer…');
    try {
      update(await source.decide(id, decision));
      view.say(
        decision === 'accept' ? `You accepted the offer from ${provider}.` : `You declined the offer from ${provider}.`,
      );
      view.focusCard(id);
      return true;
    } catch (error) {
      view.say(sorryFor(error));
      if (error instanceof WidgetError && error.code === 'not-open') await refresh().catch(() => undefined);
      return false;
    }
  }

  const widget: Widget = { ready: start(), destroy };
  mounted.set(container, widget);
  // A caller that only destroys the widget has no use for its result.
  widget.ready.catch(() => undefined);
  return widget;
}

function sorryFor(error: unknown): string {
  const code = error instanceof WidgetError ? error.code : '';
  if (code === 'token-expired') return `Your time to decide is over. ${REJECTED.help} We have not sent your answer.`;
  if (code === 'not-open') return 'This offer is not open any more. We have not sent your answer.';
  return 'We could not send your answer. Check your connection, and try again.';
}

/** Calls `refresh` every `seconds` while the page is visible, until it returns false or rejects, or the widget is removed. */
function askAgain(refresh: () => Promise<boolean>, seconds: number, host: Element, signal: AbortSignal): void {
  let isBusy = false;
  async function ask() {
    if (!host.isConnected) return end();
    if (isBusy || document.hidden) return;
    isBusy = true;
    const goesOn = await refresh().catch(
      (error: unknown) => !signal.aborted && !(error instanceof WidgetError && error.code === 'token-expired'),
    );
    isBusy = false;
    if (!goesOn) end();
  }
  const again = () => void ask();
  const timer = setInterval(again, seconds * 1000);
  const end = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', again);
  };
  document.addEventListener('visibilitychange', again);
  signal.addEventListener('abort', end);
}
