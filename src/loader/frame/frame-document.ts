import { isUnreachable } from '../visible.js';

/** Adds features that the document lacks: dialogs, a place that is scrolled into view, and, in an opaque origin, storage and cookies while it exists. */
export function completeDocument(printPage: () => void): void {
  if (origin === 'null') {
    for (const name of ['localStorage', 'sessionStorage'] as const) define(window, name, { value: storage() });
    define(document, 'cookie', cookies());
  }
  define(window, 'alert', { value: showDialog });
  define(window, 'print', { value: printPage });
  scrollPage();
}

/** Scrolls the page where the widget scrolls its document, which is as tall as its content and cannot scroll: after a press, and by a link. */
function scrollPage(): void {
  const root = document.documentElement;
  const scroll = window.scrollTo.bind(window);
  const show = (...to: [] | [ScrollToOptions?] | [number, number]) => {
    scroll(...(to as [number, number]));
    if ((navigator.userActivation as UserActivation | undefined)?.isActive === false) return;
    const { top = 0, behavior = 'auto' } = typeof to[0] === 'number' ? { top: to[1]! } : (to[0] ?? {});
    const [mark, end] = [document.createElement('i'), root.scrollHeight - 1];
    mark.style.cssText = `position: absolute; top: ${Math.min(top, end)}px; height: 1px`;
    root.append(mark);
    mark.scrollIntoView({ behavior, block: top > 0 && top < end ? 'start' : 'nearest' });
    mark.remove();
  };
  for (const on of [window, root])
    for (const name of ['scroll', 'scrollTo']) define(on, name, { value: show, writable: true });
  define(root, 'scrollTop', { get: () => scrollY, set: (top: number) => show({ top }) });
  addEventListener('click', ({ target, defaultPrevented }) => {
    const link = defaultPrevented ? null : (target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    if (link) setTimeout(() => (link.hash ? document.querySelector(':target')?.scrollIntoView() : show()));
  });
}

const UNREACHABLE = 'the widget has an empty frame, and its script cannot reach the document of that.';
export const UNREACHABLE_REMEDY =
  'If it writes into that frame, set frame.origin in createHandler(), or isolation to "page".';

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
  (document.body ?? document.documentElement).append(dialog);
  dialog.showModal();
}

/** Reports each source that the policy of this document blocks, except a frame or an object, which is a failure of the widget, and each frame that it cannot reach. */
export function reportViolations(): void {
  const reported = new Set<string>();
  const report = (what: string, remedy: string) => {
    const message = `<lending-widget>: ${what}`;
    if (!reported.has(message)) console.error(`${message} ${remedy}`);
    reported.add(message);
  };
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    const isUrl = /^(?:https?|wss?):/.test(blockedURI);
    const blocked = isUrl ? new URL(blockedURI).origin : blockedURI;
    if (disposition !== 'enforce' || /^(frame|object)-src$/.test(effectiveDirective)) return;
    const remedy = isUrl
      ? `If the widget needs it, add ${blocked.replace(/^ws/, 'http')} to widget.origins in createHandler().`
      : 'If the widget needs it, set isolation to "page".';
    report(`the policy of the widget’s frame blocks ${blocked} (${effectiveDirective}).`, remedy);
  });
  const look = ({ target }: Event) => isUnreachable(target) && report(UNREACHABLE, UNREACHABLE_REMEDY);
  document.addEventListener('load', look, true);
}
