// The tests that run in Node. `--e2e` runs the end-to-end tests instead, `--e2e --first` those of `npm test`, `--e2e --rest` the
// others; paths run only those files or folders.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fail, root } from './setup.mjs';
import { isFirst, testFiles } from './test-files.mjs';

try {
  const flag = { type: 'boolean' };
  const { values, positionals } = parseArgs({
    options: { e2e: flag, first: flag, rest: flag },
    allowPositionals: true,
  });
  const { node, e2e } = testFiles(positionals.length ? positionals : undefined);
  const wanted = values.first ? e2e.filter(isFirst) : values.rest ? e2e.filter((file) => !isFirst(file)) : e2e;
  const files = values.e2e ? wanted : positionals.length ? [...node, ...e2e] : node;
  if (!files.length) throw new Error(`There are no ${values.e2e ? 'end-to-end' : 'Node'} tests to run here.`);
  const options = ['--import', 'tsx', '--test', '--test-reporter=spec'];
  // Each end-to-end test has a browser and a server of its own. The longer ones measure times, too, and run alone.
  if (files.some((file) => e2e.includes(file))) options.push(`--test-concurrency=${values.first ? 2 : 1}`);
  const child = spawn(process.execPath, [...options, ...files], { cwd: root, stdio: 'inherit' });
  child.on('close', (code) => (process.exitCode = code ?? 1));
} catch (error) {
  fail(error);
}
