// Builds the package with the secret key in the environment, as it can be on a partner's machine or ours.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { ROOT } from './support/dist.mjs';

const CANARY = 'canary-key-5d0e8f41';
const NAMES = ['LENDING_SECRET_KEY', 'SECRET_KEY', 'VITE_SECRET_KEY', 'STORYBOOK_SECRET_KEY', 'NPM_TOKEN'];
const MODES = ['npm', 'phone', 'all', 'journey', 'widget', 'loader', 'frame'];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-built-'));
after(() => fs.rmSync(folder, { recursive: true }));

before(async () => {
  const code = `import { build } from 'vite';
    for (const mode of ${JSON.stringify(MODES)})
      await build({ mode, logLevel: 'error', build: { outDir: ${JSON.stringify(folder)} + '/' + mode } });`;
  const env = { ...process.env, ...Object.fromEntries(NAMES.map((name) => [name, CANARY])) };
  const options = { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] };
  const [status] = await once(spawn(process.execPath, ['--input-type=module', '-e', code], options), 'close');
  assert.equal(status, 0);
});

describe('a build with a secret key in its environment', () => {
  it('contains neither the key nor any other variable, not even in its source maps', () => {
    const files = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
    assert.ok(files.length > 100 && files.some((file) => file.endsWith('.map')), `${files.length} files`);
    for (const file of files) {
      const text = fs.readFileSync(file, 'latin1');
      assert.ok(!text.includes(CANARY), file);
      assert.doesNotMatch(text, /process\.env\.(?!NODE_ENV)|import\.meta\.env/, file);
      assert.ok(!text.includes(os.homedir() + path.sep), file);
    }
  });
});
