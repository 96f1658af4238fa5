import fs from 'node:fs/promises';
import process from 'node:process';
import type { ConsentEntry, ConsentRecord } from '../schema/consent/consent.js';
import { checkConsents, exportConsents, type ChainCheck } from '../server/consent/chain.js';
import { consentRecord } from '../server/consent/record.js';
import { fileConsents } from '../server/node/files/file-consents.js';
import { linesOf, type FileLine } from '../server/node/files/file-lines.js';
import { matchesIndexFile } from '../server/node/files/index-check.js';
import { readArgs, UsageError } from './usage.js';

const REASONS: Record<NonNullable<ChainCheck['broken']>['why'], string> = {
  changed: 'was changed, or the line before it was changed',
  missing: 'is missing',
  moved: 'was moved',
  added: 'was added later',
  'cut-off': 'is missing: the file was cut off or rewritten, or the expected hash is of another file',
  unmarked: 'has no valid mark (HMAC): it was written without LENDING_CONSENTS_KEY or with another key',
};

const UNENDED =
  'has no line feed at its end. Either the server is writing it now, or a crash or an editor cut it off. Check again after the \
server has written its next line: before that, it repairs this line or moves it to another file.';

const BACKWARDS =
  'Either a clock was set back, or somebody added a record later with a false time. When you know the reason, pass the closing \
hash with --expect at the next check: these lines are then not reported again.';

const WRONG_INDEX =
  'The index file (<file>.index) does not match the file, so the server may not find all entries of a subject. Delete the index file \
and restart the server, which makes a new one.';

/** Returns the keys of the environment, for the marks of the lines. */
const keys = () =>
  [process.env['LENDING_CONSENTS_KEY'], process.env['LENDING_CONSENTS_KEY_PREVIOUS']].filter(
    (key) => !!key,
  ) as string[];

/** `consents check`: returns true if no line was changed, no time goes backwards, and the index matches. */
export async function runCheck(args: string[]): Promise<boolean> {
  const { file, values } = readArgs(args, ['expect']);
  const { expect } = values;
  if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect))
    throw new UsageError('--expect must be a closing hash of 64 hexadecimal digits.');
  const found = await checkFile(file, expect);
  if (!found) return false;
  const { lines, hash, last, backwards, marked } = found;
  for (const { line, at, after } of backwards)
    console.error(`Line ${line} has the time ${at}, but an earlier line has the later time ${after}.`);
  if (backwards.length > 0) console.error(BACKWARDS);
  console.log(`${lines} lines, none was changed.\nClosing hash: ${hash}`);
  if (last !== undefined) console.log(`Last time: ${last}`);
  if (keys().length > 0) console.log(`Lines with a valid mark: ${marked}`);
  else if (marked > 0)
    console.log(`Lines with a mark that was not verified, because LENDING_CONSENTS_KEY is not set: ${marked}`);
  return backwards.length === 0;
}

/** Checks a file and its index. Prints the faults that it finds, and then returns `undefined`. */
async function checkFile(file: string, hash?: string): Promise<ChainCheck | undefined> {
  let isEnded = true;
  async function* endedLines() {
    for await (const line of readLines(file)) if ((isEnded = line.isEnded)) yield line.bytes.toString();
  }
  const expected = hash === undefined ? undefined : { hash };
  const isIndexed = await matchesIndexFile(file);
  const found = await checkConsents(endedLines(), expected, { key: keys() });
  const { lines, broken } = found;
  if (broken && (isEnded || broken.why !== 'cut-off')) console.error(`Line ${broken.line} ${REASONS[broken.why]}.`);
  if (!isEnded) console.error(`Line ${lines + 1} ${UNENDED}`);
  if (broken || !isEnded) return undefined;
  if (!isIndexed) console.error(WRONG_INDEX);
  return isIndexed ? found : undefined;
}

/** `consents export`: prints the records, unless the check finds a fault. */
export async function runExport(args: string[]): Promise<boolean> {
  const { file, values } = readArgs(args, ['subject']);
  if (!(await checkFile(file))) return false;
  for await (const line of exportConsents(records(file, values.subject))) {
    if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return true;
}

async function* records(file: string, subject: string | undefined): AsyncGenerator<ConsentRecord> {
  const store = fileConsents(file, { key: keys(), log: () => undefined });
  for await (const { bytes, isEnded } of readLines(file)) {
    // The server has started to write another line after the check.
    if (!isEnded) return;
    const { entry } = JSON.parse(bytes.toString()) as { entry: ConsentEntry };
    const isAsked = subject === undefined || entry.about === `subject:${subject}`;
    const isDecision = entry.event === 'given' || entry.event === 'declined';
    if (!isAsked || !isDecision) continue;
    const entries = await store.about(entry.about);
    // The line may have the number of another line instead of its notice.
    yield consentRecord(entries.find(({ entryId }) => entryId === entry.entryId) ?? entry, entries);
  }
}

async function* readLines(file: string): AsyncGenerator<FileLine> {
  const handle = await fs.open(file, 'r');
  try {
    yield* linesOf(handle);
  } finally {
    await handle.close();
  }
}
