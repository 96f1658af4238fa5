// A Worker that tests the store of the example. Its response has the message of each rule that the store breaks.
import { storeTests } from '../../../dist/server/testing/index.js';
import { storeIn, StoreObject } from '../../../examples/workers/store.mjs';

export class LendingStore extends StoreObject {}

export default {
  async fetch(request, env) {
    const tests = storeTests(() => storeIn(env.STORE));
    const results = tests.map(({ name, run }) =>
      run().then(
        () => [],
        (error) => [`${name}: ${error.message}`],
      ),
    );
    return Response.json({ tests: tests.length, broken: (await Promise.all(results)).flat() });
  },
};
