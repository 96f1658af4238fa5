import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { lending } from './lending.mjs';

const page = await readFile(new URL('funding.html', import.meta.url), 'utf8');
const app = new Hono();
app.all('/api/lending/*', (context) => lending(context.req.raw));
app.get('/', (context) => context.html(page));
serve({ fetch: app.fetch, port: process.env.PORT ?? 3000, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`Open http://127.0.0.1:${port}/`),
);
