/** Runs in the page before its own scripts. All times are in milliseconds from the start of the navigation. */
export function installProbe(presses) {
  // A frame of the page has no form.
  if (globalThis.top !== globalThis) return;

  /** Finds all elements in the page and its shadow roots. */
  const findAll = (selector) => {
    const roots = [document];
    const found = [];
    for (const root of roots) {
      found.push(...root.querySelectorAll(selector));
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    }
    return found;
  };
  const isSeen = (element) =>
    !!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 0;
  const isLabelled = (input) => [...(input?.labels ?? [])].some((label) => isSeen(label) && label.textContent.trim());
  const firstInput = () => findAll('input[name="registered_name"]')[0];
  const button = () => findAll('form button[type="submit"]')[0];
  const summary = () => findAll('#summary li')[0];

  /** Resolves with the time at which the browser has painted the current frame. Call it in a frame. */
  const afterPaint = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve(performance.now());
      });
      port1.start();
      port2.postMessage(0);
    });

  /**
   * Resolves with the time at which the browser has painted the frame in which `test` was true first. `act` runs at the start
   * of each frame; promises that it resolves are done before `test`, as they are before the paint.
   */
  const painted = (test, act = () => {}) =>
    new Promise((resolve) => {
      const look = () => {
        requestAnimationFrame(act);
        requestAnimationFrame(() => (test() ? resolve(afterPaint()) : look()));
      };
      look();
    });

  /** Presses Continue in each frame until the error summary is painted: a button without a listener loses a press. */
  const press = async () => {
    let start;
    const end = await painted(
      () => isSeen(summary()),
      () => {
        start ??= performance.now();
        if (!summary()) button().click();
      },
    );
    return { start, end };
  };

  const visible = painted(() => isSeen(firstInput()) && isLabelled(firstInput()) && isSeen(button()));
  const first = visible.then(async (time) => ({ visible: time, works: presses ? (await press()).end : undefined }));

  // The largest group of shifts that are less than a second apart, within five seconds, as Chrome reports it. Nobody has touched
  // the page, but Chrome marks the shifts after a change of the emulated viewport as if somebody had. They count here.
  const shifts = { largest: 0, group: 0, start: -Infinity, last: -Infinity };
  new PerformanceObserver((list) => {
    for (const { value, startTime } of list.getEntries()) {
      const isSame = startTime - shifts.last < 1000 && startTime - shifts.start < 5000;
      shifts.group = isSame ? shifts.group + value : value;
      if (!isSame) shifts.start = startTime;
      shifts.last = startTime;
      shifts.largest = Math.max(shifts.largest, shifts.group);
    }
  }).observe({ type: 'layout-shift', buffered: true });

  /** Describes the form, to compare it with the other contender. */
  const describe = () => ({
    inputs: findAll('form input').map((input) => [
      input.name,
      input.type,
      input.autocomplete,
      input.inputMode,
      input.labels[0].textContent.trim(),
    ]),
    hints: findAll('form .hint[id]').map((hint) => hint.textContent.trim()),
    groups: findAll('form legend').map((legend) => legend.textContent.trim()),
    statements: findAll('.given > summary').map((line) => line.textContent.replace(/\s+/g, ' ').trim()),
    errors: findAll('#summary li').map((line) => line.textContent.trim()),
    marked: findAll('form .error').map((error) => error.textContent.replace(/\s+/g, ' ').trim()),
  });

  /** Shows and removes the form this many times. */
  const mount = async (times) => {
    const journey = document.querySelector('lending-onboarding');
    const place = (globalThis.bench.place ??= journey?.parentElement ?? document.querySelector('#form'));
    const tag = (globalThis.bench.tag ??= journey?.cloneNode());
    const show = () => {
      if (!tag) return globalThis.mountForm(place);
      const element = tag.cloneNode();
      place.append(element);
      return () => element.remove();
    };
    journey?.remove();
    globalThis.unmountForm?.();
    globalThis.unmountForm = undefined;
    for (let done = 0; done < times; done++) {
      const remove = show();
      while (!firstInput()) await new Promise((resolve) => setTimeout(resolve));
      remove();
      await new Promise((resolve) => setTimeout(resolve));
      if (firstInput()) throw new Error('The form was not removed.');
    }
  };

  globalThis.bench = { first, press, describe, mount, shift: () => shifts.largest };
}
