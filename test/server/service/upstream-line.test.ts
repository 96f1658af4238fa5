import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { nodeFetch } from '../../../src/server/node/index.js';
import { serve } from '../setup.js';
import { ALL, ask } from './upstream-setup.js';

for (const [name, fetch] of [
  ['fetch', undefined],
  ['nodeFetch', nodeFetch],
] as const) {
  describe(`a service that redirects ${name}`, () => {
    for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
      it(`with ${status} to another origin is not followed, and gets no key`, async () => {
        const seen: unknown[] = [];
        const thief = await serve((request, response) => {
          seen.push(request.headers);
          response.end('{"success":true}');
        });
        const service = await serve((_, response) =>
          response.writeHead(status, { location: `${thief.origin}/take` }).end(),
        );
        try {
          for (const path of ALL) {
            const answer = await ask(path, { baseUrl: service.origin, fetch });
            assert.deepEqual([answer.status, answer.code], [502, 'upstream-redirect']);
            assert.doesNotMatch(JSON.stringify(answer), /127\.0\.0\.1/);
          }
          assert.deepEqual(seen, []);
        } finally {
          await Promise.all([thief.close(), service.close()]);
        }
      });
    }
  });

  describe(`a service with a bad connection during ${name}`, () => {
    const ten = { 'content-type': 'application/json', 'content-length': '10' };
    const lines: [string, RequestListener, [string, string], number?][] = [
      ['never answers', () => {}, ['outcome-unknown', 'upstream-timeout'], 60],
      [
        'never ends its answer',
        (_, response) => void response.writeHead(200, ten).write('{'),
        ['outcome-unknown', 'upstream-timeout'],
        60,
      ],
      ['hangs up', (request) => void request.socket.destroy(), ['outcome-unknown', 'upstream-unreachable']],
      [
        'hangs up in the middle of its answer',
        (request, response) => void response.writeHead(200, ten).write('{"a"', () => request.socket.destroy()),
        ['outcome-unknown', 'upstream-unreachable'],
      ],
    ];
    for (const [fault, listener, [create, later], time] of lines) {
      it(`and ${fault} is ${create} for the creation, and ${later} for later calls`, async (test) => {
        const service = await serve(listener, test);
        const options = { baseUrl: service.origin, fetch, timeoutMs: time, uploadTimeoutMs: time };
        for (const path of ALL) {
          const answer = await ask(path, options);
          const code = path === 'applications' ? create : later;
          assert.deepEqual([answer.status, answer.code], [code === 'upstream-timeout' ? 504 : 502, code]);
        }
      });
    }

    it('that does not respond in HTTP causes an unknown outcome for the creation', async () => {
      const service = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
      await once(service, 'listening');
      const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      try {
        assert.equal((await ask('applications', { baseUrl, fetch })).code, 'outcome-unknown');
        assert.equal((await ask('prequalification', { baseUrl, fetch })).code, 'upstream-unreachable');
      } finally {
        service.close();
      }
    });

    it('that rejects the connection is unreachable, and the creation can be retried', async () => {
      const { origin, close } = await serve(() => {});
      await close();
      for (const path of ALL) {
        assert.equal((await ask(path, { baseUrl: origin, fetch })).code, 'upstream-unreachable');
      }
    });

    it('that sends an endless response is aborted', async (test) => {
      let sent = 0;
      const service = await serve((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const send = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384, 32))) sent += 16_384;
        };
        response.on('drain', send);
        send();
      }, test);
      const answer = await ask('prequalification', { baseUrl: service.origin, fetch, timeoutMs: 5000 });
      assert.equal(answer.code, 'upstream-unexpected-body');
      assert.ok(sent < 8e6, String(sent));
    });
  });
}
