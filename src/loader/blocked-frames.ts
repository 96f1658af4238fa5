import { part, type LendingError } from '../errors.js';

interface BlockedFrames {
  /** Whether an element is a frame that a policy has blocked. It has a size, and shows nothing of the widget. */
  (leaf: Element): boolean;
  /** What to tell, where the widget has such a frame. */
  (): Promise<LendingError> | undefined;
}

/** Watches for frames of a widget that the page's policy does not let load, until the signal. */
export function blockedFrames(place: Element, signal: AbortSignal): BlockedFrames {
  const blocked = new Set<string>();
  const note = ({ blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    // What a policy only reports loads.
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src' || !URL.canParse(blockedURI)) return;
    blocked.add(new URL(blockedURI).origin);
  };
  document.addEventListener('securitypolicyviolation', note, { signal });
  const isBlocked = (leaf: Element) =>
    leaf instanceof HTMLIFrameElement && URL.canParse(leaf.src) && blocked.has(new URL(leaf.src).origin);
  return ((leaf?: Element) => {
    if (leaf) return isBlocked(leaf);
    const frame = [...place.querySelectorAll('iframe')].find((one) => isBlocked(one) && one.offsetHeight > 1);
    return (
      frame && part(import('./widget-reasons.js')).then(({ blocksFrame }) => blocksFrame(new URL(frame.src).origin))
    );
  }) as BlockedFrames;
}
