// Hono: the request of its context, for every method. On another platform than Node, with an engine for it.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createLending } from '../lending.mjs';

const lending = createLending();
const app = new Hono();
app.all('/api/lending/*', (context) => lending(context.req.raw));
serve({ fetch: app.fetch, port: process.env.PORT ?? 3000, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
);
