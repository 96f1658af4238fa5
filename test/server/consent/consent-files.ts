import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { checkConsents } from '../../../src/server/audit.js';
import { chainLine, type ChainEnd } from '../../../src/server/consent/chain.js';
import { fileConsents } from '../../../src/server/node/index.js';
import { newFolder, script } from '../setup.js';

const folder = newFolder();

export const linux = { skip: process.platform === 'linux' ? false : 'it needs Linux' };
export const REFUSED = { name: 'LendingError', code: 'handler-consent-not-stored' };

export function setup() {
  const place = fs.mkdtempSync(path.join(folder, 'one-'));
  const file = path.join(place, 'consents.jsonl');
  const text = () => fs.readFileSync(file, 'utf8');
  const check = () => checkConsents(text().split('\n').slice(0, -1));
  const others = () => fs.readdirSync(place).filter((name) => name !== 'consents.jsonl');
  return { place, file, text, check, others };
}

export const numbers = async (file: string, subject: string) =>
  (await fileConsents(file).about(`subject:${subject}`)).map(({ servedId }) => Number(servedId));

export const chainedLine = async (entry: object, end: ChainEnd) => (await chainLine(entry, end)).text;

/** Starts a process that appends. `acknowledged()` returns the numbers of the entries that are stored so far. */
export function startWriter(test: TestContext, file: string, subject: string, count: number) {
  const args = [...script('consent/consent-writer.ts'), file, subject, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close') as Promise<[number]>;
  test.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const acknowledged = () => output.split('\n').slice(0, -1).map(Number);
  const reach = async (wanted: number) => {
    while (acknowledged().length < wanted) await once(child.stdout, 'data');
  };
  const kill = () => (child.kill('SIGKILL'), closed);
  return { child, closed, acknowledged, reach, kill };
}

/** The prototype of file handles, to simulate a faulty disk. */
export async function fileHandle() {
  const handle = await fs.promises.open(folder, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as fs.promises.FileHandle;
}
