// The partner's own script: it gives each widget its settings, keeps count, and takes notes of what it is told.
const notes = { events: [], violations: [], problems: [], errors: [] };

addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) =>
  notes.violations.push({ effectiveDirective, blockedURI, disposition }),
);
// An error that somebody has dealt with is not in the console.
addEventListener('error', (event) => setTimeout(() => event.defaultPrevented || notes.errors.push(event.message)));
addEventListener('unhandledrejection', ({ reason }) => notes.problems.push(String(reason)));
for (const type of ['lending-loading', 'lending-token-request', 'lending-ready', 'lending-error']) {
  addEventListener(type, ({ target, error }) => {
    const { code, message, remedy, recoverable } = error ?? {};
    const cause = error?.cause && String(error.cause);
    const at = performance.now();
    notes.events.push({ type, id: target.id, at, code, message, remedy, recoverable, cause });
    dispatchEvent(new Event('noted'));
  });
}

/** The first event of a type behind the first `from` ones, or nothing within the limit. */
function next(types, { from = 0, limit = 20_000 } = {}) {
  const find = () => notes.events.slice(from).find(({ type }) => types.includes(type));
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limit);
    const look = () => {
      if (!find()) return;
      clearTimeout(timer);
      removeEventListener('noted', look);
      resolve(find());
    };
    addEventListener('noted', look);
    look();
  });
}

let open = () => undefined;
const gate = new Promise((resolve) => (open = resolve));

/** A call that was given up rejects, as the default adapter's do. */
const abortOf = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** The partner's backend, as far as a widget needs it. */
const backend = ({ tokens, widget, isGated }) => ({
  session: async () => ({ widget }),
  async authenticate({ signal }) {
    if (isGated) await Promise.race([gate, abortOf(signal)]);
    // The last one is given again and again; where it is none, the backend fails.
    const access_token = tokens.length > 1 ? tokens.shift() : tokens[0];
    if (!access_token) throw new Error('no token');
    return { access_token };
  },
});

const widgets = JSON.parse(document.body.dataset.widgets);
[...document.querySelectorAll('lending-widget')].forEach((element, index) => {
  if (widgets[index] === null) return;
  const { token = 'token-1', tokens = [token], widget, timeoutMs, isGated, isFromBackend } = widgets[index] ?? {};
  element.id ||= `widget-${index}`;
  element.adapter = backend({ tokens, widget, isGated });
  if (!isFromBackend) element.widget = widget;
  if (timeoutMs) element.timeoutMs = timeoutMs;
});

const counter = document.querySelector('#counter');
counter.addEventListener('click', () => (counter.textContent = String(Number(counter.textContent) + 1)));

Object.assign(globalThis, { partner: { notes, next, open } });
