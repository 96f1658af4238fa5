// The variables that `lending-elements sandbox` prints, and nothing else, for the backend of the README: the journey up to the offers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { CALLS } from '../../src/schema/index.ts';
import { Browser, goodBodies, newFolder, read } from '../server/setup.ts';
import { BOUNDED, run } from '../server/node/platform-process.mjs';
import { ensureBuilt, manifest, ROOT } from '../support/dist.mjs';

/** Starts the command, and returns its process and its output once it has printed the last variable. */
async function startSandbox(test) {
  const program = path.join(ROOT, manifest.bin['lending-elements']);
  const child = spawn(process.execPath, [program, 'sandbox', '--port', '0'], {
    ...BOUNDED,
    env: { PATH: process.env.PATH },
  });
  test.after(() => child.kill('SIGKILL'));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (/^LENDING_WIDGET=.*\n/m.test(printed)) return { child, printed };
  }
  throw new Error(`The sandbox ended. ${printed}`);
}

describe('lending-elements sandbox', () => {
  it('prints every variable that a backend needs for the journey up to the offers, until it is stopped', async (test) => {
    await ensureBuilt();
    const { child, printed } = await startSandbox(test);
    const env = parseEnv(printed);
    const backend = await run(process.execPath, [path.join(ROOT, 'examples/node/server.mjs')], env, 1, newFolder());
    test.after(backend.close);
    const page = new Browser((request) => fetch(request), undefined, backend.origin);
    page.cookies.set('partner_user', randomUUID());
    let token;
    for (const route of Object.keys(goodBodies())) {
      const answer = await read(await page.post(route, await page.good(route)));
      assert.equal(answer.status, 200, `${route}: ${JSON.stringify(answer)}`);
      token ??= answer.access_token;
    }
    const { progress, widget } = await (await page.get('session')).json();
    assert.deepEqual(progress.done, [...CALLS]);
    assert.equal((await fetch(widget.scriptUrl)).status, 200);
    const offers = await fetch(new URL('/widget/offers', widget.scriptUrl), {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.ok((await offers.json()).offers.length > 0);
    assert.equal(backend.complaints(), '');
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'close'), [0, null]);
  });
});
