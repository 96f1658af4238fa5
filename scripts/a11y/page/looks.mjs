// Runs in the page of a story. Describes the texts and the look of everything that the story shows.

const STYLES = ['color', 'background-color', 'border-top-color', 'font-family', 'border-top-left-radius'];

function* nodesIn(root) {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* nodesIn(element.shadowRoot);
  }
}

export function looks() {
  const lines = [...nodesIn(document.querySelector('#storybook-root'))].map((element) => {
    const style = getComputedStyle(element);
    const texts = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : ''));
    return [element.localName, texts.join(''), ...STYLES.map((name) => style.getPropertyValue(name))].join('|');
  });
  return lines.join('\n');
}
