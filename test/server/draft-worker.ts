// A backend that saves drafts in SQLite: `<file> <service>`. It prints its address, and ends when it is told to.
import process from 'node:process';
import { createHandler, type DraftStore } from '../../src/server/index.js';
import { toNodeListener } from '../../src/server/node.js';
import { authorize, KEY, SECRET, serve } from './setup.js';

const [file, baseUrl] = process.argv.slice(2) as [string, string];
const example = new URL('../../examples/drafts-sqlite/drafts.mjs', import.meta.url).href;
const { sqliteDrafts } = (await import(example)) as { sqliteDrafts: (path: string) => DraftStore };

const lending = toNodeListener(
  createHandler({
    environment: 'sandbox',
    baseUrl,
    secretKey: KEY,
    authorize,
    sessions: { secret: SECRET, loopback: true },
    drafts: { store: sqliteDrafts(file) },
  }),
);
const { origin } = await serve((request, response) => {
  // The partner's own route, where a user signs out.
  if (request.url !== '/sign-out') return lending(request, response);
  const [, user] = /user=([^;]*)/.exec(request.headers.cookie ?? '') ?? [];
  void lending.forget(user!).then(() => response.end());
});
process.stdout.write(`${origin}\n`);
