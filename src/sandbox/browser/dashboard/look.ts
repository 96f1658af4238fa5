import type { WidgetConfig } from '../../widget/config.js';
import { change, Rejected, type Data } from './backend.js';
import { byId, say } from './page.js';

type Input = HTMLInputElement | HTMLSelectElement;

const SAVE_DELAY_MS = 250;

function valueOf(input: Input): unknown {
  if (input instanceof HTMLInputElement && input.type === 'number') return input.valueAsNumber;
  return input.value.trim();
}

function fill(form: HTMLFormElement, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    input.value = String(value);
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
      if (!(problem instanceof Rejected))
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
    timer = window.setTimeout(() => void send({ [input.name]: valueOf(input) }), SAVE_DELAY_MS);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  fill(form, { ...data.config, fault: data.fault });
}
