import type { Place } from './frame-messages.js';
import { everything, paints } from './painted.js';

/** The least part of the frame that the layer of a dialog covers. */
const MOST = 0.9;

function coversFrame(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width * height >= MOST * innerWidth * innerHeight && getComputedStyle(element).position === 'fixed';
}

/** Whether an element lies behind a layer, and is not a part of it. */
function isBehind(element: Element, layer: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  const isPart = (one: Element) => one.contains(layer) || layer.contains(one);
  // For an element in a shadow root, it is the host.
  const { host = layer } = layer.getRootNode() as Partial<ShadowRoot>;
  return !!topmost && (isPart(topmost) || topmost.contains(host)) && !isPart(element) && paints(element);
}

/** Whether a modal dialog is open, or a fixed layer covers the frame and other content. An app in such a layer is not a dialog. */
export function hasDialog(): boolean {
  const elements = [...everything(document.body)];
  const layers = elements.filter(coversFrame);
  const isLayer = (layer: Element) => elements.some((element) => isBehind(element, layer));
  return elements.some((element) => element.matches('dialog:modal')) || layers.some(isLayer);
}

/** Closes the dialog as the Escape key does. */
export function closeDialog(): void {
  const key = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true, composed: true };
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key));
  for (const dialog of everything(document.body))
    if (dialog instanceof HTMLDialogElement && dialog.matches(':modal')) dialog.close();
}

/** Keeps the content at its place in the window while the frame covers it. Without a place, the frame is at its own place again. */
export function keepInPlace(place?: Place): void {
  const { top, right, left } = place ?? {};
  document.documentElement.style.margin = place ? `${top}px ${right}px 0 ${left}px` : '';
}
