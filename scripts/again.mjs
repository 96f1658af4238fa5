// A test file that fails is run once more, alone, where a check is asked to (`--again`): the checks before a merge are. The full
// form of `npm run verify` is not.

/** The most failures that are repeated. If more fail, the reason is not that the machine was busy for a moment. */
export const MOST_AGAIN = 2;

/** Names files that failed and then passed, so that a person mends them. */
export function reportUnstable(names, code) {
  if (code === 0)
    console.log(`\nUnstable: ${names.join(', ')} failed, and passed when run again. The first failure is above.`);
}
