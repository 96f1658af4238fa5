// Compares `./loader` with the least loader: from the moment at which the token is known until the widget's script runs.
import { withPage } from './load.mjs';
import { print, middle, ratio, times } from './table.mjs';

const VENDOR = '/vendor/widget.js';
const page = (load) => `<input name="registered_name" id="a"><label for="a">A form</label>
<form><button type="submit">Continue</button></form>
<script type="module">${load}</script>`;
const LEAST = 'the least loader';
const OURS = 'lending-elements/loader';

/** Two pages that load the script of a widget. The first is a script tag and nothing else. */
export const LOADERS = [
  {
    name: LEAST,
    id: 'least-loader',
    html: page(`globalThis.load = (url) => {
      const script = document.createElement('script');
      script.src = url;
      document.head.append(script);
    };`),
    files: { [VENDOR]: 'globalThis.Vendor = { ran: performance.now() };' },
  },
  {
    name: OURS,
    id: 'loader',
    html: page(`import { loadScript } from '/api/lending/elements/loader.js';
    globalThis.load = (url) => loadScript(url, { global: 'Vendor' });`),
    files: {},
  },
];

const load = (bench, loader) =>
  withPage(bench, loader, {}, async (page) => {
    await page.waitForFunction(() => globalThis.load);
    await page.waitForNetworkIdle();
    const ran = await page.evaluate(async (url) => {
      const known = performance.now();
      await globalThis.load(url);
      while (!globalThis.Vendor) await new Promise((resolve) => setTimeout(resolve, 5));
      return globalThis.Vendor.ran - known;
    }, VENDOR);
    return { ran };
  });

export async function measureLoaders(bench, rounds) {
  const results = Object.fromEntries(LOADERS.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const loader of round % 2 ? LOADERS : LOADERS.toReversed())
      results[loader.name].push(await load(bench, loader));
  }
  const against = (name) => ratio(results[name], results[LEAST], 'ran');
  print('A loader: from the token to the script', [
    ['', 'ms', ''],
    ...LOADERS.map(({ name }) => [name, middle(results[name], 'ran').toFixed(0), times(against(name))]),
  ]);
  return [['./loader, from the token to the script', against(OURS), 1.05]];
}
