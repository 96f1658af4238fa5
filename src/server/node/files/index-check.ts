import fs from 'node:fs/promises';
import { CHAIN_START } from '../../consent/chain.js';
import { followingLine } from './consent-line.js';
import { closing, linesOf } from './file-lines.js';
import { hasBlocksOf } from './index-file.js';
import { LineIndex } from './line-index.js';

/** Returns true if the index file of a file of consents matches its lines, or if there is none. */
export async function matchesIndexFile(file: string): Promise<boolean> {
  // Read before the lines: a server may append lines and index blocks meanwhile.
  const saved = await fs.readFile(`${file}.index`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return saved === undefined || hasBlocksOf(saved, await indexOf(file));
}

/** Makes the index of a file up to its first broken line. */
async function indexOf(file: string): Promise<LineIndex> {
  const index = new LineIndex();
  const handle = await fs.open(file, 'r');
  return closing(handle, async () => {
    let end = { ...CHAIN_START, isSigned: false };
    for await (const { bytes, end: offset, isEnded } of linesOf(handle)) {
      const line = isEnded ? followingLine(bytes, end, []) : undefined;
      if (!line) break;
      index.add(line.key, line.hash, offset);
      end = line;
    }
    return index;
  });
}
