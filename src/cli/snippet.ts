import fs from 'node:fs/promises';
import path from 'node:path';
import { readEnvironment } from '../server/node/environment.js';
import type { WidgetSettings } from '../schema/widget/widget-settings.js';
import { version } from '../version.js';
import { strictPolicy } from './doctor/policy.js';
import { readEnv, UsageError, type Options } from './usage.js';

/** The CDN files in this package. The path is the same from `src/cli` and from `dist/cli`. */
const FILES = new URL(/* @vite-ignore */ '../../dist/cdn/', import.meta.url);

/** For each element, its script, and the words that a page shows for it if the script does not load. */
const ELEMENTS: Record<string, { entry: string; words: string }> = {
  'lending-onboarding': { entry: 'journey.js', words: 'The form did not load.' },
  'lending-widget': { entry: 'widget.js', words: 'Your offers did not load.' },
};

interface Lines {
  base: string;
  nonce: string;
  hashes: Record<string, string>;
}

export async function runSnippet({ values }: Options): Promise<boolean> {
  const { element = 'lending-onboarding', endpoint = '/api/lending' } = values;
  const known = ELEMENTS[element];
  if (!known) throw new UsageError(`--element must be ${Object.keys(ELEMENTS).join(' or ')}.`);
  const base = (values['base'] ?? `${endpoint}/elements/${version}`).replace(/\/$/, '');
  for (const given of [...Object.values(values), base])
    if (/["<>]/.test(given)) throw new UsageError('The options must not contain quotes or angle brackets.');
  const hashes = JSON.parse(await fs.readFile(new URL('integrity.json', FILES), 'utf8')) as Record<string, string>;
  const nonce = values['nonce'] ? ` nonce="${values['nonce']}"` : '';
  const lines: Lines = { base, nonce, hashes };
  const preloads = await staticImports(known.entry);
  console.log(
    [
      `<link rel="stylesheet" ${source(lines, 'href', 'lending-elements.css')} />`,
      importMap(lines, known.entry),
      ...preloads.map((file) => `<link rel="modulepreload" ${source(lines, 'href', file)}${nonce} />`),
      `<script type="module" ${source(lines, 'src', known.entry)}${nonce}></script>`,
      `<${element} endpoint="${endpoint}">`,
      `  <p slot="not-loaded">${known.words} Reload this page, or use a newer browser.</p>`,
      `</${element}>`,
    ].join('\n'),
  );
  const { widget } = readEnvironment((await readEnv(values['env'])).env);
  printRest(values, base, endpoint, widget);
  return true;
}

const source = ({ base, hashes }: Lines, attribute: string, file: string) =>
  `${attribute}="${base}/${file}" integrity="${hashes[file]}" crossorigin="anonymous"`;

/** The import map with the hashes of the files that the entry loads later. It must come before every module script of the page. */
function importMap({ base, nonce, hashes }: Lines, entry: string): string {
  const later = Object.entries(hashes).filter(
    ([file]) => /^(elements|languages)\/.*\.js$/.test(file) || file === entry,
  );
  const integrity = Object.fromEntries(later.map(([file, hash]) => [`${base}/${file}`, hash]));
  return `<script type="importmap"${nonce}>${JSON.stringify({ integrity })}</script>`;
}

async function staticImports(entry: string): Promise<string[]> {
  const code = await fs.readFile(new URL(entry, FILES), 'utf8');
  const names = [...code.matchAll(/\b(?:from|import)\s*["'`](\.\/[^"'`]+)["'`]/g)].map(([, name]) => name!);
  return names.map((name) => path.posix.normalize(name));
}

/** The origin of an absolute URL; `undefined` for a path, which has the page's origin. */
const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined);

/** Prints the policy and the conditions to stderr, so that stdout has only the lines of the page. */
function printRest(
  { nonce, frame }: Record<string, string>,
  base: string,
  endpoint: string,
  widget: WidgetSettings | undefined,
): void {
  const frameOrigin = frame && originOf(frame);
  const policy = strictPolicy(widget, originOf(endpoint), originOf(base), frameOrigin).replaceAll(
    '{nonce}',
    nonce ?? '{nonce}',
  );
  const needsNonce = nonce
    ? ''
    : ' With this policy, each script needs the nonce. --nonce "{{ nonce }}" adds it, as your templates write it.';
  console.error(
    [
      `\nThe hashes are those of lending-elements ${version}. Print the lines again after each update.`,
      `Put the import map before every module script of the page. ${base} must have the files of dist/cdn; the handler serves them.`,
      'If a file has another hash, the browser does not run it. After 12 seconds the page then shows the line with slot="not-loaded".',
      `\nThe strictest header for the page:${needsNonce}\n\nContent-Security-Policy: ${policy}`,
      widget
        ? ''
        : '\nThis policy allows no widget, because no variable names one. Pass the file of your environment: --env production.env.',
    ].join('\n'),
  );
}
