import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LendingError } from '../../../errors.js';

/** The holder of a lock: host, PID namespace, PID, start time of the process, and a random id. */
const HOLDER = /^(?<host>[^|]*)\|(?<space>[^|]*)\|(?<pid>\d+)\|(?<started>\d*)\|(?<id>[0-9a-f-]{36})$/;

/** Milliseconds for which a lock is renewed. Work that takes longer was probably abandoned. */
const RENEW_FOR = 15 * 60_000;

/**
 * A lock that one process holds at a time. The lock is a symbolic link, because creating one is atomic, and its target names the
 * holder. A stale lock is removed: its process has ended, or has not renewed it for `age` milliseconds. A process on another host or
 * in another container cannot be seen, so only `age` ends its lock. Waiting ends with an error after `patience` milliseconds.
 */
export function createFileLock(lock: string, patience: number, age = Infinity) {
  const holding = describeHolder();
  let renewing: NodeJS.Timeout | undefined;

  const isHeldByUs = async () => (await holderOf(lock)) === (await holding);

  /** Updates the time of the link. */
  async function renew(): Promise<void> {
    const now = Date.now() / 1000;
    if (await isHeldByUs()) await fs.lutimes(lock, now, now).catch(() => {});
    else clearInterval(renewing);
  }

  function startRenewing(): void {
    clearInterval(renewing);
    if (age === Infinity) return;
    const until = performance.now() + RENEW_FOR;
    const timer = setInterval(() => (performance.now() < until ? void renew() : clearInterval(timer)), age / 4);
    renewing = timer.unref();
  }

  async function acquire(): Promise<void> {
    const me = await holding;
    const started = performance.now();
    while (!(await tryAcquire(lock, me, age))) {
      if (performance.now() - started > patience) throw lockTimeout(lock);
      await pause(2 + Math.random() * 10);
    }
    startRenewing();
  }

  /** Removes the link. If that fails, the next `acquire()` finds our own link. */
  async function release(): Promise<void> {
    clearInterval(renewing);
    if (await isHeldByUs()) await fs.unlink(lock).catch(() => {});
  }

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    await acquire();
    try {
      return await work();
    } finally {
      await release();
    }
  }

  /** Returns true if any process holds the lock. */
  const isHeldByAnyone = async () => (await holderOf(lock)) !== undefined;

  return { acquire, release, locked, isHeldByUs, isHeldByAnyone };
}

const lockTimeout = (lock: string) =>
  new LendingError('handler-consent-not-stored', `The lock ${path.basename(lock)} is held by another process.`, {
    remedy:
      'If no other process uses the file, delete this lock and all links whose names begin with the name of the lock.',
    recoverable: true,
  });

async function tryAcquire(lock: string, me: string, age: number): Promise<boolean> {
  if (await link(me, lock)) return true;
  const other = await holderOf(lock);
  const isOver = async () => (await hasEnded(other!, me)) || (await isOld(lock, age));
  if (other && other !== me && HOLDER.test(other) && (await isOver())) await removeStale(lock, other, me);
  return other === me;
}

async function isOld(lock: string, age: number): Promise<boolean> {
  const made = await fs.lstat(lock).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > age;
}

/** Removes a stale lock. A second link with the holder's id ensures that only one process does it, so a newer lock is never removed. */
async function removeStale(lock: string, dead: string, me: string): Promise<void> {
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
  // Each container has its own PIDs. Only Linux has PID namespaces.
  const space = await fs.readlink('/proc/self/ns/pid').catch(() => '');
  return [os.hostname(), space, process.pid, (await startTimeOf(process.pid)) ?? '', crypto.randomUUID()].join('|');
}

/** Returns true if the holder's process has surely ended. */
async function hasEnded(other: string, me: string): Promise<boolean> {
  const [theirs, mine] = [HOLDER.exec(other)?.groups, HOLDER.exec(me)!.groups!];
  if (!theirs || theirs.host !== mine.host || theirs.space !== mine.space) return false;
  const started = await startTimeOf(Number(theirs.pid));
  // PIDs are reused: a process with another start time is another process.
  return started === undefined || (started !== '' && theirs.started !== '' && started !== theirs.started);
}

/** Returns the start time of a process, an empty text if it is not known, or `undefined` if the process does not run. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
    // A zombie process does not count.
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
