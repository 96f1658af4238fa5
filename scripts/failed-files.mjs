// A reporter: lists the test files that have failed, one on each line. A test named after a file is that file, which did not load.
import path from 'node:path';
import { root } from './setup.mjs';

export default async function* failedFiles(source) {
  const seen = new Set();
  for await (const { type, data } of source) {
    if (type !== 'test:fail' || !data.file) continue;
    const file = /^test\/\S+\.test\.\w+$/.test(data.name) ? path.join(root, data.name) : data.file;
    if (seen.has(file)) continue;
    seen.add(file);
    yield `${file}\n`;
  }
}
