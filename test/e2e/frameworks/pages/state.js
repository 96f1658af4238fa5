import manifest from 'lending-elements/custom-elements.json';

// The first properties, which the pages of all frameworks set. `files` is an array, `prefill` an object, `getToken` a function.
export const state = {
  isShown: true,
  words: 'Sign in here',
  endpoint: '/api/lending',
  pageTitle: true,
  prefill: { company: { registered_name: 'Sample Bakery Ltd' } },
  timeoutMs: 600_000,
  files: [],
  getToken: () => new Promise(() => {}),
};

/** Every event that a handler has heard, with its target. */
const heard = [];
export const hear = (event) => heard.push([event.type, event.target.localName]);

export const eventsOf = (tag) =>
  manifest.modules
    .flatMap(({ declarations }) => declarations)
    .find(({ tagName }) => tagName === tag)
    .events.map(({ name }) => name);

/** A handler for every event of a tag, under the name that the framework gives it. Each call makes new functions, as pages do. */
export const handlersOf = (tag, nameOf = (event) => event) =>
  Object.fromEntries(eventsOf(tag).map((event) => [nameOf(event), (given) => hear(given)]));

/**
 * Starts a page in the browser, in a container that may have the server's nodes, which must stay. The tests find in `host` how to
 * change the page, its references, and how to remove it.
 */
export async function start(selector, run) {
  const container = globalThis.document?.querySelector(selector);
  if (!container) return;
  globalThis.fromServer = [...container.children];
  globalThis.host = { heard, eventsOf, ...(await run(container, container.hasChildNodes())) };
}
