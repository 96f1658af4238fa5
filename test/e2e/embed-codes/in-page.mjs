// What the tests ask a page, in the page.

/** The texts of the made-up widgets that can be seen, in open shadow roots, too. */
export function visibleOffers() {
  const found = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      if (!element.matches('.offers')) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width > 1 && height > 1 && element.checkVisibility()) found.push(element.textContent);
    }
  };
  visit(document);
  return found;
}

/** What the library has changed of the document and the window, and not put back. */
export function changes() {
  const names = ['readyState', 'addEventListener', 'removeEventListener', 'write', 'writeln', 'open', 'close'];
  return [
    ...names.filter((name) => Object.hasOwn(document, name)).map((name) => `document.${name}`),
    ...['addEventListener', 'removeEventListener'].filter((name) => Object.hasOwn(window, name)),
    ...(window.onload ? ['onload'] : []),
    ...(document.onreadystatechange ? ['onreadystatechange'] : []),
  ];
}

export const reload = () => void document.querySelector('lending-widget').reload();

export const giveToken = () => (document.querySelector('lending-widget').accessToken = 'given');

/** Removes the widget, as a single-page app does when the applicant goes on, and answers with what is left of it. */
export async function leave() {
  const element = globalThis.current ?? document.querySelector('lending-widget');
  globalThis.left = element;
  element.remove();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return element.childElementCount;
}

/** Puts a new widget up with the settings of the one before; in a shadow root, where the app is made of components. */
export function comeBack(isInShadow) {
  const { adapter, widget, timeoutMs } = globalThis.left;
  const main = document.querySelector('main');
  const place = isInShadow ? main.appendChild(document.createElement('section')).attachShadow({ mode: 'open' }) : main;
  const made = document.createElement('lending-widget');
  globalThis.current = made;
  place.append(Object.assign(made, { adapter, widget, timeoutMs }));
}
