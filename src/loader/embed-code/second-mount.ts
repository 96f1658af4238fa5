import { LendingError } from '../../errors.js';
import { CLASSIC, isCode } from './fill.js';

/** The embed codes whose scripts have declared names in this page. The browser does not let a script declare them again. */
const declared = new Set<string>();

/** Declarations that a block around a script would hide. */
const DECLARES = /\b(?:const|let|class|async\s+function)\b|\bfunction\s*\*/;
const STRICT = /^\s*(["'])use strict\1/;
const QUOTED = /\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`/g;

/** A script without its strings, comments and blocks. If its blocks do not match, all of it counts. */
function topOf(text: string): string {
  let top = text.replace(QUOTED, "''");
  for (let before = ''; before !== top;) {
    before = top;
    top = top.replace(/\{[^{}]*\}/g, ';');
  }
  return /[{}]/.test(top) ? text : top;
}

/** Whether a script declares names at its top that a block would hide. */
export const declares = (text: string): boolean => STRICT.test(text) || DECLARES.test(topOf(text));
export const hasDeclared = (code: string): boolean => declared.has(code);
export const noteDeclarations = (code: string) => declared.add(code);

/** A script in a block, so that its declarations are local. */
export const inBlock = (text: string) => `${STRICT.test(text) ? `'use strict';` : ''}{${text}\n}`;

/**
 * Whether another part of embed code may use the names that one of its inline scripts declares: another inline script, one that
 * runs later, or a handler.
 */
export function sharesNames(code: ParentNode): boolean {
  const scripts = [...code.querySelectorAll('script')].filter((one) => !one.noModule && isCode(one.type));
  const isInline = (one: HTMLScriptElement) => !one.hasAttribute('src') && CLASSIC.test(one.type);
  const at = scripts.findIndex((one) => isInline(one) && declares(one.text));
  const hasRun = (one: Element, index: number) =>
    index < at && one.matches('[src]:not([async], [defer], [type=module])');
  const isHandler = ({ name, value }: Attr) => name.startsWith('on') || /^\s*javascript:/i.test(value);
  const hasHandler = (one: Element) => [...one.attributes].some(isHandler);
  if (at < 0) return false;
  return (
    !scripts.every((one, index) => index === at || hasRun(one, index)) ||
    [...code.querySelectorAll('*')].some(hasHandler)
  );
}

export const runsOncePerLoad = () =>
  new LendingError(
    'script-runs-once',
    'The embed code can run only once in each page load: its scripts share names that they declare with const, let, class, or as a strict, async or generator function.',
    { remedy: 'Reload the page, or set isolation to "frame".' },
  );
