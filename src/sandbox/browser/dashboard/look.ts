import { change, Rejected, type Data } from './backend.js';
import { byId, say } from './page.js';

const SAVE_DELAY_MS = 250;

/** Fills the form, and sends each change to the sandbox. */
export function showLook({ config, fault }: Data): void {
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
