// The first properties, which the pages of all frameworks set. `files` is an array, `prefill` an object, `getToken` a function.
export const getToken = () => new Promise(() => {});

export const state = {
  isShown: true,
  words: 'Sign in here',
  endpoint: '/api/lending',
  pageTitle: true,
  prefill: { company: { registered_name: 'Sample Bakery Ltd' } },
  timeoutMs: 600_000,
  files: [],
  getToken,
};

/** Every event that a handler has heard, with its target. */
export const heard = [];
export const hear = (event) => heard.push([event.type, event.target.localName]);
