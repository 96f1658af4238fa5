/** What shows nothing of its own, whatever its size. */
const SILENT = /^(script|style|link|meta|title|base|template|noscript|br|source|track|param)$/;
const A_MOMENT = 2000;

const hasText = ({ childNodes }: Element) =>
  [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim());

/** Whether it shows something itself: not only by what is in it. */
const isLeaf = (element: Element) =>
  !element.firstElementChild || element.shadowRoot || element.localName.includes('-') || hasText(element);

/** A picture of one pixel, which only counts visits, is not seen. */
function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
}

/** Whether anything in a place can be seen, of what counts. The place itself is seen by its text alone. */
export function isVisible(place: Element, counts: (leaf: Element) => unknown = () => true): boolean {
  if (hasText(place) && counts(place) && isSeen(place)) return true;
  return [...place.querySelectorAll('*')].some(
    (one) => !SILENT.test(one.localName) && isLeaf(one) && counts(one) && isSeen(one),
  );
}

/** Whether the page hides a place, so that nobody could see anything in it. */
export const isHidden = (place: Element | null | undefined) => !place?.getClientRects().length;

/** Calls `gone` once nothing has been visible for two seconds. */
export function watchVisible(
  places: () => readonly Element[],
  host: Element,
  shows: () => boolean,
  signal: AbortSignal,
  gone: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (shows() || isHidden(host)) return;
    timer = setTimeout(() => shows() || isHidden(host) || gone(), A_MOMENT);
  };
  // A place that is taken out of the document loses its size, too.
  const sized = new ResizeObserver(look);
  for (const place of places()) sized.observe(place);
  signal.addEventListener('abort', () => (sized.disconnect(), clearTimeout(timer)));
}
