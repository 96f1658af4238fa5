/** Elements that show nothing, whatever their size. */
const INVISIBLE_TAGS = /^(script|style|link|meta|title|base|template|noscript|br|source|track|param)$/;
const GONE_AFTER_MS = 2000;

/** The text of an element itself, without that of its children. */
export const ownText = ({ childNodes }: Element) =>
  [...childNodes]
    .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue! : ''))
    .join('')
    .trim();

export const hasText = (element: Element) => !!ownText(element);

/** Whether an element is an empty frame that scripts cannot fill: in a document with an opaque origin, it has another one. A form can fill one with a name. */
export const isUnreachable = (element: unknown) =>
  origin === 'null' && element instanceof HTMLIFrameElement && !(element.src || element.srcdoc || element.name);

/** The parent in the rendered tree. */
export const parentOf = (element: Element): Element | null =>
  element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

/** Whether an element shows something itself, and not only through its children. */
const isLeaf = (element: Element) =>
  !element.firstElementChild || element.shadowRoot || element.localName.includes('-') || hasText(element);

/** Whether an element has a visible size. A tracking image of one pixel does not count. */
export function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
}

/** Whether anything that counts is visible in an element. The element itself counts only if it has text. */
export function isVisible(place: Element, counts: (leaf: Element) => unknown = () => true): boolean {
  if (hasText(place) && counts(place) && isSeen(place)) return true;
  return [...place.querySelectorAll('*')].some(
    (one) => !INVISIBLE_TAGS.test(one.localName) && isLeaf(one) && counts(one) && isSeen(one),
  );
}

/** Whether the page hides an element. */
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
    timer = setTimeout(() => shows() || isHidden(host) || gone(), GONE_AFTER_MS);
  };
  // An element that is removed from the document also loses its size.
  const sized = new ResizeObserver(look);
  for (const place of places()) sized.observe(place);
  signal.addEventListener('abort', () => (sized.disconnect(), clearTimeout(timer)));
}
