// `npm run check:package`: clones the project, runs `npm pack` there, and checks the package with publint and attw.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packClone } from './pack-clone.mjs';
import { fail, root, run } from './setup.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-pack-'));
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
try {
  const { tarball, manifest, about } = packClone(folder);
  console.log(about);
  /** The entries that must have types. Those of the CDN files (for `<script>`) and JSON files are strings. */
  const typedEntries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'string' ? [] : [entry],
  );
  await checkWithPublint(tarball, manifest);
  checkWithAttw(tarball, typedEntries);
  console.log(
    `publint and attw found no problem in ${path.basename(tarball)} and its ${typedEntries.length} typed entries.`,
  );
} catch (error) {
  fail(error);
}

async function checkWithPublint(tarball, manifest) {
  const { messages } = await publint({
    strict: true,
    pack: { tarball: new Uint8Array(fs.readFileSync(tarball)).buffer },
  });
  for (const message of messages)
    console.log(`publint, ${message.type}: ${formatMessage(message, manifest, { color: false })}`);
  if (messages.length) throw new Error('publint found problems in package.json. They are listed above.');
}

/** attw finds entries whose types some module resolution cannot find. */
function checkWithAttw(tarball, typedEntries) {
  const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const rules = ['--profile', 'strict', '--ignore-rules', 'cjs-resolves-to-esm', '--no-definitely-typed'];
  const look = ['--no-emoji', '--format', 'table-flipped'];
  run(process.execPath, [attw, tarball, ...rules, ...look, '--entrypoints', ...typedEntries]);
}
