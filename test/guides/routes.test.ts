// The table of the handler's routes in docs/testing-against-the-sandbox.md, against the handler.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { session } from '../../src/schema/calls/session.js';
import { setup } from '../server/setup.js';

const guide = fs.readFileSync('docs/testing-against-the-sandbox.md', 'utf8');
const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
const rows = [...guide.matchAll(/^\| `(GET|POST) \/([\w-]+)` +\|(.*)\|(.*)\|$/gm)].map(
  ([, method, route, sends, gets]) => ({ method, route: route!, sends: namesIn(sends!), gets: namesIn(gets!) }),
);

describe('the table of the handler’s routes', () => {
  it('contains every name that a page sends or receives', async () => {
    const page = setup().browser();
    const [start, ...calls] = rows;
    assert.deepEqual([start!.method, start!.route, start!.gets.toSorted()], ['GET', 'session', namesOf(session.shape)]);
    for (const { method, route, sends, gets } of calls) {
      const body = await page.good(route);
      const response = await page.post(route, body);
      assert.deepEqual([method, response.status], ['POST', 200], route);
      assert.deepEqual([namesOf(body), namesOf(await response.json())], [sends.toSorted(), gets], route);
    }
    assert.equal(calls.length, 5);
  });
});

const namesOf = (body: unknown): string[] =>
  body instanceof FormData ? [...body.keys()].toSorted() : Object.keys(body as object).toSorted();
