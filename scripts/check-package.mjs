// `npm run check:package`: packs the package as npm would publish it, and has publint and attw look at it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { fail, npmCommand, root } from './setup.mjs';

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
/** What has types. The CDN files are for `<script>`, and JSON has none. */
const typed = Object.entries(manifest.exports).flatMap(([entry, target]) => (target.types ? [entry] : []));
/** Folders and files that may be published, beside what npm always adds. */
const PUBLISHED = /^(dist\/.*|package\.json|LICENSE|README\.md|CHANGELOG\.md)$/;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-pack-'));
try {
  if (!fs.existsSync(path.join(root, 'dist/react.d.ts')))
    throw new Error('There is nothing to check yet: run `npm run build` first.');
  const tarball = pack();
  await checkWithPublint(tarball);
  checkWithAttw(tarball);
  console.log(
    `publint and attw find nothing wrong with ${path.basename(tarball)} and its ${typed.length} typed entries.`,
  );
} catch (error) {
  fs.rmSync(folder, { recursive: true, force: true });
  fail(error);
}
fs.rmSync(folder, { recursive: true, force: true });

/** Packs what npm would publish, and refuses what does not belong there. */
function pack() {
  const [command, args, options] = npmCommand([
    'pack',
    '--json',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    folder,
  ]);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Infinity,
    ...options,
  });
  if (status !== 0) throw new Error(`${stderr}\nnpm pack failed: mend what the lines above name.`);
  const [{ filename, files, size }] = Object.values(JSON.parse(stdout));
  const strange = files.map((file) => file.path).filter((file) => !PUBLISHED.test(file));
  if (strange.length)
    throw new Error(`These files would be published by mistake: ${strange.join(', ')}. See "files" in package.json.`);
  console.log(`${filename}: ${files.length} files, ${(size / 1000).toFixed(0)} kB`);
  return path.join(folder, filename);
}

async function checkWithPublint(tarball) {
  const { messages } = await publint({
    strict: true,
    pack: { tarball: new Uint8Array(fs.readFileSync(tarball)).buffer },
  });
  for (const message of messages)
    console.log(`publint, ${message.type}: ${formatMessage(message, manifest, { color: false })}`);
  if (messages.length) throw new Error('publint objects to package.json: mend what the lines above name.');
}

function checkWithAttw(tarball) {
  const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [
    tarball,
    '--profile',
    'esm-only',
    '--no-definitely-typed',
    '--no-emoji',
    '--format',
    'table-flipped',
    '--entrypoints',
    ...typed,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [attw, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  if (status === 0) return;
  throw new Error(
    `${stdout}${stderr}\nattw finds types that some module resolution does not get: mend what the table names.`,
  );
}
