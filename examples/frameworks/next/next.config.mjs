import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The route imports examples/lending.mjs, which all examples share: Next must look for modules above its own folder. */
export default { turbopack: { root }, outputFileTracingRoot: root };
