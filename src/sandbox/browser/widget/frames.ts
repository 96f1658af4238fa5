import { open } from './api.js';
import type { RunSettings } from './types.js';

const place = () => document.querySelector('main > div')!;

/** The page `/widget/frame`, which gets the token in its address. */
export function startFrame(settings: RunSettings): void {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  try {
    // The token does not stay in the address.
    history.replaceState(null, '', location.pathname);
  } catch {
    // A document with an opaque origin may not change its address.
  }
  open(settings, { token, container: place() }, true);
}

/** The page `/widget/frame-message`. It says that it is ready, and gets the token in a message of the page around it. */
export function startMessageFrame(settings: RunSettings): void {
  addEventListener('message', ({ source, data }: MessageEvent<{ type?: unknown; token?: unknown } | undefined>) => {
    if (source !== window.parent || data?.type !== 'sample-funding-token' || typeof data.token !== 'string') return;
    open(settings, { token: data.token, container: place() }, true);
  });
  // This page does not know the origin around it. The message has no secret.
  window.parent.postMessage({ type: 'sample-funding-ready' }, '*');
}
