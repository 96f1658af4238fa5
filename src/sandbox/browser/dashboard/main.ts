import { environmentLines } from '../../environment.js';
import { byId, change, readData, readKey, Rejected, say, type Data } from './page.js';
import { showRecords } from './records.js';

/** Starts the dashboard. */
export async function run(): Promise<void> {
  const data = await readData().catch(() => say('The sandbox does not answer. Reload this page.'));
  if (!data) return;
  byId('origin').textContent = data.origin;
  for (const show of [showCode, showKey, showLook, showRecords]) show(data);
}

/** A secret for the sessions of a backend, new for each load of the dashboard. */
const sessionSecret = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '');

/** Shows the code for the chosen hand-off, and makes the buttons copy it. */
function showCode(data: Data): void {
  const style = byId<HTMLSelectElement>('style');
  const way = byId<HTMLSelectElement>('way');

  const chosen = () => data.handOffs.find((one) => one.style === style.value) ?? data.handOffs[0]!;
  const settings = () => (way.value === 'settings' ? chosen().settings : { embedCode: chosen().embedCode });
  const environment = (secretKey: string) =>
    environmentLines({ baseUrl: data.origin, secretKey, widget: settings(), sessionSecret }).join('\n');

  function fill() {
    byId('embed-code').textContent = chosen().embedCode;
    byId('backend').textContent = `widget: ${JSON.stringify(settings(), null, 2)},`;
    byId('environment').textContent = environment(data.key);
  }

  const copies: Readonly<Record<string, () => string | Promise<string>>> = {
    'embed-code': () => chosen().embedCode,
    backend: () => byId('backend').textContent ?? '',
    environment: async () => environment(await readKey()),
    key: readKey,
  };
  for (const [id, text] of Object.entries(copies))
    document.querySelector(`[data-copy="${id}"]`)!.addEventListener('click', () => void copy(text));
  style.addEventListener('change', fill);
  way.addEventListener('change', fill);
  fill();
}

async function copy(text: () => string | Promise<string>): Promise<void> {
  try {
    await navigator.clipboard.writeText(await text());
    say('Copied.');
  } catch {
    say('The browser does not allow copying here. Select the text, and copy it.');
  }
}

/** Shows the secret key after the button was pressed, and hides it again. */
function showKey({ key }: Data): void {
  const reveal = byId('reveal');
  byId('key').textContent = key;
  const toggle = async () => {
    const isShown = reveal.getAttribute('aria-pressed') === 'true';
    try {
      byId('key').textContent = isShown ? key : await readKey();
      reveal.setAttribute('aria-pressed', String(!isShown));
    } catch {
      say('The sandbox does not answer. Is it still running?');
    }
  };
  reveal.addEventListener('click', () => void toggle());
}

const SAVE_DELAY_MS = 250;

/** Fills the form, and sends each change to the sandbox. */
function showLook({ config, fault }: Data): void {
  const form = byId<HTMLFormElement>('look-form');
  const error = byId('look-error');
  for (const [name, value] of Object.entries({ ...config, fault })) {
    const input = form.elements.namedItem(name);
    if (input && 'value' in input) input.value = String(value);
  }

  async function send({ name, type, value }: HTMLInputElement) {
    for (const input of form.elements) input.removeAttribute('aria-invalid');
    error.textContent = '';
    try {
      await change({ [name]: type === 'number' ? Number(value) : value.trim() });
      say('Saved.');
    } catch (problem) {
      if (!(problem instanceof Rejected))
        return void (error.textContent = 'The sandbox does not answer. Is it running?');
      const labels = problem.wrong.map((name) => form.querySelector(`label[for="${name}"]`)?.textContent ?? name);
      for (const name of problem.wrong) byId(name).setAttribute('aria-invalid', 'true');
      error.textContent = `Not saved. Check: ${labels.join(', ')}.`;
    }
  }

  let timer = 0;
  form.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void send(target as HTMLInputElement), SAVE_DELAY_MS);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
}
