type Method = 'error' | 'warn';

let undo: (() => void)[] = [];

/** What the library prints from now on, until the test is over; the console shows nothing of it. */
function heardBy(method: Method): string[] {
  const texts: string[] = [];
  const { [method]: before } = console;
  console[method] = (...values: unknown[]) => {
    if (String(values[0]).startsWith('<lending-')) texts.push(String(values[0]));
    else before.apply(console, values);
  };
  undo.push(() => (console[method] = before));
  return texts;
}

afterEach(() => {
  undo.forEach((one) => one());
  undo = [];
});

/** The errors that are explained to the developer from now on. */
export const printed = () => heardBy('error');
/** The warnings from now on. */
export const warned = () => heardBy('warn');
