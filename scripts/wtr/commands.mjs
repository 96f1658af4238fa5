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
