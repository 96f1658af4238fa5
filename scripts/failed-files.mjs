// A reporter of Node's test runner: lists the test files that have failed, one on each line.
import path from 'node:path';
import { root } from './setup.mjs';

export default async function* failedFiles(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file) continue;
    // A test that is named after a file is that file, which did not load.
    const isFile = /^test\/\S+\.test\.\w+$/.test(data.name);
    yield `${isFile ? path.join(root, data.name) : data.file}\n`;
  }
}
