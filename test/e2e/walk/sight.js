// Runs in the partner's page before all other scripts. It finds visible texts and controls, and reports errors to the server.
(() => {
  const tell = (what) => navigator.sendBeacon('/problems', what);
  const { error } = console;
  console.error = (...words) => {
    tell(`console.error: ${words.map(String).join(' ')}`);
    error.apply(console, words);
  };
  addEventListener('error', ({ message }) => tell(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => tell(`unhandled rejection: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    tell(`policy: ${effectiveDirective} ${blockedURI}`),
  );

  /** Returns all elements, through shadow roots. The previous content of the journey is still there for a moment, out of sight. */
  function all(selector, ...roots) {
    const found = [];
    for (const root of roots) {
      for (const element of root.querySelectorAll(':not(.leaving, .leaving *)')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (element.matches(selector)) found.push(element);
      }
    }
    return found;
  }

  const isShown = (element) => {
    if (getComputedStyle(element).display === 'contents') return [...element.children].some(isShown);
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
  };
  const shown = (selector, root = document) => all(selector, root).filter(isShown);
  const tidy = (text) => text.replace(/\s+/g, ' ').trim();

  /** Returns the visible text of an element, without text for screen readers and without the text of nested elements. */
  function wordsOf(element, skip = '') {
    const copy = element.cloneNode(true);
    for (const part of copy.querySelectorAll(`.hidden, [hidden], [aria-hidden='true'], style, script${skip}`))
      part.remove();
    return tidy(copy.textContent);
  }

  const labelOf = (input) => tidy([...(input.labels ?? [])].map((label) => wordsOf(label)).join(' '));

  /** Returns the label of an input with its group: "When did you move in? › Day". */
  function calledOf(input) {
    const legends = [];
    for (let at = input.closest('fieldset'); at; at = at.parentElement?.closest('fieldset'))
      legends.unshift(wordsOf(at.querySelector('legend')));
    const own = labelOf(input) || (input.getAttribute('aria-label') ?? '');
    return own && [...legends, own].join(' › ');
  }

  /** Returns the only item of a list. Several items are ambiguous and count as none. */
  const only = (found) => (found.length === 1 ? found[0] : null);

  globalThis.sight = {
    /** Returns the visible headings, the largest first. */
    headings: () => shown('h2').map((heading) => wordsOf(heading)),
    field: (name) =>
      only(shown('input:not([type="radio"]), select').filter((input) => (input.name || input.id) === name)),
    /** Returns the input with this name, or the first input of a date. */
    input: (name) => globalThis.sight.field(name) ?? globalThis.sight.field(`${name}.day`),
    /** Whether a field, or a part of it, is visible. */
    isSeen: (name) => shown('input, select').some((input) => `${input.name || input.id}.`.startsWith(`${name}.`)),
    /** Returns the type of a question's control: `radio`, `select`, `text` and so on. */
    kind: (name) => {
      const input = shown('input, select').find((one) => (one.name || one.id) === name);
      return input && (input.localName === 'select' ? 'select' : input.type);
    },
    choice: (name, words) =>
      only(shown('input[type="radio"]').filter((input) => input.name === name && labelOf(input) === words)),
    option: (name, words) =>
      only(
        shown('select')
          .filter((select) => select.name === name)
          .flatMap((select) => [...select.options].filter((one) => tidy(one.text) === words)),
      ),
    button(words) {
      const found = shown('button, a[href], summary');
      return (
        only(found.filter((one) => wordsOf(one) === words)) ??
        only(found.filter((one) => wordsOf(one).startsWith(words)))
      );
    },
    file: () => only(all('input[type="file"]', document)),
    /** Returns the language of the first heading. */
    language: () => shown('h2')[0].closest('[lang]').lang,
    frame: () => only(shown('iframe')),
    entered: () =>
      Object.fromEntries(
        shown('input[name], select')
          .filter(({ type, checked }) => (type !== 'radio' && type !== 'checkbox') || checked)
          .map((input) => [input.name, input.value]),
      ),
    unlabelled: () =>
      shown('input, select, textarea')
        .filter((input) => !calledOf(input))
        .map(({ name, id, type }) => name || id || type),
    /** Returns the label and the text of each row of the review, without warnings. */
    rows: () =>
      shown('.row').map((row) => [
        wordsOf(row.querySelector('.asked')),
        wordsOf(row.querySelector('.answer'), ', p, button, a, details'),
      ]),
    errors: () =>
      shown('#summary li, [part~="error"], [part~="warning"], [part~="question"]').map((one) => wordsOf(one)),
    /** Returns all visible text in the journey and in its widget, line by line. */
    lines: () =>
      shown(
        'h2, h3, h4, p, li, dt, dd, .asked, .answer, legend, label, button, summary',
        document.querySelector('main'),
      )
        .map((one) => wordsOf(one, ', ul, ol, p, button'))
        .filter(Boolean),
    /** Scrolls an element into view, and returns the position for a press. */
    middle(element) {
      if (!element) return null;
      element.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
    },
    focused: () => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at;
    },
  };
})();
