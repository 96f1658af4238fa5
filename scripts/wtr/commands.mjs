/**
 * Lets a launcher execute commands of @web/test-runner-commands itself. The built-in plugins run before those of the
 * configuration and throw for unknown commands, so our plugin is inserted before them.
 */
export function withCommands(launcher, commands) {
  const { initialize } = launcher;
  launcher.initialize = function (config, testFiles) {
    config.plugins.unshift({
      name: 'launcher-commands',
      executeCommand({ command, payload, session }) {
        return session.browser === launcher ? commands[command]?.(payload, session) : undefined;
      },
    });
    return initialize.call(this, config, testFiles);
  };
  return launcher;
}

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
