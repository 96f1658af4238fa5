import { loadPart, type LendingError } from '../errors.js';
import { parseUrl } from '../schema/widget/parse-url.js';
import { onBlocked } from './policy.js';

interface BlockedFrames {
  /** Returns true for a frame that the page's policy has blocked. Such a frame has a size, but shows nothing of the widget. */
  isBlocked(element: Element): boolean;
  /** The error that names a blocked frame of the widget, if there is one. */
  error(): Promise<LendingError> | undefined;
}

/** Watches these places for frames that the page's policy blocks, until the signal aborts. */
export function watchBlockedFrames(places: () => readonly Element[], signal: AbortSignal): BlockedFrames {
  const origins = new Map<string, string>();
  onBlocked('frame-src', signal, ({ blockedURI, originalPolicy }) => {
    const url = parseUrl(blockedURI);
    if (url) origins.set(url.origin, originalPolicy);
  });
  const isBlocked = (element: Element): element is HTMLIFrameElement =>
    element instanceof HTMLIFrameElement && origins.has(parseUrl(element.src)?.origin ?? '');
  return {
    isBlocked,
    error() {
      const elements = places().flatMap((place) => [place, ...place.querySelectorAll('iframe')]);
      const frame = elements.find((one) => isBlocked(one) && one.offsetHeight > 1) as HTMLIFrameElement | undefined;
      if (!frame) return undefined;
      const { origin } = new URL(frame.src);
      return loadPart(import('./widget-errors.js')).then(({ frameBlocked }) =>
        frameBlocked(origin, origins.get(origin)),
      );
    },
  };
}
