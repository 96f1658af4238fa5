// Tables and figures of the benchmarks, in the terminal and in the guides.
import fs from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

export const times = (number) => `${number.toFixed(2)} ×`;

/** Prints a table of text. The first row is its head. */
export function printTable(title, table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ');
  console.log(`\n${title}\n${table.map((row) => line(row).trimEnd()).join('\n')}`);
}

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
