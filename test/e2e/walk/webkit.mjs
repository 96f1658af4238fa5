// WebKitGTK, with the few WebDriver commands that a tab needs.
import { startWebKitGtk } from '../../../scripts/wtr/webkitgtk.mjs';

/** Each tab is a new window without stored data. */
export async function webkitBrowser() {
  const webkit = await startWebKitGtk();
  return {
    async open({ like } = {}) {
      if (like) throw new Error('One window at a time is all that WebKitWebDriver gives.');
      return webkitTab(await webkit.open());
    },
    close: () => webkit.close(),
  };
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = {
  Control: '\uE009',
  Delete: '\uE017',
  Escape: '\uE00C',
};

/** Runs in a document: returns all elements, also those in open shadow roots. */
const all = (selector) => {
  const roots = [document];
  const found = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (element.matches(selector)) found.push(element);
    }
  }
  return found;
};

function webkitTab({ send: command, tell, close }) {
  const run = (fn, ...args) =>
    command('POST', '/execute/sync', { script: `return (${fn}).apply(null, arguments)`, args });
  /** Returns the resolved value of a function that returns a promise. */
  const wait = (fn, ...args) =>
    command('POST', '/execute/async', {
      script: `const args = [...arguments], done = args.pop();
        Promise.resolve((${fn})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      args,
    }).then(({ value, error }) => {
      if (error) throw new Error(error);
      return value;
    });
  /** Returns the results of a function in the current document and in its frames. */
  async function inFrames(fn) {
    const answers = [await run(fn)];
    for (const frame of await run(all, 'iframe')) {
      // A frame that is removed meanwhile may never respond.
      const isThere = await command('POST', '/frame', { id: frame }, 2000).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      answers.push(...(await inFrames(fn).catch(() => [])));
      await command('POST', '/frame/parent', {});
    }
    return answers;
  }
  const see = (...args) => run((name, ...more) => globalThis.sight[name](...more), ...args);
  const idOf = async (find, ...args) => (await see(find, ...args))?.[ELEMENT];
  const act = (source) => command('POST', '/actions', { actions: [source] });
  return {
    goto: (url) => command('POST', '/url', { url }),
    reload: () => command('POST', '/refresh', {}),
    travel: (by) => run((by) => void setTimeout(() => history.go(by)), by),
    run,
    see,
    wait,
    async everywhere(fn) {
      await command('POST', '/frame', { id: null });
      return inFrames(fn).finally(() => command('POST', '/frame', { id: null }));
    },
    // The driver's click command wrongly reports that an element in a shadow root is covered by its host.
    async press(find, ...args) {
      const at = await run((name, ...more) => globalThis.sight.middle(globalThis.sight[name](...more)), find, ...args);
      if (!at) return false;
      await this.click(at);
      return true;
    },
    /** Clicks a point of the window, also in a frame. */
    async click({ x, y }) {
      const move = { type: 'pointerMove', duration: 0, x, y };
      const button = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [move, ...button] });
    },
    async type(text) {
      const id = await idOf('focused');
      await command('POST', `/element/${id}/value`, { text });
    },
    async select(find, ...args) {
      const id = await idOf(find, ...args);
      await command('POST', `/element/${id}/click`, {});
    },
    keys: (...keys) =>
      act({
        type: 'key',
        id: 'keyboard',
        actions: [
          ...keys.map((key) => ({ type: 'keyDown', value: KEYS[key] ?? key })),
          ...keys.toReversed().map((key) => ({ type: 'keyUp', value: KEYS[key] ?? key })),
        ],
      }),
    async paste(text) {
      await tell({ clipboard: text });
      await this.keys('Control', 'v');
    },
    async attach(file, find) {
      const id = await idOf(find);
      await command('POST', `/element/${id}/value`, { text: file });
    },
    async frames() {
      const frame = await see('frame');
      if (!frame) return [];
      await command('POST', '/frame', { id: frame });
      try {
        return [await run(`() => (${String(all)})('h3, h4, p').map((one) => one.innerText).join('\\n')`)];
      } finally {
        await command('POST', '/frame/parent', {});
      }
    },
    close,
  };
}
