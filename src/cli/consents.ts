import fs from 'node:fs/promises';
import type { ConsentEntry, ConsentRecord } from '../schema/consent.js';
import { checkConsents, exportConsents, type ChainCheck } from '../server/consent-chain.js';
import { consentRecord } from '../server/consent-record.js';
import { fileConsents } from '../server/file-consents.js';
import { wholeLines } from '../server/file-lines.js';
import { readArgs, UsageError } from './usage.js';

const WHY = {
  changed: 'is changed, or the one before it',
  missing: 'is missing',
  moved: 'is not in its place',
  added: 'was added',
  'cut-off': 'is not there: the file was cut off or written anew, or the hash is of another file',
};

/** `consents check`: answers whether every line is as it was written. */
export async function checkFile(args: string[]): Promise<boolean> {
  const { file, values } = readArgs(args, ['expect']);
  const { expect } = values;
  if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect)) throw new UsageError();
  const { lines, hash, broken } = await check(file, expect);
  if (broken) return false;
  console.log(`${lines} lines, each as it was written.\nClosing hash: ${hash}`);
  return true;
}

async function check(file: string, hash?: string): Promise<ChainCheck> {
  const found = await checkConsents(linesOf(file), hash === undefined ? undefined : { hash });
  const { broken } = found;
  if (broken) console.error(`Line ${broken.line} ${WHY[broken.why]}.`);
  return found;
}

/** `consents export`: prints the records, unless the file is not as it was written. */
export async function exportFile(args: string[]): Promise<boolean> {
  const { file, values } = readArgs(args, ['subject']);
  const { broken } = await check(file);
  if (broken) return false;
  for await (const line of exportConsents(records(file, values.subject))) {
    if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return true;
}

async function* records(file: string, subject: string | undefined): AsyncGenerator<ConsentRecord> {
  const store = fileConsents(file);
  for await (const line of linesOf(file)) {
    const { entry } = JSON.parse(line) as { entry: ConsentEntry };
    const isAsked = subject === undefined || entry.about === `subject:${subject}`;
    const isDecision = entry.event === 'given' || entry.event === 'declined';
    if (isAsked && isDecision) yield consentRecord(entry, await store.about(entry.about));
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await fs.open(file, 'r');
  try {
    let whole = 0;
    for await (const { text, end } of wholeLines(handle)) {
      whole = end;
      yield text;
    }
    const { size } = await handle.stat();
    if (size > whole) console.error('The last line was not written to its end, and is not counted.');
  } finally {
    await handle.close();
  }
}
