// A Worker that tests the engine of the example. Its response has the message of each rule that the store breaks.
import { DurableObject } from 'cloudflare:workers';
import { sqlStore } from '../../../dist/server/index.js';
import { storeTests } from '../../../dist/server/testing/index.js';
import { objectEngine } from '../../../examples/workers/engine.mjs';

/** An object for each rule: the clock of its rows never goes back. */
export class LendingOwner extends DurableObject {
  async broken(at) {
    let time;
    const engine = objectEngine(this.ctx.storage, () => time ?? Date.now());
    const [one, other] = [sqlStore(engine), sqlStore(engine)];
    const rules = storeTests(() => ({ databases: [one, other], setClock: (next) => void (time = next) }));
    const { name, run } = rules[at];
    return run().then(
      () => [],
      (error) => [`${name}: ${error.message}`],
    );
  }
}
export class LendingIndex extends DurableObject {}

export default {
  async fetch(request, env) {
    const rules = storeTests(() => undefined);
    const broken = await Promise.all(rules.map((_, at) => env.OWNERS.getByName(`${at}`).broken(at)));
    return Response.json({ tests: rules.length, broken: broken.flat() });
  },
};
