import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LendingError } from '../errors.js';

/** Who holds a lock: the host, its space of process ids, the process, when that was started, and which of its locks. */
const HOLDER = /^(?<host>[^|]*)\|(?<space>[^|]*)\|(?<pid>\d+)\|(?<started>\d*)\|(?<id>[0-9a-f-]{36})$/;

/** Milliseconds for which a lock is renewed at most: what takes longer has forgotten it. */
const RENEWED = 15 * 60_000;

/**
 * A lock that one process has at a time. It is a symbolic link, which is made at once or not at all, and names who holds it.
 * A holder that is seen to be dead loses it, and so does one that has not renewed it for `age` milliseconds, as a process does
 * that runs; one on another host, or in another container, cannot be seen. After `patience` milliseconds of waiting the lock is
 * refused.
 */
export function createFileLock(lock: string, patience: number, age = Infinity) {
  const holding = describeHolder();
  let renewing: NodeJS.Timeout | undefined;

  const isOurs = async () => (await holderOf(lock)) === (await holding);

  /** The time of the link says that its holder runs. */
  async function renew(): Promise<void> {
    const now = Date.now() / 1000;
    if (await isOurs()) await fs.lutimes(lock, now, now).catch(() => {});
    else clearInterval(renewing);
  }

  function keep(): void {
    clearInterval(renewing);
    if (age === Infinity) return;
    const until = performance.now() + RENEWED;
    const timer = setInterval(() => (performance.now() < until ? void renew() : clearInterval(timer)), age / 4);
    renewing = timer.unref();
  }

  async function enter(): Promise<void> {
    const me = await holding;
    const started = performance.now();
    while (!(await take(lock, me, age))) {
      if (performance.now() - started > patience) throw refusal(lock);
      await pause(2 + Math.random() * 10);
    }
    keep();
  }

  /** What cannot be taken away is still known as ours the next time. */
  async function leave(): Promise<void> {
    clearInterval(renewing);
    if (await isOurs()) await fs.unlink(lock).catch(() => {});
  }

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      await leave();
    }
  }

  /** Whether anybody has it. */
  const isHeld = async () => (await holderOf(lock)) !== undefined;

  return { enter, leave, locked, isOurs, isHeld };
}

const refusal = (lock: string) =>
  new LendingError('handler-consent-not-stored', `${path.basename(lock)} is held by another process.`, {
    remedy: 'If no process writes there any more, delete that link, and those whose names begin with its name.',
    recoverable: true,
  });

async function take(lock: string, me: string, age: number): Promise<boolean> {
  if (await link(me, lock)) return true;
  const other = await holderOf(lock);
  const isOver = async () => (await isDead(other!, me)) || (await isOld(lock, age));
  if (other && other !== me && HOLDER.test(other) && (await isOver())) await remove(lock, other, me);
  return other === me;
}

async function isOld(lock: string, age: number): Promise<boolean> {
  const made = await fs.lstat(lock).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > age;
}

/** Takes away the lock of a holder that has lost it. Only one process ever may for each holder, so none takes away a newer lock. */
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
