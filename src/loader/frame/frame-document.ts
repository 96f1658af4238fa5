/** Adds features that a document with an opaque origin lacks: dialogs, and storage and cookies, which last as long as the document. */
export function completeDocument(printPage: () => void): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) define(window, name, { value: storage() });
  define(document, 'cookie', cookies());
  define(window, 'alert', { value: showDialog });
  define(window, 'print', { value: printPage });
}

const define = (on: object, name: string, property: PropertyDescriptor) =>
  Object.defineProperty(on, name, { configurable: true, ...property });

/** A storage in memory. As in a browser's storage, each item is also a property. */
function storage(): object {
  const items: Record<string, unknown> = Object.create({
    getItem: (key: string) => (Object.hasOwn(items, key) ? String(items[key]) : null),
    setItem: (key: string, value: unknown) =>
      void define(items, key, { value: String(value), enumerable: true, writable: true }),
    removeItem: (key: string) => void delete items[key],
    clear: () => Object.keys(items).forEach((key) => delete items[key]),
    key: (at: number) => Object.keys(items)[at] ?? null,
    get length() {
      return Object.keys(items).length;
    },
  });
  return items;
}

function cookies(): PropertyDescriptor {
  const jar = new Map<string, string>();
  return {
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set(cookie: unknown) {
      const [, name = '', value = ''] = /^\s*([^=;]*?)\s*=([^;]*)/.exec(String(cookie)) ?? [];
      const [, age = 1] = /;\s*max-age=([^;]*)/i.exec(String(cookie)) ?? [];
      const [, date = ''] = /;\s*expires=([^;]*)/i.exec(String(cookie)) ?? [];
      if (Number(age) <= 0 || Date.parse(date) <= Date.now()) jar.delete(name);
      else jar.set(name, value.trim());
    },
  };
}

/** Shows a message in a dialog of the document. Unlike `alert()`, the dialog does not block the script. */
function showDialog(text: unknown = ''): void {
  const dialog = document.createElement('dialog');
  const words = document.createElement('p');
  const close = document.createElement('button');
  words.textContent = String(text);
  words.style.whiteSpace = 'pre-line';
  close.textContent = 'OK';
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(words, close);
  document.body.append(dialog);
  dialog.showModal();
}

/** Reports each source that the policy of this document blocks, except a frame, which is a failure of the widget. */
export function reportViolations(): void {
  const reported = new Set<string>();
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    const isUrl = /^(?:https?|wss?):/.test(blockedURI);
    const blocked = isUrl ? new URL(blockedURI).origin : blockedURI;
    const message = `<lending-widget>: the policy of the widget’s frame blocks ${blocked} (${effectiveDirective}).`;
    if (disposition !== 'enforce' || effectiveDirective === 'frame-src' || reported.has(message)) return;
    reported.add(message);
    const remedy = isUrl
      ? `If the widget needs it, add ${blocked.replace(/^ws/, 'http')} to widget.origins in createHandler().`
      : 'If the widget needs it, set isolation to "page".';
    console.error(`${message} ${remedy}`);
  });
}
