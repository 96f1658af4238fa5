import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkConsents } from '../../src/server/audit.js';
import { chainLine, type ChainEnd } from '../../src/server/consent-chain.js';
import { fileConsents } from '../../src/server/node.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lending-consents-'));
after(() => fs.rmSync(folder, { recursive: true }));

export const linux = { skip: process.platform === 'linux' ? false : 'it needs Linux' };
export const REFUSED = { name: 'LendingError', code: 'handler-consent-not-stored' };

/** A file in a folder of its own, and what stands there. */
export function setup() {
  const place = fs.mkdtempSync(path.join(folder, 'one-'));
  const file = path.join(place, 'consents.jsonl');
  const text = () => fs.readFileSync(file, 'utf8');
  const check = () => checkConsents(text().split('\n').slice(0, -1));
  const others = () => fs.readdirSync(place).filter((name) => name !== 'consents.jsonl');
  return { place, file, text, check, others };
}

export const numbers = async (file: string, subject: string) =>
  (await fileConsents(file).about(`subject:${subject}`)).map(({ served_id }) => Number(served_id));

export const script = (name: string) => ['--import', 'tsx', fileURLToPath(new URL(name, import.meta.url))];

/** The line that stands in a file for an entry after this end. */
export const chainedLine = async (entry: object, end: ChainEnd) => (await chainLine(entry, end)).text;

/** A process that appends; `acknowledged` grows as it goes. */
export function startWriter(test: TestContext, file: string, subject: string, count: number) {
  const args = [...script('consent-writer.ts'), file, subject, String(count)];
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

/** The class of file handles, for a disk that misbehaves. */
export async function fileHandle() {
  const handle = await fs.promises.open(folder, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as fs.promises.FileHandle;
}
