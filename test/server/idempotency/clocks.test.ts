// Two processes with one SQLite file, one of which has a wrong clock.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteStore } from '../../../src/server/node/index.js';
import { newFile } from '../records/files.js';
import { created, EXISTING, faultAt, later, read, sampleApplication, samplePrequalification, setup } from '../setup.js';

const MINUTES = 60_000;
const KEY = { 'idempotency-key': 'key-of-the-page' };

/** The process of Jane's page, whose service responds to a call when `open` is called, and one whose clock is wrong by so many minutes. */
function processes(path: string, minutes: number) {
  const file = newFile();
  const [begun, open] = [later(), later()];
  const service = faultAt(path, async (real) => (begun.resolve(), await open.promise, real()));
  const clock = () => Date.now() + minutes * MINUTES;
  const other = (fetch: ReturnType<typeof setup>['sandbox']['fetch']) =>
    setup({ store: sqliteStore(file, { clock }), fetch });
  return { options: { store: sqliteStore(file), service }, other, begun: begun.promise, open: open.resolve };
}

// The file's time never goes back, and is that of both processes once both have written to it.
const CLOCKS = [
  ['ahead', 10, true, undefined],
  ['behind', -10, true, undefined],
  ['behind, and has written nothing yet', -10, false, undefined],
  ['ahead, and has written nothing yet', 10, false, 'outcome-unknown'],
] as const;

for (const [clock, minutes, hasWritten, code] of CLOCKS)
  describe(`a process whose clock is ten minutes ${clock}`, () => {
    it(`does not repeat a call that is under way: ${code ?? 'it gets the response'}`, async () => {
      const { options, other, begun, open } = processes('/prequalification', minutes);
      const { page, sandbox, received } = await created(options);
      const second = other(sandbox.fetch);
      if (hasWritten) await second.browser('tom').create();
      const call = { body: samplePrequalification(), headers: KEY };
      const first = page.send('prequalification', call);
      await begun;
      const repeated = second.browser().send('prequalification', call);
      setTimeout(open, 60);
      assert.deepEqual([(await first).status, (await read(await repeated)).code], [200, code]);
      assert.equal((await page.send('prequalification', call)).status, 200);
      assert.equal(received('prequalify').length, 1);
    });

    if (!code)
      it('cannot settle a creation that is under way', async () => {
        const { options, other, begun, open } = processes('/applications', minutes);
        const { browser, sandbox } = setup(options);
        const second = other(sandbox.fetch);
        if (hasWritten) await second.handle.settleApplication({ subject: 'tom' }, EXISTING);
        const creation = browser().post('applications', sampleApplication());
        await begun;
        await assert.rejects(second.handle.settleApplication({ subject: 'jane' }, 'none'), /Wait 1\d\d seconds/);
        await assert.rejects(second.handle.erase({ subject: 'jane' }), { code: 'handler-in-flight' });
        open();
        assert.equal((await creation).status, 200);
      });
  });
