// One handler of `npm run bench:capacity`, in its own process: `node handler.mjs <name of the stores> <places as JSON>`. It sends its
// port, and then its processor time on request.
import http from 'node:http';
import process from 'node:process';
import { createHandler } from 'lending-elements/server';
import { nodeFetch, toNodeListener } from 'lending-elements/server/node';
import { MOUNT } from '../service.mjs';
import { STORES } from './stores.mjs';

const [, , name, json] = process.argv;
const places = JSON.parse(json);
const handle = createHandler({
  environment: 'sandbox',
  baseUrl: places.service,
  secretKey: 'a-key-of-nobody',
  path: MOUNT,
  fetch: nodeFetch,
  limiter: { take: () => 0, record: () => 0 },
  authorize: (request) => ({ subject: /user=([^;]+)/.exec(request.headers.get('cookie'))[1] }),
  log: false,
  ...STORES[name](places),
});
const server = http.createServer(toNodeListener(handle)).listen(0, '127.0.0.1', () => {
  process.send({ port: server.address().port });
});
server.keepAliveTimeout = 0;
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system });
});
process.on('disconnect', () => process.exit());
