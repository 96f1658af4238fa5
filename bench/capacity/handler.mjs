// One handler of `npm run bench:capacity`, in its own process: `node handler.mjs <name of the store> <places as JSON>`. It sends its
// port, and then its processor time on request.
import http from 'node:http';
import process from 'node:process';
import { createHandler } from 'lending-elements/server';
import { nodeFetch, toNodeListener } from 'lending-elements/server/node';
import { MOUNT } from '../service.mjs';
import { STORES } from './stores.mjs';

const often = { requests: 1e9, seconds: 60 };

const [, , name, json] = process.argv;
const places = JSON.parse(json);
const handle = createHandler({
  environment: 'sandbox',
  baseUrl: places.service,
  secretKey: 'a-key-of-nobody',
  path: MOUNT,
  fetch: nodeFetch,
  limits: { requests: often, consents: often },
  authorize: (request) => ({ subject: /user=([^;]+)/.exec(request.headers.get('cookie'))[1] }),
  log: false,
  secret: 'Qm7vY2xK9pLr4TzWc8NdB6hJf3GsUeAa',
  store: STORES[name](places),
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
