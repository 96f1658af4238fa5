/** A run of embed code, identified by its scripts and the scripts that they insert. */
export interface Owner {
  readonly scripts: ReadonlySet<HTMLScriptElement>;
  /** The addresses that its inline modules import. */
  readonly imports: ReadonlySet<string>;
  /** Whether the document has no scripts except these and the library's. */
  readonly isAlone: boolean;
}

export const owners = new Set<Owner>();
let current: Owner | undefined;

/**
 * The run of embed code that is executing now, if any. `document.currentScript` identifies classic scripts; modules can only be
 * identified by the stack trace.
 */
export function currentOwner(hasTrace = false): Owner | undefined {
  if (current || !owners.size) return current;
  const { currentScript } = document;
  const all = [...owners];
  if (all[0]!.isAlone) return all[0];
  if (currentScript) return all.find(({ scripts }) => scripts.has(currentScript as HTMLScriptElement));
  const trace = hasTrace ? new Error().stack! : '';
  return trace ? all.find((one) => tracesTo(trace, one)) : undefined;
}

/** Whether a stack trace contains a script of the owner. */
export const tracesTo = (trace: string, { scripts, imports }: Owner): boolean =>
  [...scripts].some(({ src, type }) => src && trace.includes(type === 'module' ? folderOf(src) : src)) ||
  [...imports].some((address) => trace.includes(folderOf(address)));

/** The folder of a module, because its imports are in the same one. For the page's own origin, only the address itself. */
const folderOf = (src: string) => (new URL(src).origin === location.origin ? src : new URL('.', src).href);

/** Runs code on behalf of an owner. */
export function runAs(owner: Owner, code: () => void): void {
  const before = current;
  current = owner;
  try {
    code();
  } finally {
    current = before;
  }
}

/** Assigns the code up to the end of this script, and its first microtasks, to an owner. */
export function ownRestOfScript(owner: Owner, then: () => void): void {
  const before = current;
  current = owner;
  const end = () => {
    if (current === owner) current = before;
    then();
  };
  // Mutation observers run between the two microtasks.
  queueMicrotask(() => queueMicrotask(end));
}
