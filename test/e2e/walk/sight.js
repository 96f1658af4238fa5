// Runs in the partner's page before all else. It finds what a person would look for there, and tells the server what went wrong.
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

  /** All elements, through shadow roots. */
  function all(selector, ...roots) {
    const found = [];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (element.matches(selector)) found.push(element);
      }
    }
    return found;
  }

  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
  };
  const shown = (selector, root = document) => all(selector, root).filter(isShown);
  const tidy = (text) => text.replace(/\s+/g, ' ').trim();

  /** The words that are seen of an element, without those for screen readers alone and those of what it contains. */
  function wordsOf(element, skip = '') {
    const copy = element.cloneNode(true);
    for (const part of copy.querySelectorAll(`.hidden, [hidden], [aria-hidden='true'], style, script${skip}`))
      part.remove();
    return tidy(copy.textContent);
  }

  const labelOf = (input) => tidy([...(input.labels ?? [])].map((label) => wordsOf(label)).join(' '));

  /** What an input is called, with what it stands under: "When did you move in? › Day". */
  function calledOf(input) {
    const legends = [];
    for (let at = input.closest('fieldset'); at; at = at.parentElement?.closest('fieldset'))
      legends.unshift(wordsOf(at.querySelector('legend')));
    const own = labelOf(input) || (input.getAttribute('aria-label') ?? '');
    return own && [...legends, own].join(' › ');
  }

  /** The one that is there; several are the same as none, as nobody would know which is meant. */
  const only = (found) => (found.length === 1 ? found[0] : null);

  globalThis.sight = {
    /** The headings that are seen, the largest first. */
    headings: () => shown('h2').map((heading) => wordsOf(heading)),
    field: (name) =>
      only(shown('input:not([type="radio"]), select').filter((input) => (input.name || input.id) === name)),
    /** How a question is answered: `radio`, `select`, `text` and so on. */
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
    /** A button or a link, by its words. */
    button(words) {
      const found = shown('button, a[href], summary');
      return (
        only(found.filter((one) => wordsOf(one) === words)) ??
        only(found.filter((one) => wordsOf(one).startsWith(words)))
      );
    },
    file: () => only(all('input[type="file"]', document)),
    frame: () => only(shown('iframe')),
    /** What stands in the inputs, by their names. */
    entered: () =>
      Object.fromEntries(
        shown('input[name], select')
          .filter(({ type, checked }) => (type !== 'radio' && type !== 'checkbox') || checked)
          .map((input) => [input.name, input.value]),
      ),
    /** The inputs that nobody could say what they are for. */
    unlabelled: () =>
      shown('input, select, textarea')
        .filter((input) => !calledOf(input))
        .map(({ name, id, type }) => name || id || type),
    /** The rows of the answers: what each is called, and what it says. Warnings are not a part of it. */
    rows: () =>
      shown('dl > div').map((row) => [
        wordsOf(row.querySelector('dt')),
        wordsOf(row.querySelector('dd'), ', p, button, a, details'),
      ]),
    /** What is wrong, or asked, as it stands beside the answers and above them. */
    errors: () =>
      shown('#summary li, [part~="error"], [part~="warning"], [part~="question"]').map((one) => wordsOf(one)),
    /** Everything that can be read in the journey, and in a widget that it shows, line by line. */
    lines: () =>
      shown('h2, h3, h4, p, li, dt, dd, legend, label, button', document.querySelector('main'))
        .map((one) => wordsOf(one, ', ul, ol, p'))
        .filter(Boolean),
    /** Where an element is once it was scrolled into view, for a hand that presses it. */
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
