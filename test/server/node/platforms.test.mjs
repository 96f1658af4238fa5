// The platforms that the project's own packages run. `test/e2e/platforms.alone.test.mjs` has those with packages of their own.
import process from 'node:process';
import { run } from './platform-process.mjs';
import { testPlatform } from './platform-tests.mjs';

const PLATFORMS = { 'node:http': 'node', Express: 'express', Fastify: 'fastify', Hono: 'hono' };

for (const [name, folder] of Object.entries(PLATFORMS)) {
  testPlatform(name, (env) => run(process.execPath, [`examples/${folder}/server.mjs`], env));
}
