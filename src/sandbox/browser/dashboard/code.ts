import { environmentLines } from '../../environment.js';
import { readKey, type Data } from './backend.js';
import { byId, say } from './page.js';

/** A secret for the sessions of a backend, new for each load of the dashboard. */
const sessionSecret = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '');

/** Shows the code for the chosen hand-off, and makes the buttons copy it. */
export function showCode(data: Data): void {
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
export function showKey({ key }: Data): void {
  const reveal = byId('reveal');
  byId('key').textContent = key;
  const change = async () => {
    const isShown = reveal.getAttribute('aria-pressed') === 'true';
    try {
      byId('key').textContent = isShown ? key : await readKey();
      reveal.setAttribute('aria-pressed', String(!isShown));
    } catch {
      say('The sandbox does not answer. Is it still running?');
    }
  };
  reveal.addEventListener('click', () => void change());
}
