import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import { flow } from './chaos-flow.js';

// A few in every run of the tests; `npm run test:fuzz` goes through as many as its number says.
const FLOWS = Number(process.env.CHAOS_FLOWS ?? 60);
const AT_ONCE = 8;

describe('a whole flow with faults at every hop', () => {
  it(`creates at most one application, requests no offers without consent, and is never stuck, ${FLOWS} times`, async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const done: string[] = [];
    let next = 0;
    const work = async () => {
      while (next < FLOWS) {
        const own = seed + next++;
        try {
          done.push(...(await flow(own)));
        } catch (error) {
          throw new Error(`The flow with FUZZ_SEED=${own} failed.`, { cause: error });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const path of ['applications', 'prequalification', 'request-offers', 'widget-token']) {
      assert.ok(done.filter((one) => one === path).length > FLOWS / 10, `few came as far as ${path}`);
    }
  });
});
