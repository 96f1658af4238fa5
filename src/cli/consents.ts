import fs from 'node:fs/promises';
import process from 'node:process';
import type { ConsentEntry, ConsentRecord } from '../schema/consent.js';
import { checkConsents, exportConsents, type ChainCheck } from '../server/consent-chain.js';
import { consentRecord } from '../server/consent-record.js';
import { fileConsents } from '../server/file-consents.js';
import { linesOf, type FileLine } from '../server/file-lines.js';
import { readArgs, UsageError } from './usage.js';

const WHY: Record<NonNullable<ChainCheck['broken']>['why'], string> = {
  changed: 'is changed, or the one before it',
  missing: 'is missing',
  moved: 'is not in its place',
  added: 'was added',
  'cut-off': 'is not there: the file was cut off or written anew, or the hash is of another file',
  unmarked: 'has no mark of the key: it was written without it, or the key is another',
};

const UNENDED =
  'has no line feed at its end: it is being written just now, or a crash or an editor cut it off. Check again; \
the server that writes to the file ends the line, or sets it aside, before it writes the next one.';

/** The key whose marks the lines have, where the environment has one. */
const keys = () =>
  [process.env['LENDING_CONSENTS_KEY'], process.env['LENDING_CONSENTS_KEY_PREVIOUS']].filter(
    (key) => !!key,
  ) as string[];

/** `consents check`: answers whether every line is as it was written, and none says an earlier time than those before it. */
export async function checkFile(args: string[]): Promise<boolean> {
  const { file, values } = readArgs(args, ['expect']);
  const { expect } = values;
  if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect)) throw new UsageError();
  const whole = await check(file, expect);
  if (!whole) return false;
  const { lines, hash, last, backwards, marked } = whole;
  for (const { line, at, after } of backwards) console.error(`Line ${line} says ${at}, and a line before it ${after}.`);
  if (backwards.length > 0) console.error(BACKWARDS);
  console.log(`${lines} lines, each as it was written.\nClosing hash: ${hash}`);
  if (last !== undefined) console.log(`Last time: ${last}`);
  if (keys().length > 0) console.log(`Lines with a mark of the key: ${marked}`);
  else if (marked > 0)
    console.log(`Lines with a mark that was not checked, for want of LENDING_CONSENTS_KEY: ${marked}`);
  return backwards.length === 0;
}

const BACKWARDS =
  'A clock was set back, or a record was written by hand. Once that is clear, give the closing hash with --expect the next time: \
what was there by then is not told again.';

/** What a check has found of a file that is as it was written, up to its last line feed; else says what is not. */
async function check(file: string, hash?: string): Promise<ChainCheck | undefined> {
  let isEnded = true;
  async function* ended() {
    for await (const line of read(file)) if ((isEnded = line.isEnded)) yield line.bytes.toString();
  }
  const expected = hash === undefined ? undefined : { hash };
  const found = await checkConsents(ended(), expected, { key: keys() });
  const { lines, broken } = found;
  if (broken && (isEnded || broken.why !== 'cut-off')) console.error(`Line ${broken.line} ${WHY[broken.why]}.`);
  if (!isEnded) console.error(`Line ${lines + 1} ${UNENDED}`);
  return broken || !isEnded ? undefined : found;
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
  const store = fileConsents(file, { key: keys(), log: () => undefined });
  for await (const { bytes, isEnded } of read(file)) {
    // One that is being written since the check is left to the next export.
    if (!isEnded) return;
    const { entry } = JSON.parse(bytes.toString()) as { entry: ConsentEntry };
    const isAsked = subject === undefined || entry.about === `subject:${subject}`;
    const isDecision = entry.event === 'given' || entry.event === 'declined';
    if (!isAsked || !isDecision) continue;
    const entries = await store.about(entry.about);
    // The line may name its notice by another line.
    yield consentRecord(entries.find(({ entry_id }) => entry_id === entry.entry_id) ?? entry, entries);
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
