// Node: a `node:http` server with the handler of backend.mjs.
import { createServer } from 'node:http';
import { lending } from './backend.mjs';

const server = createServer(lending);
server.listen(process.env.PORT ?? 3000, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
