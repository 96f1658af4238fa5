import fs from 'node:fs/promises';
import type { ConsentEntry, ConsentRecord } from '../schema/consent.js';
import { checkConsents, exportConsents, type ChainEnd } from '../server/consent-chain.js';
import { consentRecord } from '../server/consent-record.js';
import { fileConsents } from '../server/file-consents.js';
import { linesOf, type FileLine } from '../server/file-lines.js';
import { readArgs, UsageError } from './usage.js';

const WHY = {
  changed: 'is changed, or the one before it',
  missing: 'is missing',
  moved: 'is not in its place',
  added: 'was added',
  'cut-off': 'is not there: the file was cut off or written anew, or the hash is of another file',
};

const UNENDED =
  'has no line feed at its end: it is being written just now, or a crash or an editor cut it off. Check again; \
the server that writes to the file ends the line, or sets it aside, before it writes the next one.';

/** `consents check`: answers whether every line is as it was written. */
export async function checkFile(args: string[]): Promise<boolean> {
  const { file, values } = readArgs(args, ['expect']);
  const { expect } = values;
  if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect)) throw new UsageError();
  const whole = await check(file, expect);
  if (!whole) return false;
  console.log(`${whole.lines} lines, each as it was written.\nClosing hash: ${whole.hash}`);
  return true;
}

/** Where the chain of a file ends that is as it was written, up to its last line feed; else says what is not. */
async function check(file: string, hash?: string): Promise<ChainEnd | undefined> {
  let isEnded = true;
  async function* ended() {
    for await (const line of read(file)) if ((isEnded = line.isEnded)) yield line.text;
  }
  const { lines, broken, ...end } = await checkConsents(ended(), hash === undefined ? undefined : { hash });
  if (broken && (isEnded || broken.why !== 'cut-off')) console.error(`Line ${broken.line} ${WHY[broken.why]}.`);
  if (!isEnded) console.error(`Line ${lines + 1} ${UNENDED}`);
  return broken || !isEnded ? undefined : { lines, ...end };
}

/** `consents export`: prints the records, unless the file is not as it was written. */
export async function exportFile(args: string[]): Promise<boolean> {
  const { file, values } = readArgs(args, ['subject']);
  if (!(await check(file))) return false;
  for await (const line of exportConsents(records(file, values.subject))) {
    if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return true;
}

async function* records(file: string, subject: string | undefined): AsyncGenerator<ConsentRecord> {
  const store = fileConsents(file);
  for await (const { text, isEnded } of read(file)) {
    // One that is being written since the check is left to the next export.
    if (!isEnded) return;
    const { entry } = JSON.parse(text) as { entry: ConsentEntry };
    const isAsked = subject === undefined || entry.about === `subject:${subject}`;
    const isDecision = entry.event === 'given' || entry.event === 'declined';
    if (isAsked && isDecision) yield consentRecord(entry, await store.about(entry.about));
  }
}

async function* read(file: string): AsyncGenerator<FileLine> {
  const handle = await fs.open(file, 'r');
  try {
    yield* linesOf(handle);
  } finally {
    await handle.close();
  }
}
