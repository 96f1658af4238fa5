import { CLASSIC } from './fill.js';

/** Embed code of which a script with declarations, or a module, has run in this page, and embed code that has failed in it. */
const [ran, failed] = [new Set<string>(), new Set<string>()];

/** Statements with declarations that a block around a script would hide. */
const DECLARES = /(^|[;}\n])\s*((const|let|class|async\s+function)\b|function\s*\*)/;
/** The names in declarations. It also finds names in other places, which only ask for a reload too often. */
const NAMES = /\b(?:const|let|class|function\s*\*?)\s+([\w$]+)|[{[,]\s*(?:\.{3}|[\w$]+\s*:\s*)?([\w$]+)\s*(?=[,}\]=])/g;
const IMPORTS = /(^|[;\n}>])\s*import\s*[\w{*"']|\bimport\s*\(/;
const IMPORTS_EFFECT = /(^|[;\n}])\s*import\s*["']/;

/** Whether a script declares names at its top. The browser does not let a script declare the same names again. */
function declares(text: string): boolean {
  const outer = text.replace(/\{[^{}]*\}/g, ';');
  return outer === text ? DECLARES.test(text) : declares(outer);
}

/** Returns the code of a classic script as it runs: in a block if it runs again and declares names. */
export function classicText(text: string, code: string, isAgain: boolean): string {
  if (!declares(text)) return text;
  ran.add(code);
  return isAgain ? `{${text}\n}` : text;
}

export const noteModule = (code: string) => ran.add(code);
export const noteFailure = (code: string) => failed.add(code);
export const hasRun = (code: string): boolean => ran.has(code);

/** Whether embed code cannot run a second time. The browser repeats neither a failed import nor a module that is imported for its effect. */
export function isUnrepeatable(code: string, parsed: ParentNode): boolean {
  const isSpent = ({ type, text }: HTMLScriptElement) => {
    if (type === 'module') return IMPORTS_EFFECT.test(text);
    return CLASSIC.test(type) && declares(text) && isShared(text, code.split(text).join(''));
  };
  if (failed.has(code) && IMPORTS.test(code)) return true;
  return ran.has(code) && [...parsed.querySelectorAll<HTMLScriptElement>('script:not([src])')].some(isSpent);
}

/** Whether the rest of the code may use a name of a script. An external script, whose text is unknown, probably uses one that the script does not. */
const isShared = (text: string, rest: string) =>
  [...text.matchAll(NAMES)].some(([, one, two]) => {
    const name = (one ?? two)!.replaceAll('$', '\\$');
    const used = new RegExp(`(?<![\\w$.#-])${name}(?![\\w$"'\`-]|\\s*:)`, 'g');
    return used.test(rest) || (/\bsrc\b/.test(rest) && (text.match(used) ?? []).length < 2);
  });
