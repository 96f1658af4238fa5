import type { HandOff } from '../../schema/widget/widget-settings.js';
import { requireSafeScriptUrl } from '../policy.js';
import { fillJson, fillUrl } from './placeholders.js';
import type { WidgetStart } from '../types.js';

/**
 * Shows a page of the service in a frame. The token is in the frame's URL, or in a message. The message goes to this frame and its
 * exact origin only, after the frame has reported that it is ready.
 */
export async function startVendorFrame(settings: NonNullable<HandOff['iframe']>, start: WidgetStart): Promise<void> {
  const { src, title, ready, message } = settings;
  const { signal } = start;
  signal.throwIfAborted();
  const url = requireSafeScriptUrl(fillUrl(src, start));
  const { origin } = new URL(url);
  const frame = document.createElement('iframe');
  Object.assign(frame, { src: url, title, referrerPolicy: 'no-referrer' });
  const started = new Promise<void>((resolve) => {
    if (message === undefined) return frame.addEventListener('load', () => resolve(), { signal });
    const answer = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || event.origin !== origin || !matches(event.data, ready)) return;
      frame.contentWindow!.postMessage(fillJson(message, start), origin);
      resolve();
    };
    addEventListener('message', answer, { signal });
  });
  start.container.append(frame);
  await started;
}

/** Whether a message contains all expected values. */
function matches(data: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === undefined || data === wanted;
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(wanted).every(([key, value]) => matches((data as Record<string, unknown>)[key], value));
}
