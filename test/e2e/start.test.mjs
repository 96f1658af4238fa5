// Builds and serves in the same process, like `npm start` and the screenshots.
import assert from 'node:assert/strict';
import process from 'node:process';
import { it } from 'node:test';
import { buildDemo } from '../../scripts/demo.mjs';
import { startServers } from '../../scripts/servers.mjs';

it('the servers start in a process that has built the library', async () => {
  process.env.NODE_ENV = 'production';
  await buildDemo();
  const servers = await startServers();
  try {
    const page = await fetch(servers.url);
    assert.equal(page.status, 200);
    const headers = { cookie: page.headers.getSetCookie()[0].split(';')[0], 'x-lending-elements': '1' };
    assert.equal((await fetch(`${servers.url}/api/lending/session`, { headers })).status, 200);
    assert.match(await (await fetch(`${servers.url}/demo/`)).text(), /<demo-page/);
  } finally {
    await servers.close();
  }
});
