// Who reaches what: every call, by every kind of visitor, with every way to name an application of somebody else's.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { Browser, ORIGIN, type Answer } from '../setup.js';
import { CALLS, expected, NAMINGS, upstreamOf, type Call, type Naming, type Sent } from './ownership-calls.js';
import { VISITORS, world, type Visitor, type World } from './ownership-world.js';

let cells = 0;
let denied = 0;
after(() => assert.ok(cells >= 120 && denied >= 120, `${cells} cells, ${denied} of them denied`));

async function visit(given: World, { who, reach, business, token }: Visitor, call: Call, naming: Naming) {
  const [, effect, , put] = naming;
  const { owned, handle, sandbox, log, browser } = given;
  const page = new Browser(handle, who, ORIGIN);
  page.business = business;
  const foreign = owned[who === 'jane' ? 'tom' : 'jane']!;
  const other = browser(who === 'jane' ? 'tom' : 'jane');
  const [method, path, body] = CALLS[call]!;
  const headers = token === undefined ? {} : { 'x-lending-applicant': owned[token]?.token ?? token };
  const sent: Sent = { path, body: await body?.(page), headers, page, other };
  await put(sent, foreign);
  const [calls, lines] = [sandbox.calls.length, log.length];

  const response = await page.send(sent.path, { method, body: sent.body, headers: sent.headers });
  const text = await response.text();
  const code = expected(call, reach, effect);
  const answer = JSON.parse(text) as Answer;
  assert.deepEqual([answer.code, response.status < 300], [code, !code]);
  assert.deepEqual(response.headers.getSetCookie(), []);

  const made = sandbox.calls.slice(calls);
  const isNew = call === 'createApplication' && reach === 'none' && made.length === 1;
  if (!isNew)
    assert.deepEqual(
      made.map(({ name }) => name),
      upstreamOf(call, !!code),
    );
  const own = owned[reach];
  for (const { path, body } of isNew ? [] : made) assert.ok((path + JSON.stringify(body)).includes(own!.company_id));
  const seen = inspect([made, log.slice(lines)], { depth: Infinity });
  const hidden = [foreign.company_id, foreign.application_id, ...(isNew ? [] : [foreign.email])];
  // Not even its own ids are an applicant's to see.
  for (const id of [...hidden, ...(own ? [own.company_id, own.application_id] : [])]) {
    assert.ok(!text.includes(id) && !JSON.stringify([...response.headers]).includes(id));
  }
  for (const id of hidden) assert.ok(!seen.includes(id), seen);
  for (const secret of [foreign.email, foreign.token])
    assert.ok(!text.includes(secret) && !JSON.stringify([...response.headers]).includes(secret));
  cells += 1;
  if (code) denied += 1;
}

describe('ownership of an application', () => {
  for (const visitor of VISITORS) {
    const { name, reach } = visitor;
    const outcome = reach.startsWith('handler-') ? `is rejected with ${reach}` : `reaches ${reach} alone`;
    let making: Promise<World> | undefined;
    for (const call of Object.keys(CALLS)) {
      it(`${call} by ${name} ${outcome}, whatever the request names`, async () => {
        const given = await (making ??= world());
        for (const naming of NAMINGS.filter(([, , takes]) => takes(call))) {
          await visit(given, visitor, call, naming).catch((error: Error) => {
            throw new Error(`${naming[0]}: ${error.message}`, { cause: error });
          });
        }
      });
    }
  }
});
