interface Taken {
  version?: string | undefined;
}

let warned = false;

/** Warns the developer once of a tag that another version of this library, or other code, has registered. */
export function warnOfDuplicate({ tag, version }: { tag: string; version: string }, taken: Taken): void {
  if (warned) return;
  warned = true;
  console.warn(
    `<${tag}> is already registered by lending-elements ${taken.version ?? 'of an unknown version'}, so version ${version} does ` +
      'not register it. Load only one version.',
  );
}
