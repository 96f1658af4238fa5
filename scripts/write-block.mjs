// Writes the result of a command into a guide, between `<!-- name -->` and `<!-- /name -->`.
import fs from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';

/** The rows of a table in Markdown. The first row is its head. */
export function markdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

/** The processors, the memory and the versions of this machine, in a sentence. */
export const thisMachine = () =>
  `${os.cpus().length} virtual processors (${os.cpus()[0].model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GB of memory, Node ${process.version}`;

/** Replaces the block `name` of a guide. */
export async function writeBlock(file, name, block) {
  const pattern = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  const before = fs.readFileSync(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} has no block <!-- ${name} -->.`);
  const after = before.replace(pattern, (_, open, close) => `${open}\n${block}\n\n${close}`);
  fs.writeFileSync(file, await format(after, { ...(await resolveConfig(file)), parser: 'markdown' }));
}
