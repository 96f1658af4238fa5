// Fastify: in its own scope, where no parser reads the bodies.
import fastify from 'fastify';
import { toNodeListener } from 'lending-elements/server/node';
import { createLending } from '../lending.mjs';

const lending = toNodeListener(createLending());
const app = fastify();
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/api/lending/*', (request, reply) => {
    reply.hijack();
    lending(request.raw, reply.raw);
  });
});
console.log(await app.listen({ port: process.env.PORT ?? 3000, host: '127.0.0.1' }));
