let containers = 0;

/**
 * Creates the container of a widget, with an id of its own. When the signal aborts, it is removed, with all nodes that were added
 * to the element since. Scripts look for the container in the document. So if the element is in a shadow root, the container is
 * a child of the host, and slots show it in the element.
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
      // Slotted nodes belong to the page.
      const isSlotted = node instanceof Element && node.slot;
      if (!before.has(node) && !isSlotted) node.remove();
    }
  });
  return container;
}
