import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { formatFinding } from '../../src/cli/doctor/findings.js';
import { checkPageUrl } from '../../src/cli/doctor/page.js';

describe('the doctor on a page', () => {
  /** What it says of a page on this machine, at an address with this host. */
  async function examine(hostname: string) {
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Funding'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const address = new URL(`http://${hostname}:${port}/`);
      const findings = await checkPageUrl({ address, handler: undefined, widget: undefined, seconds: 5 });
      return findings.map(formatFinding).join('\n');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('finds plain http, except on this machine', async () => {
    // This address leads to this machine, and its name does not say so.
    assert.match(await examine('0.0.0.0'), /✗ the page: it is served over http\.\n.*\n.*Serve it over https\./);
    assert.doesNotMatch(await examine('127.0.0.1'), /served over http/);
  });
});
