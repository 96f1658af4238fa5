import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LendingError } from '../errors.js';

/** Who holds a lock: the host, its space of process ids, the process, when that was started, and which of its locks. */
const HOLDER = /^(?<host>[^|]*)\|(?<space>[^|]*)\|(?<pid>\d+)\|(?<started>\d*)\|(?<id>[0-9a-f-]{36})$/;

/**
 * Does work that no other process may do at the same time. The lock is a symbolic link, which is made at once or not at
 * all, and names who holds it. A holder that is seen to be dead loses it; one on another host, or in another container, cannot
 * be seen. After `patience` milliseconds of waiting the work is refused.
 */
export function createFileLock(lock: string, patience: number) {
  const holding = describeHolder();
  return async function locked<T>(work: () => Promise<T>): Promise<T> {
    const me = await holding;
    const started = performance.now();
    while (!(await take(lock, me))) {
      if (performance.now() - started > patience) throw refusal(lock);
      await pause(2 + Math.random() * 10);
    }
    try {
      return await work();
    } finally {
      // What cannot be taken away is still known as ours the next time.
      if ((await holderOf(lock)) === me) await fs.unlink(lock).catch(() => {});
    }
  };
}

const refusal = (lock: string) =>
  new LendingError('handler-consent-not-stored', `${path.basename(lock)} is held by another process.`, {
    remedy: 'If no process writes there any more, delete that link, and those whose names begin with its name.',
    recoverable: true,
  });

async function take(lock: string, me: string): Promise<boolean> {
  if (await link(me, lock)) return true;
  const other = await holderOf(lock);
  if (other && other !== me && (await isDead(other, me))) await remove(lock, other, me);
  return other === me;
}

/** Takes away the lock of a dead holder. Only one process ever may for each holder, so none takes away a newer lock. */
async function remove(lock: string, dead: string, me: string): Promise<void> {
  const claim = `${lock}.${HOLDER.exec(dead)!.groups!.id}`;
  if (!(await link(me, claim))) return;
  try {
    if ((await holderOf(lock)) === dead) await fs.unlink(lock);
  } finally {
    await fs.unlink(claim);
  }
}

async function link(target: string, name: string): Promise<boolean> {
  try {
    await fs.symlink(target, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const holderOf = (lock: string) => fs.readlink(lock).catch(() => undefined);

async function describeHolder(): Promise<string> {
  // Containers count their processes anew; elsewhere than on Linux there are none.
  const space = await fs.readlink('/proc/self/ns/pid').catch(() => '');
  return [os.hostname(), space, process.pid, (await startOf(process.pid)) ?? '', crypto.randomUUID()].join('|');
}

/** Whether a holder is seen to run no more. */
async function isDead(other: string, me: string): Promise<boolean> {
  const [theirs, mine] = [HOLDER.exec(other)?.groups, HOLDER.exec(me)!.groups!];
  if (!theirs || theirs.host !== mine.host || theirs.space !== mine.space) return false;
  const started = await startOf(Number(theirs.pid));
  // Ids are given again: another start is another process.
  return started === undefined || (started !== '' && theirs.started !== '' && started !== theirs.started);
}

/** When a process was started, as far as the system says; `undefined` where none runs. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
    // One that was killed and not yet buried holds nothing.
    return fields[1] === 'Z' || fields[1] === 'X' ? undefined : fields[20];
  } catch {
    return isRunning(pid) ? '' : undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
