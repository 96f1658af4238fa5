import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { LendingError } from '../../errors.js';
import type { SandboxState } from '../../sandbox/service.js';

const NOTE = 'Test data of the lending-elements sandbox. Nothing in it is real, and it may be deleted.';
/** The age in milliseconds at which applications and calls are forgotten. */
const MAX_AGE = 7 * 24 * 3600 * 1000;

/** The file in which a sandbox keeps its applications and calls. Only the user who runs the sandbox can read it. */
export class StateFile {
  readonly #file: string;
  #waiting: SandboxState | undefined;
  #writing: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Reads the file. A file that does not exist is empty. A file of another kind is refused, so that it is never overwritten. */
  async read(): Promise<SandboxState> {
    const text = await fs.readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const state = text === undefined ? { companies: [], calls: [] } : readState(text);
    if (state) return state;
    throw new LendingError('config-invalid', 'The file is damaged, or the sandbox did not write it.', {
      remedy: 'Delete it if it has only test data, or choose another one: --file <file>.',
    });
  }

  /** Writes a state soon. States that change meanwhile are written once. */
  readonly write = (state: SandboxState): void => {
    this.#waiting = state;
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  };

  /** Resolves when everything is written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting) {
      const state = { note: NOTE, version: 1, ...withoutOld(this.#waiting) };
      this.#waiting = undefined;
      await this.#replace(`${JSON.stringify(state, undefined, 1)}\n`).catch(({ code, name }: NodeJS.ErrnoException) =>
        console.error(`The sandbox could not write its file (${code ?? name}). It goes on in memory.`),
      );
    }
  }

  /** Replaces the file at once, so that a reader or a crash never finds half of it. */
  async #replace(text: string): Promise<void> {
    const draft = `${this.#file}.${randomUUID()}`;
    try {
      await fs.writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
      await fs.rename(draft, this.#file);
    } catch (error) {
      await fs.rm(draft, { force: true });
      throw error;
    }
  }
}

/** Removes the applications and calls that are older than seven days. */
const withoutOld = ({ companies, calls }: SandboxState): SandboxState => ({
  companies: companies.filter(({ createdAt }) => Date.now() - createdAt < MAX_AGE),
  calls: calls.filter(({ at }) => Date.now() - at < MAX_AGE),
});

/** Reads the text of a file. Returns `undefined` if it is damaged, or not a file of the sandbox. */
function readState(text: string): SandboxState | undefined {
  try {
    const { note, version, ...state } = JSON.parse(text) as SandboxState & { note?: unknown; version?: unknown };
    return note === NOTE && version === 1 ? withoutOld(state) : undefined;
  } catch {
    return undefined;
  }
}
