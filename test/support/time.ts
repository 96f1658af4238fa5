// For files named `*.time.test.ts`, which compare times. Only `npm run verify` runs them.

/** Runs a comparison of times until it passes, five times at most: a busy machine can spoil a try, but not each of them. */
export async function someTry(compare: () => unknown): Promise<void> {
  for (let left = 4; ; left--) {
    try {
      await compare();
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
