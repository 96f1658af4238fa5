/** A run of embed code, by its scripts: those in the code, and those that they put into the page. */
export interface Owner {
  readonly scripts: ReadonlySet<HTMLScriptElement>;
  /** Addresses that its inline modules import. */
  readonly imports: ReadonlySet<string>;
  /** Whether the document has no other scripts but the library's. */
  readonly isAlone: boolean;
}

export const owners = new Set<Owner>();
let current: Owner | undefined;

/**
 * Whose code runs right now, if it is embed code. Of a script the browser says which one it is, in the tasks that it queues,
 * too; of a module only the trace of the call does.
 */
export function ownerNow(hasTrace = false): Owner | undefined {
  if (current || !owners.size) return current;
  const { currentScript } = document;
  const all = [...owners];
  if (all[0]!.isAlone) return all[0];
  if (currentScript) return all.find(({ scripts }) => scripts.has(currentScript as HTMLScriptElement));
  const trace = hasTrace ? new Error().stack! : '';
  return trace ? all.find((one) => isIn(trace, one)) : undefined;
}

/** Whether a trace leads to a script of embed code. */
export const isIn = (trace: string, { scripts, imports }: Owner): boolean =>
  [...scripts].some(({ src, type }) => src && trace.includes(type === 'module' ? folderOf(src) : src)) ||
  [...imports].some((address) => trace.includes(folderOf(address)));

/** A module's imports are next to it. In a folder of the page's own there may be scripts of others. */
const folderOf = (src: string) => (new URL(src).origin === location.origin ? src : new URL('.', src).href);

/** Runs code as this owner's. */
export function runAs(owner: Owner, code: () => void): void {
  const before = current;
  current = owner;
  try {
    code();
  } finally {
    current = before;
  }
}

/** Takes the code that runs until the end of this script, and its first microtasks, for this owner's. */
export function runsNow(owner: Owner, then: () => void): void {
  const before = current;
  current = owner;
  const end = () => {
    if (current === owner) current = before;
    then();
  };
  // Observers of the document hear of the script's changes in between.
  queueMicrotask(() => queueMicrotask(end));
}
