import { environmentLines } from '../../environment.js';
import { byId, change, readData, readKey, say, type Data } from './page.js';
import { showRecords } from './records.js';

/** Starts the dashboard. */
export async function run(): Promise<void> {
  const data = await readData().catch(() => say('The sandbox does not answer. Reload this page.'));
  if (!data) return;
  byId('origin').textContent = data.origin;
  byId('key').textContent = data.key;
  for (const show of [showCode, showLook, showRecords]) show(data);
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

/** Fills the form, and sends each change to the sandbox. */
function showLook({ config, fault }: Data): void {
  const form = byId<HTMLFormElement>('look-form');
  for (const [name, value] of Object.entries({ ...config, fault })) {
    const input = form.elements.namedItem(name);
    if (input && 'value' in input) input.value = String(value);
  }

  async function send(input: HTMLInputElement) {
    const { name, type, value, valueAsNumber } = input;
    if (!input.reportValidity()) return;
    await change({ [name]: type === 'number' ? valueAsNumber : value.trim() });
    say('Saved.');
  }

  form.addEventListener('change', ({ target }) => {
    send(target as HTMLInputElement).catch(() => say('Not saved. Check the value, and that the sandbox still runs.'));
  });
  form.addEventListener('submit', (event) => event.preventDefault());
}
