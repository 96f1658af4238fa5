import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LendingError } from '../../../errors.js';

/** The holder of a lock: host, PID namespace, PID, start time of the process, and a random id. */
const HOLDER = /^(?<host>[^|]*)\|(?<space>[^|]*)\|(?<pid>\d+)\|(?<started>\d*)\|(?<id>[0-9a-f-]{36})$/;

/** Milliseconds for which a lock is renewed. Work that takes longer was probably abandoned. */
const RENEW_FOR = 15 * 60_000;

/** Milliseconds for which a new link is surely ours. Later somebody may have deleted it by hand. */
const SURE_FOR = 5000;

/** A lock that this process holds. */
interface Held {
  lock: string;
  /** The target of the link. */
  me: string;
  /** The time at which the link was made, by the clock that other processes compare its time with. */
  made: number;
}

/** Locks of one process. `newest` is the one that was taken last, if it is still held. */
export interface LockGroup {
  newest?: (Held & { sureFor: number }) | undefined;
}

/**
 * A lock that one process holds at a time. The lock is a symbolic link, because creating one is atomic, and its target names the
 * holder. A stale lock is removed: its process has ended, or has not renewed it for `age` milliseconds. A process on another host or
 * in another container cannot be seen, so only `age` ends its lock. Waiting ends with an error after `patience` milliseconds.
 *
 * The calls for links are synchronous: each takes some microseconds, far less than it takes to hand a call to another thread.
 */
export function createFileLock(lock: string, patience: number, age = Infinity, group: LockGroup = {}) {
  const described = describeHolder();
  const sureFor = Math.min(age / 4, SURE_FOR);
  let renewing: NodeJS.Timeout | undefined;
  let held: Held | undefined;
  /** The target of the last link. If its removal has failed, it is still ours. */
  let last: string | undefined;

  function isHeldByUs(): boolean {
    if (held && holderOf(lock) !== held.me) held = undefined;
    return held !== undefined;
  }

  /** Updates the time of the link. */
  function renew(): void {
    const now = Date.now() / 1000;
    if (isHeldByUs()) succeeds(() => fs.lutimesSync(lock, now, now));
    else clearInterval(renewing);
  }

  function startRenewing(): void {
    clearInterval(renewing);
    if (age === Infinity) return;
    const until = performance.now() + RENEW_FOR;
    const timer = setInterval(() => (performance.now() < until ? renew() : clearInterval(timer)), age / 4);
    renewing = timer.unref();
  }

  /** Makes the lock another name of the group's newest link. A file system makes a name far faster than a link. */
  function join(): Held | undefined {
    const { newest } = group;
    const isSure = () => newest !== undefined && isWithin(newest.sureFor, newest.made);
    // If the process was suspended meanwhile, the name may be one of another process's link.
    const isOurs = isSure() && succeeds(() => fs.linkSync(newest!.lock, lock)) && isSure();
    return isOurs ? { lock, me: newest!.me, made: newest!.made } : undefined;
  }

  async function tryAcquire(): Promise<Held | undefined> {
    const joined = join();
    if (joined) return joined;
    const [me, made] = [await described, Date.now()];
    if (link(me, lock)) return { lock, me, made };
    const other = holderOf(lock);
    if (other && other === last) return { lock, me: other, made };
    const isOver = async () => (await hasEnded(other!, me)) || isOld(lock, age);
    if (other && HOLDER.test(other) && (await isOver())) removeStale(lock, other, me);
    return undefined;
  }

  async function acquire(): Promise<void> {
    const started = performance.now();
    while (!(held = await tryAcquire())) {
      if (performance.now() - started > patience) throw lockTimeout(lock);
      await pause(2 + Math.random() * 10);
    }
    last = held.me;
    if (age < Infinity) group.newest = { ...held, sureFor };
    startRenewing();
  }

  /** Removes the link. If that fails, the next `acquire()` finds our own link. */
  function release(): void {
    clearInterval(renewing);
    if (group.newest?.lock === lock) group.newest = undefined;
    // Does not look at a new link: no other process can have removed it.
    if (held && (isWithin(sureFor, held.made) || isHeldByUs())) succeeds(() => fs.unlinkSync(lock));
    held = undefined;
  }

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Returns true if any process holds the lock. */
  const isHeldByAnyone = () => holderOf(lock) !== undefined;

  return { acquire, release, locked, isHeldByUs, isHeldByAnyone };
}

const lockTimeout = (lock: string) =>
  new LendingError('handler-consent-not-stored', `The lock ${path.basename(lock)} is held by another process.`, {
    remedy:
      'If no other process uses the file, delete this lock and all links whose names begin with the name of the lock.',
    recoverable: true,
  });

/** Returns true if this time is less than `limit` milliseconds ago. */
function isWithin(limit: number, time: number): boolean {
  const passed = Date.now() - time;
  return passed >= 0 && passed < limit;
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function isOld(lock: string, age: number): boolean {
  const made = fs.lstatSync(lock, { throwIfNoEntry: false });
  return made !== undefined && Date.now() - made.mtimeMs > age;
}

/** Removes a stale lock. A second link with the holder's id ensures that only one process does it, so a newer lock is never removed. */
function removeStale(lock: string, dead: string, me: string): void {
  const claim = `${lock}.${HOLDER.exec(dead)!.groups!.id}`;
  if (!link(me, claim)) return;
  try {
    if (holderOf(lock) === dead) fs.unlinkSync(lock);
  } finally {
    fs.unlinkSync(claim);
  }
}

function link(target: string, name: string): boolean {
  try {
    fs.symlinkSync(target, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(lock: string): string | undefined {
  try {
    return fs.readlinkSync(lock);
  } catch {
    return undefined;
  }
}

async function describeHolder(): Promise<string> {
  return [...(await (facts ??= describeProcess())), crypto.randomUUID()].join('|');
}

/** The facts about this process, which do not change. */
let facts: Promise<string[]> | undefined;

async function describeProcess(): Promise<string[]> {
  // Each container has its own PIDs. Only Linux has PID namespaces.
  const space = holderOf('/proc/self/ns/pid') ?? '';
  return [os.hostname(), space, String(process.pid), (await startTimeOf(process.pid)) ?? ''];
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
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
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
