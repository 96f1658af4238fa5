/** The media queries that tell whether an emulateMedia payload has been applied. */
export function mediaQueries({ colorScheme, reducedMotion, forcedColors }) {
  const queries = [];
  if (colorScheme) queries.push([`(prefers-color-scheme: ${colorScheme})`, true]);
  if (reducedMotion) queries.push(['(prefers-reduced-motion: reduce)', reducedMotion === 'reduce']);
  if (forcedColors) queries.push(['(forced-colors: active)', forcedColors === 'active']);
  return queries;
}

/** Polls until check() is true: a browser under load may take a while to apply a setting. */
export async function until(check, what, milliseconds = 5000) {
  for (const end = Date.now() + milliseconds; Date.now() < end;) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${what} was not reached within ${milliseconds} ms`);
}
