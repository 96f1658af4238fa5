/**
 * Lets a launcher answer commands of @web/test-runner-commands itself. The built-in plugins come before those of the
 * configuration and throw for what they do not know, so ours must be put in front of them.
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
