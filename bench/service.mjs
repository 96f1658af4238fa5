// The service for `npm run bench:server`, in its own process. It sends the sandbox's responses without reading the requests,
// so that it does not limit the contenders.
import http from 'node:http';
import { fileURLToPath } from 'node:url';

const COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
export const MOUNT = '/api/lending';

/** The key of the tokens, for the contenders that read one. */
export const USER_KEY = 'a-sample-key-of-at-least-thirty-two-bytes';

const APPLICATION = '9c2f1a4e-6d0b-4f53-8a77-2b1d6c9e0f48';
const created = { success: true, data: { company: { id: COMPANY }, application: { id: APPLICATION } } };
const ANSWERS = { applications: created, auth: { access_token: 'a-token-of-nobody' } };

function serve() {
  const server = http.createServer((request, response) => {
    const call = request.url.slice(request.url.lastIndexOf('/') + 1);
    const body = JSON.stringify(ANSWERS[call] ?? { success: true });
    request.resume().on('end', () => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      response.writeHead(call === 'applications' ? 201 : 200, headers).end(body);
    });
  });
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('disconnect', () => process.exit());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve();
