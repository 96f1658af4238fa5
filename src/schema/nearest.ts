/** The edit distance of two words: insertions, deletions, substitutions and swaps of adjacent letters. */
export function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}

const bare = (word: string) => word.toLowerCase().replace(/[^a-z\d]/g, '');

/** The known word that is most similar to a misspelt one: `origins` for `orgins`. `undefined` if none is at most two edits away. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = bare(word.slice(0, 60));
  const found = known.map((one) => ({ one, far: distance(typed, bare(one)) })).sort((a, b) => a.far - b.far)[0];
  return found && found.far <= Math.min(2, Math.max(1, Math.floor(bare(found.one).length / 3))) ? found.one : undefined;
}

/** A space and the sentence `Did you mean "…"?`; empty if no known word is similar. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const meant = nearest(word, known);
  return meant ? ` Did you mean "${meant}"?` : '';
};
