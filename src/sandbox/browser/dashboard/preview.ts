import { showOffers } from '../widget/offers.js';
import { WidgetError, type Offer, type Source } from '../widget/types.js';
import type { PreviewMessage } from './types.js';

const STATES =
  'OFFERED PENDING ADDITIONAL_DETAILS_REQUESTED DEFERRED DECLINED RULES_DECLINED APPLICANT_DECLINED CANCELLED LENDER_CALL_FAILED A_NEW_STATE'.split(
    ' ',
  );
const SECONDS_EACH = 4;

/** Offers for the preview, which change as those of a sandbox do. */
function sourceOf({ state, samples }: PreviewMessage): Source {
  const counts: Readonly<Record<string, number>> = { many: 24, none: 0, states: STATES.length };
  const start = Date.now();
  const isLate = state === 'over-time';
  let offers: Offer[] = samples.slice(0, counts[state] ?? 3).map((sample, at) => ({
    ...sample,
    id: `preview-${at}`,
    status: state === 'states' ? STATES[at]! : isLate ? 'PENDING' : 'OFFERED',
    chosen: false,
  }));
  const decide = (id: string, status: 'accept' | 'decline') => {
    offers = offers.map((offer) => {
      if (offer.id === id)
        return {
          ...offer,
          chosen: status === 'accept',
          status: status === 'accept' ? 'OFFERED' : 'APPLICANT_DECLINED',
        };
      return status === 'accept' && offer.status === 'OFFERED' ? { ...offer, status: 'CANCELLED' } : offer;
    });
  };
  if (state === 'accepted') decide('preview-0', 'accept');
  return {
    load: async () => {
      if (state === 'refused') throw new WidgetError('token-expired', 'The preview shows a refused token.');
      const answered = Math.floor((Date.now() - start) / (SECONDS_EACH * 1000));
      offers = offers.map((offer, at) =>
        isLate && offer.status === 'PENDING' && at < answered ? { ...offer, status: 'OFFERED' } : offer,
      );
      return offers;
    },
    decide: async (id, decision) => {
      decide(id, decision);
      return offers;
    },
  };
}

/** Shows the widget as the dashboard says. */
export function run(): void {
  const container = document.querySelector('main > div')!;
  addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewMessage | undefined>) => {
    if (source !== window.parent || origin !== location.origin || data?.type !== 'sandbox-preview') return;
    const config = data.state === 'over-time' ? { ...data.config, pollSeconds: 2 } : data.config;
    showOffers({ container, source: sourceOf(data), config, isAlone: true });
  });
  window.parent.postMessage({ type: 'sandbox-preview-ready' }, location.origin);
}
