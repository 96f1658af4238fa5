/** Returns media queries, with their expected results, that show whether an emulateMedia payload has been applied. */
export function mediaQueries({ colorScheme, reducedMotion, forcedColors }) {
  const queries = [];
  if (colorScheme) queries.push([`(prefers-color-scheme: ${colorScheme})`, true]);
  if (reducedMotion) queries.push(['(prefers-reduced-motion: reduce)', reducedMotion === 'reduce']);
  if (forcedColors) queries.push(['(forced-colors: active)', forcedColors === 'active']);
  return queries;
}

/** Polls until check() returns true. A browser under load can take a while to apply a setting. */
export async function waitUntil(check, setting, milliseconds = 30_000) {
  for (const end = Date.now() + milliseconds; Date.now() < end;) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The browser did not apply ${setting} within ${milliseconds} ms.`);
}
