/** The language of a tag like `de-AT`, without its region. */
export const languageOf = (tag: string) => tag.toLowerCase().split('-')[0]!;

/** Returns the tag that is the wanted one, or else the first one of the same language; `undefined` if there is neither. */
export function closestTag(tags: readonly string[], wanted: string): string | undefined {
  const inLanguage = tags.filter((tag) => languageOf(tag) === languageOf(wanted));
  return inLanguage.find((tag) => tag.toLowerCase() === wanted.toLowerCase()) ?? inLanguage[0];
}
