import type { WidgetConfig } from '../../widget/config.js';
import { change, Refused } from './backend.js';
import { byId, say } from './page.js';
import type { Data } from './types.js';

type Input = HTMLInputElement | HTMLSelectElement;

const LARGEST_LOGO = 48 * 1024;
const DELAY = 250;

function valueOf(input: Input): unknown {
  if (input instanceof HTMLInputElement && input.type === 'number') return input.valueAsNumber;
  return input.value.trim();
}

function fill(form: HTMLFormElement, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    // An uploaded picture is too long for the input of the address.
    input.value = String(value).startsWith('data:') ? '' : String(value);
  }
}

/** Fills the form, and sends each change to the sandbox. */
export function showLook(data: Data): void {
  const form = byId<HTMLFormElement>('look-form');
  const error = byId('look-error');

  async function send(settings: Partial<Record<keyof WidgetConfig | 'fault', unknown>>) {
    for (const input of form.elements) input.removeAttribute('aria-invalid');
    error.textContent = '';
    try {
      await change(settings);
      say('Saved.');
    } catch (problem) {
      if (!(problem instanceof Refused))
        return void (error.textContent = 'The sandbox does not answer. Is it running?');
      const labels = problem.wrong.map((name) => form.querySelector(`label[for="${name}"]`)?.textContent ?? name);
      for (const name of problem.wrong) byId(name).setAttribute('aria-invalid', 'true');
      error.textContent = `Not saved. Check: ${labels.join(', ')}.`;
    }
  }

  let timer = 0;
  form.addEventListener('input', ({ target }) => {
    const input = target as Input;
    if (!input.name) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void send({ [input.name]: valueOf(input) }), DELAY);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  byId<HTMLInputElement>('logo-file').addEventListener('change', ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (!file) return;
    if (file.size > LARGEST_LOGO) error.textContent = 'The logo is larger than 48 KB. Choose a smaller file.';
    else void readFile(file).then((logo) => send({ logo }));
  });
  fill(form, { ...data.config, fault: data.fault });
}

const readFile = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
