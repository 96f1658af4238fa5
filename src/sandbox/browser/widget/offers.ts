import type { WidgetConfig } from '../../widget/config.js';
import { WidgetError, type Decision, type Offer, type Source } from './types.js';
import { createView } from './view.js';
import { REJECTED, summaryOf, UNAVAILABLE } from './words.js';

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

const codeOf = (error: unknown) => (error instanceof WidgetError ? error.code : 'unavailable');

/** The sentences for decisions that were not sent, by the code of the error. */
const SORRY: Readonly<Record<string, string>> = {
  'token-expired': `Your time to decide is over. ${REJECTED.help} We have not sent your answer.`,
  'not-open': 'This offer is not open any more. We have not sent your answer.',
};

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
  let heading = '';
  container.append(view.host);

  function destroy() {
    abort.abort();
    view.host.remove();
    if (mounted.get(container) === widget) mounted.delete(container);
  }

  /** Shows offers, and announces their heading if it has changed. */
  function update(offers: readonly Offer[]) {
    const [next] = summaryOf(offers);
    view.show(offers);
    if (next !== heading) view.say(next);
    heading = next;
  }

  async function start(): Promise<number> {
    try {
      const first = await source.load(signal);
      signal.throwIfAborted();
      update(first);
      poll();
      return first.length;
    } catch (error) {
      if (signal.aborted) throw new WidgetError('destroyed', 'The widget was destroyed while it was starting.');
      if (isAlone) {
        if (codeOf(error) === 'token-expired') view.fail(REJECTED);
        else view.fail(UNAVAILABLE, () => void start().catch(() => undefined));
      } else destroy();
      throw error instanceof WidgetError ? error : new WidgetError('unavailable', 'The offers cannot be read.');
    }
  }

  /** Reads the offers again and again while the page is visible, until the token has expired or the widget is removed. */
  function poll() {
    const timer = setInterval(() => {
      if (!view.host.isConnected) destroy();
      else if (!document.hidden) refresh().catch((error) => codeOf(error) === 'token-expired' && clearInterval(timer));
    }, config.pollSeconds * 1000);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  const refresh = async () => update(await source.load(signal));

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
      if (codeOf(error) === 'not-open') await refresh().catch(() => undefined);
      view.say(SORRY[codeOf(error)] ?? 'We could not send your answer. Check your connection, and try again.');
      return false;
    }
  }

  const widget: Widget = { ready: start(), destroy };
  mounted.set(container, widget);
  // A caller that only destroys the widget has no use for its result.
  widget.ready.catch(() => undefined);
  return widget;
}
