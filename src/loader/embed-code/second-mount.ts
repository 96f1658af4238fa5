import { LendingError } from '../../errors.js';
import { CLASSIC, isCode } from './fill.js';

/** The embed codes whose scripts have declared names in this page. The browser does not let a script declare them again. */
const declared = new Set<string>();

/** Declarations that a block around a script would hide. They may also be inside a function or a string. */
const DECLARES = /\b(?:const|let|class|async\s+function)\b|\bfunction\s*\*|^\s*(["'])use strict\1/;

export const declares = (text: string): boolean => DECLARES.test(text);
export const hasDeclared = (code: string): boolean => declared.has(code);
export const noteDeclarations = (code: string) => declared.add(code);

/** A script in a block, so that its declarations are local. */
export const inBlock = (text: string) => `${/^\s*(["'])use strict\1/.test(text) ? `'use strict';` : ''}{${text}\n}`;

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
