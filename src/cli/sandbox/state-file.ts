import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { LendingError } from '../../errors.js';
import type { SandboxState } from '../../sandbox/service.js';

const NOTE = 'Test data of the lending-elements sandbox. Nothing in it is real, and it may be deleted.';
/** The age in milliseconds at which applications and calls are forgotten. */
const MAX_AGE = 7 * 24 * 3600 * 1000;

/** Reads the file in which a sandbox keeps its applications and calls. A file of another kind is refused, so that it is never overwritten. */
export function readState(file: string): SandboxState {
  if (!fs.existsSync(file)) return { companies: [], calls: [] };
  try {
    const { note, version, ...state } = JSON.parse(fs.readFileSync(file, 'utf8')) as SandboxState & {
      note?: unknown;
      version?: unknown;
    };
    if (note === NOTE && version === 1) return withoutOld(state);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error;
  }
  throw new LendingError('config-invalid', 'The file is damaged, or the sandbox did not write it.', {
    remedy: 'Delete it if it has only test data, or choose another one: --file <file>.',
  });
}

/** Replaces the file in one step, so that a reader or a crash never finds half of it. Only the user who runs the sandbox can read it. */
export function writeState(file: string, state: SandboxState): void {
  const text = `${JSON.stringify({ note: NOTE, version: 1, ...withoutOld(state) }, undefined, 1)}\n`;
  const draft = `${file}.${randomUUID()}`;
  try {
    try {
      fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
      fs.renameSync(draft, file);
    } finally {
      fs.rmSync(draft, { force: true });
    }
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    console.error(`The sandbox could not write its file (${code ?? name}). It goes on in memory.`);
  }
}

/** Removes the applications and calls that are older than seven days. */
const withoutOld = ({ companies, calls }: SandboxState): SandboxState => ({
  companies: companies.filter(({ createdAt }) => Date.now() - createdAt < MAX_AGE),
  calls: calls.filter(({ at }) => Date.now() - at < MAX_AGE),
});
