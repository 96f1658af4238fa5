/**
 * Adds features that a document with an opaque origin lacks: storage and cookies, which last as long as the document, and
 * dialogs. `printPage` prints the page around it.
 */
export function completeDocument(printPage: () => void): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (!works(() => window[name])) define(window, name, { value: memory() });
  }
  if (!works(() => document.cookie)) define(document, 'cookie', cookies());
  const warn = (name: string) =>
    console.warn(`${name}() does nothing here, because the sandbox of this frame does not allow browser dialogs.`);
  define(window, 'alert', { value: showDialog });
  define(window, 'confirm', { value: () => (warn('confirm'), false) });
  define(window, 'prompt', { value: () => (warn('prompt'), null) });
  define(window, 'print', { value: printPage });
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
  // Each item is also a property.
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

/** Shows a text in a dialog of the document. Unlike `alert()`, it does not block the script. */
function showDialog(text: unknown = ''): void {
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

/**
 * Reports in the console each source that the policy of this document blocks, and how to allow it. A blocked frame is a failure of the
 * widget, which reports it.
 */
export function reportViolations(): void {
  const reported = new Set<string>();
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    const isAddress = /^(?:https?|wss?):/.test(blockedURI);
    const blocked = isAddress ? new URL(blockedURI).origin : blockedURI;
    const message = `<lending-widget>: the policy of the widget’s frame blocks ${blocked} (${effectiveDirective}).`;
    if (disposition !== 'enforce' || effectiveDirective === 'frame-src' || reported.has(message)) return;
    reported.add(message);
    const remedy = isAddress
      ? `If the widget needs it, add ${blocked.replace(/^ws/, 'http')} to widget.origins in createHandler().`
      : 'If the widget needs it, set isolation to "page".';
    console.error(`${message} ${remedy}`);
  });
}
