/**
 * The sandbox's code for browsers, `browser/`, as a string: the sandbox serves it from memory, in pages and Workers, too. No file in
 * git has this string. In a clone, Node bundles the code at the first request, with the esbuild of tsx. The build of the package,
 * Storybook and the component tests load `textModule()` in place of this module.
 */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const texts = new Map<string, string>();

/** Bundles an entry into a script that defines `sandboxCode` with its exports. */
function bundle(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`browser/${entry}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    charset: 'utf8',
    format: 'iife',
    globalName: 'sandboxCode',
    target: ['chrome109', 'firefox115', 'safari16.4'],
  });
  return outputFiles[0]!.text;
}

function textOf(entry: string): string {
  const text = texts.get(entry) ?? bundle(entry);
  texts.set(entry, text);
  return text;
}

export const widgetCode = (): string => textOf('widget/main');

export const dashboardCode = (): string => textOf('dashboard/main');

/** Returns the source of a module with the same functions, and with nothing that needs Node. */
export const textModule = (): string =>
  Object.entries({ widgetCode, dashboardCode })
    .map(([name, code]) => `export const ${name} = () => ${JSON.stringify(code())};\n`)
    .join('');
