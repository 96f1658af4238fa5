import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import { lending } from './lending.mjs';

const page = await readFile(new URL('funding.html', import.meta.url), 'utf8');
const app = fastify();
app.register(async (scope) => {
  // In this scope no parser reads the bodies: the handler does.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/api/lending/*', (request, reply) => {
    reply.hijack();
    lending(request.raw, reply.raw);
  });
});
app.get('/', (_request, reply) => reply.type('text/html').send(page));
const address = await app.listen({ port: process.env.PORT ?? 3000, host: '127.0.0.1' });
console.log(`Open ${String(address)}/`);
