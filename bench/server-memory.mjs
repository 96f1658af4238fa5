// `npm run bench:memory`: how much memory eight documents of 10 MB add that are sent at once, through the handler on Node.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import process from 'node:process';

const COUNT = 8;
const SIZE = 10_000_000;
const MOST = 80;
const BOUNDARY = 'bench';

/** The service: it takes what it gets, and answers once a document is through. */
async function service() {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end('{"success":true,"data":{"company":{"id":"3f1f5f0e-0a5b-4c0e-8f0e-6a4d3c2b1a00"}}}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const disposition = (rest) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
const form = (size) =>
  Buffer.concat([
    Buffer.from(`${disposition('name="type"')}bank-statement\r\n`),
    Buffer.from(`${disposition('name="file"; filename="a.pdf"')}%PDF-1.7\n`),
    Buffer.alloc(size, 'x'),
    Buffer.from(`\n%%EOF\r\n--${BOUNDARY}--\r\n`),
  ]);

/** Sends a document as a page does, and answers the status. */
function upload(origin, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
      'x-lending-elements': '1',
      origin,
    };
    const request = http.request(`${origin}/api/lending/documents`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The handler, in a process of its own: it tells its port, and its memory whenever it is asked. */
async function serve(baseUrl) {
  const { createHandler } = await import('../src/server/index.ts');
  const { toNodeListener } = await import('../src/server/node.ts');
  const ids = { company_id: '3f1f5f0e-0a5b-4c0e-8f0e-6a4d3c2b1a00', email: 'jane@example.com' };
  const handle = createHandler({
    baseUrl,
    secretKey: 'bench',
    authorize: () => ({ subject: 'jane' }),
    consents: { add: () => undefined, find: () => undefined, withdraw: () => undefined },
    sessions: {
      secret: 'a-sample-secret-of-thirty-two-chars-or-more',
      store: { get: () => ({ ...ids, done: [] }), set: () => undefined, delete: () => undefined },
    },
  });
  const server = http.createServer(toNodeListener(handle)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let most = 0;
  setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1);
  process.on('message', () => {
    process.send({ rss: process.memoryUsage.rss(), most });
    most = 0;
  });
  process.send({ port: server.address().port });
}

async function measure() {
  const lender = await service();
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/server-memory.mjs'], {
    env: { ...process.env, BENCH_BASE_URL: `http://127.0.0.1:${lender.address().port}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  const ask = async () => {
    child.send('memory');
    return (await once(child, 'message'))[0];
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    // What is loaded at the first document stays loaded.
    await upload(origin, form(1000));
    const { rss } = await ask();
    const body = form(SIZE);
    const statuses = await Promise.all(Array.from({ length: COUNT }, () => upload(origin, body)));
    if (statuses.some((status) => status !== 200)) throw new Error(`Answers: ${statuses.join(' ')}`);
    const { most } = await ask();
    const added = (most - rss) / 1e6;
    console.log(
      `${COUNT} documents of ${SIZE / 1e6} MB at once add ${added.toFixed(0)} MB to ${(rss / 1e6).toFixed(0)} (at most ${MOST})`,
    );
    if (added > MOST) process.exitCode = 1;
  } finally {
    child.kill();
    lender.close();
    lender.closeAllConnections();
  }
}

await (process.env.BENCH_BASE_URL ? serve(process.env.BENCH_BASE_URL) : measure());
