import { CLASSIC, isCode } from './fill.js';

/** Embed code whose scripts have declared names in this page. The browser does not let a script declare the same names again. */
const declared = new Set<string>();
/** Embed code that cannot run again in this page. */
const cannotRunAgain = new Set<string>();

/** Statements with declarations that a block around a script would hide. */
const DECLARES = /(^|[;}\n])\s*((const|let|class|async\s+function)\b|function\s*\*)/;
const STRICT = /^\s*(["'])use strict\1/;
const BLOCKING = '[src]:not([async], [defer], [type=module])';

/** Whether a script declares names at its top that a block would hide. */
function declares(text: string): boolean {
  let top = text;
  for (let before = ''; before !== top;) {
    before = top;
    top = top.replace(/\{[^{}]*\}/g, ';');
  }
  return STRICT.test(text) || DECLARES.test(top);
}

/** Returns the code of a classic script as it runs: in a block if `isAgain` is true and the script declares names. */
export function classicText(text: string, code: string, isAgain: boolean): string {
  if (!declares(text)) return text;
  declared.add(code);
  return isAgain ? `${STRICT.test(text) ? `'use strict';` : ''}{${text}\n}` : text;
}

export const hasDeclared = (code: string): boolean => declared.has(code);

/** Notes that embed code has failed. The browser does not retry a failed import until the page is closed. */
export const noteFailure = (code: string) => /\bimport\s*[\w{*("']/.test(code) && cannotRunAgain.add(code);

/** Notes the code of an inline module. The browser runs a module that is imported only for its effect once in a page. */
export const noteModule = (text: string, code: string) => /\bimport\s*["']/.test(text) && cannotRunAgain.add(code);

/** Whether embed code has already run in this page, and cannot run a second time. */
export const isUnrepeatable = (code: string, parsed: ParentNode): boolean =>
  cannotRunAgain.has(code) || (declared.has(code) && sharesNames(code, parsed));

/** Whether another inline script, a script that runs later, or a handler may use the names that an inline script declares. */
function sharesNames(code: string, parsed: ParentNode): boolean {
  const scripts = [...parsed.querySelectorAll('script')].filter((one) => !one.noModule && isCode(one.type));
  const at = scripts.findIndex((one) => !one.hasAttribute('src') && CLASSIC.test(one.type) && declares(one.text));
  const mayRead = (one: Element, index: number) => index > at || (index < at && !one.matches(BLOCKING));
  return at >= 0 && (scripts.some(mayRead) || /\son\w+\s*=|javascript:/i.test(code));
}
