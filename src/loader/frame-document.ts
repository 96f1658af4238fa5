/**
 * What scripts count on, and a document without an origin does not have: storage and cookies, which live as long as the
 * document here, and dialogs. It is all in the frame's own document.
 */
export function completeDocument(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (!works(() => window[name])) define(window, name, { value: memory() });
  }
  if (!works(() => document.cookie)) define(document, 'cookie', cookies());
  const tell = (what: string) =>
    console.warn(`${what}() does nothing in the frame: its sandbox allows no dialogs of the browser.`);
  define(window, 'alert', { value: say });
  define(window, 'confirm', { value: () => (tell('confirm'), false) });
  define(window, 'prompt', { value: () => (tell('prompt'), null) });
  define(window, 'print', { value: () => tell('print') });
}

const define = (on: object, name: string, property: PropertyDescriptor) =>
  Object.defineProperty(on, name, { configurable: true, ...property });

function works(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch {
    return false;
  }
}

function memory(): Storage {
  const items = new Map<string, string>();
  const methods = {
    getItem: (key: unknown) => items.get(String(key)) ?? null,
    setItem: (key: unknown, value: unknown) => void items.set(String(key), String(value)),
    removeItem: (key: unknown) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (at: number) => [...items.keys()][at] ?? null,
    get length() {
      return items.size;
    },
  };
  // An item is a property, too.
  return new Proxy(methods as Storage, {
    get: (target, key) => (key in target ? (target[key as string] as unknown) : items.get(String(key))),
    set: (_, key, value) => (items.set(String(key), String(value)), true),
    has: (target, key) => key in target || items.has(String(key)),
    deleteProperty: (_, key) => (items.delete(String(key)), true),
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      items.has(String(key))
        ? { value: items.get(String(key)), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
}

function cookies(): PropertyDescriptor {
  const jar = new Map<string, string>();
  return {
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set(cookie: unknown) {
      const [first = '', ...attributes] = String(cookie).split(';');
      const [, name = '', value = ''] = /^\s*([^=]*?)\s*=(.*)$/.exec(first) ?? [];
      const isOver = attributes.some((one) => {
        const [, age] = /^\s*max-age=(.*)$/i.exec(one) ?? [];
        const [, date] = /^\s*expires=(.*)$/i.exec(one) ?? [];
        return Number(age ?? 1) <= 0 || Date.parse(date ?? '') <= Date.now();
      });
      if (isOver) jar.delete(name);
      else jar.set(name, value.trim());
    },
  };
}

/** Shows a text in a dialog of the document. The script goes on meanwhile. */
function say(text: unknown = ''): void {
  const dialog = document.createElement('dialog');
  const close = document.createElement('button');
  const words = document.createElement('p');
  words.textContent = String(text);
  words.style.whiteSpace = 'pre-line';
  close.textContent = 'OK';
  close.autofocus = true;
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(words, close);
  document.body.append(dialog);
  dialog.showModal();
}
