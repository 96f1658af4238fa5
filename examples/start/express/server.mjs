import { fileURLToPath } from 'node:url';
import express from 'express';
import { lending } from './lending.mjs';

const page = fileURLToPath(new URL('funding.html', import.meta.url));
const app = express();
app.use('/api/lending', lending); // before body parsers, such as express.json()
app.get('/', (_request, response) => response.sendFile(page));
const server = app.listen(process.env.PORT ?? 3000, '127.0.0.1', () =>
  console.log(`Open http://127.0.0.1:${server.address().port}/`),
);
