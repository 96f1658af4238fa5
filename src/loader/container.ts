let containers = 0;

/**
 * Makes a widget's own place, under an id of its own, until the signal; all else that has come into the element by then goes
 * with it. Scripts look for it in the document: where the element is in a shadow root, the place is in front of it, and is
 * shown in the element through slots.
 */
export function makeContainer(element: HTMLElement, signal: AbortSignal, mustBeFound: boolean): HTMLElement {
  const container = document.createElement('div');
  container.id = `lending-widget-${++containers}`;
  const before = new Set<Node>(element.childNodes);
  const made: Element[] = [container];
  let place = element;
  const host = () => (mustBeFound ? place.getRootNode() : document);
  for (let root = host(); root instanceof ShadowRoot; root = host()) {
    const slot = document.createElement('slot');
    slot.name = container.id;
    slot.slot = container.slot;
    container.slot = container.id;
    made.push(place.appendChild(slot));
    place = root.host as HTMLElement;
  }
  place.append(container);
  signal.addEventListener('abort', () => {
    for (const one of made) one.remove();
    for (const node of Array.from(element.childNodes)) {
      // What goes into a slot is the page's.
      const isSlotted = node instanceof Element && node.slot;
      if (!before.has(node) && !isSlotted) node.remove();
    }
  });
  return container;
}
