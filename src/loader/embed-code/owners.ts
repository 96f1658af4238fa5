/** A run of embed code, identified by its scripts: those that we made, and those that they insert. */
export interface Owner {
  readonly scripts: ReadonlySet<HTMLScriptElement>;
  /** Whether the document has no scripts except these and the library's. */
  readonly isAlone: boolean;
  /** The elements in which it shows something. */
  places(): Element[];
  /** Called with changes of the page. `isOwn`: this run made them. */
  changed(records: readonly MutationRecord[], isOwn: boolean): void;
  /** Called when an element of the page has loaded, or has failed to. */
  heard(target: Element, isLoaded: boolean): void;
}

const owners = new Set<Owner>();
let current: Owner | undefined;

const find = (isIt: (one: Owner) => boolean) => [...owners].find(isIt);
const ownerOf = (script: unknown) => find(({ scripts }) => scripts.has(script as HTMLScriptElement));

/** The run whose code is executing now, if any. A module has no `currentScript`. */
export const currentOwner = (): Owner | undefined =>
  current ?? find(({ isAlone }) => isAlone) ?? ownerOf(document.currentScript);

/** The run in whose elements the current event happens. */
function clickedOwner(): Owner | undefined {
  // No other property tells a microtask which event it follows.
  const path = (window as { event?: Event }).event?.composedPath() ?? [];
  return find((one) => one.places().some((place) => path.includes(place)));
}

/** Its callback runs before the browser forgets which external script has made the changes. */
const observer = new MutationObserver(sort);

function sort(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  const own = currentOwner() ?? clickedOwner();
  for (const one of owners) one.changed(records, one === own);
}

/** Runs code on behalf of an owner: changes that it makes until it returns are the owner's. */
export function runAs<T>(owner: Owner, code: () => T): T {
  sort(observer.takeRecords());
  const before = current;
  current = owner;
  try {
    return code();
  } finally {
    sort(observer.takeRecords());
    current = before;
  }
}

/** Assigns the rest of this task, up to its first microtasks, to an owner. */
export function runRestAs(owner: Owner): void {
  current = owner;
  // The observer runs between the two microtasks.
  queueMicrotask(() => queueMicrotask(() => (current = undefined)));
}

/** Assigns the `load` and `error` handlers of a script to its owner. This is called before them. */
function hear({ type, target }: Event): void {
  if (!(target instanceof Element)) return;
  const owner = ownerOf(target);
  const end = () => {
    if (current === owner) current = undefined;
  };
  if (owner && !current) {
    current = owner;
    target.addEventListener(type, end, { once: true });
    // A handler may have stopped the event.
    setTimeout(end);
  }
  for (const one of owners) one.heard(target, type === 'load');
}

const TYPES = ['load', 'error'];

export function addOwner(owner: Owner): void {
  if (owners.size === 0) {
    observer.observe(document, { childList: true, subtree: true });
    for (const one of [document.documentElement, document.body]) observer.observe(one, { attributeFilter: ['style'] });
    for (const type of TYPES) document.addEventListener(type, hear, true);
  }
  owners.add(owner);
}

export function removeOwner(owner: Owner): void {
  owners.delete(owner);
  if (owners.size > 0) return;
  observer.disconnect();
  for (const type of TYPES) document.removeEventListener(type, hear, true);
}
