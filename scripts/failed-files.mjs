// A reporter for `node --test`: lists the test files that have failed, one on each line.
export default async function* failedFiles(source) {
  const seen = new Set();
  for await (const { type, data } of source) {
    if (type !== 'test:fail' || !data.file || seen.has(data.file)) continue;
    seen.add(data.file);
    yield `${data.file}\n`;
  }
}
