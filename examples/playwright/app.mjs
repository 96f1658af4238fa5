// The partner's app: a page with the journey, and its backend. `environment` has the variables that `fromEnv()` reads.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createHandler, fromEnv, toNodeListener } from 'lending-elements/server/node';

const page = await readFile(new URL('funding.html', import.meta.url));

export async function startApp(environment) {
  const authorize = () => ({ subject: 'sample-user' });
  const lending = toNodeListener(createHandler({ ...fromEnv(environment), authorize }));
  const server = createServer((request, response) => {
    if (request.url.startsWith('/api/lending/')) lending(request, response);
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await lending.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}
