import type { HandOff } from '../schema/hand-off.js';
import { fill, fillAddress, fillingOf } from './fill.js';
import type { WidgetStart } from './hand-off.js';
import { scriptUrl } from './policy.js';

/**
 * Shows a page of the service's. The token is in its address, or crosses in a message: to this frame only, at its exact
 * origin only, and only after the frame has said that it is ready.
 */
export async function startFrame(settings: NonNullable<HandOff['iframe']>, start: WidgetStart): Promise<void> {
  const { src, title, ready, message } = settings;
  const { signal } = start;
  signal.throwIfAborted();
  const url = scriptUrl(fillAddress(src, fillingOf(start)));
  const { origin } = new URL(url);
  const frame = document.createElement('iframe');
  Object.assign(frame, { src: url, title, referrerPolicy: 'no-referrer' });
  const started = new Promise<void>((resolve) => {
    if (message === undefined) return frame.addEventListener('load', () => resolve(), { signal });
    const answer = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || event.origin !== origin || !matches(event.data, ready)) return;
      frame.contentWindow!.postMessage(fill(message, start), origin);
      resolve();
    };
    addEventListener('message', answer, { signal });
  });
  start.container.append(frame);
  await started;
}

/** Whether a message says at least what is waited for. */
function matches(data: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === undefined || data === wanted;
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(wanted).every(([key, value]) => matches((data as Record<string, unknown>)[key], value));
}
