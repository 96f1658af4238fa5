// Runs WebKitGTK for web-test-runner, which shows one test file after the other in one window.
import { mediaQueries, waitUntil, withCommands } from './commands.mjs';
import { startWebKitGtk } from './webkitgtk-processes.mjs';

const KEYS = { Enter: '\uE007', Tab: '\uE004' };

export function webkitGtkLauncher() {
  const urls = new Map();
  let webkit;
  let window;
  const goTo = (url) => window.send('POST', '/url', { url });
  const run = (script, ...args) => window.send('POST', '/execute/sync', { script, args });

  const launcher = {
    name: 'WebKitGTK',
    type: 'webkitgtk',
    async initialize() {
      webkit = await startWebKitGtk();
      window = await webkit.open();
    },
    async stop() {
      await window?.close();
      await webkit?.close();
    },
    async startSession(id, url) {
      urls.set(id, url);
      await goTo(url);
    },
    isActive: (id) => urls.has(id),
    getBrowserUrl: (id) => urls.get(id),
    async stopSession(id) {
      // It stops all code of the test.
      await goTo('about:blank');
      urls.delete(id);
      return {};
    },
    startDebugSession: () => Promise.reject(new Error('Debug a test in Chromium: WebKitGTK has one window.')),
  };

  return withCommands(launcher, {
    async 'set-viewport'({ width, height }) {
      await window.tell({ width, height });
      const script = 'return innerWidth === arguments[0] && innerHeight === arguments[1]';
      return waitUntil(() => run(script, width, height), `a viewport of ${width} × ${height}`);
    },

    async 'emulate-media'(payload) {
      if (payload.forcedColors === 'active')
        throw new Error('WebKitGTK does not support forced colours. Skip this test in WebKitGTK.');
      await window.tell(payload);
      const script = 'return arguments[0].every(([query, on]) => matchMedia(query).matches === on)';
      return waitUntil(() => run(script, mediaQueries(payload)), JSON.stringify(payload));
    },

    async 'send-keys'({ type, press }) {
      const keys = press ? [KEYS[press] ?? press] : [...type];
      const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((action) => ({ type: action, value })));
      await window.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
      return true;
    },
  });
}
