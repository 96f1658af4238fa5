import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { lending } from './lending.mjs';

const page = await readFile(new URL('funding.html', import.meta.url));
const server = createServer((request, response) => {
  if (request.url.startsWith('/api/lending/')) lending(request, response);
  else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
});
server.listen(process.env.PORT ?? 3000, '127.0.0.1', () =>
  console.log(`Open http://127.0.0.1:${server.address().port}/`),
);
