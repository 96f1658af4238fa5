// A reporter: lists the test files that have failed, one on each line. A test named after a file is that file, which did not load.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Transform } from 'node:stream';
import { root } from './setup.mjs';

/** The exit code of a process that ended because one of its tests neither passed nor failed. */
export const STUCK = 3;

// Tests replace the global functions.
const { setTimeout, clearTimeout } = globalThis;
const isOneProcess = process.argv[1]?.endsWith('import-tests.mjs');
const seen = new Set();
let running;
let silence;

export default new Transform({
  writableObjectMode: true,
  transform({ type, data }, encoding, done) {
    clearTimeout(silence);
    if (isOneProcess) silence = setTimeout(() => stop(this), 180_000).unref();
    if (type === 'test:dequeue') running = data;
    if (type === 'test:fail' && data.file) list(this, data);
    done();
  },
});

function list(stream, { name, file }) {
  const failed = /^test\/\S+\.test\.\w+$/.test(name) ? path.join(root, name) : file;
  if (!seen.has(failed)) stream.push(`${failed}\n`);
  seen.add(failed);
}

function stop(stream) {
  fs.writeSync(2, `No test has ended for three minutes. This one has not: ${running.name} (${running.file})\n`);
  list(stream, running);
  setTimeout(() => process.exit(STUCK), 1000);
}
