import type { Scheme } from '../../schema/colours/defaults.js';

/** The tokens of a page by their names without `--lending-`, for each scheme that the page has. */
export type PageTokens = Partial<Record<Scheme, Map<string, string>>>;

interface Rule {
  /** The conditions and the selector, from the outside in. */
  path: string[];
  body: string;
}

/** Splits a style sheet into its rules. */
function rulesOf(css: string, path: string[] = []): Rule[] {
  const rules: Rule[] = [];
  let from = 0;
  for (let open = css.indexOf('{'); open >= 0; open = css.indexOf('{', from)) {
    const close = endOf(css, open);
    const prelude = css.slice(from, open).split(';').at(-1)!.trim();
    const body = css.slice(open + 1, close);
    const inside = [...path, prelude];
    if (body.includes('{')) rules.push(...rulesOf(body, inside));
    rules.push({ path: inside, body: body.replace(/[^;{}]*\{[^]*\}/, '') });
    from = close + 1;
  }
  return rules;
}

function endOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return css.length;
}

const DARK = /prefers-color-scheme:\s*dark|[.="']dark\b/;
/** Conditions whose rules are for other media, or for older browsers. */
const OTHER = /^@(media\b.*\b(print|forced-colors|prefers-contrast)\b|supports\s+not\b|keyframes|font-face)/;

/**
 * Reads the tokens of a page out of its style sheets: the last rule wins, as if all selectors were equally specific. A rule is for dark
 * pages if its media query or its selector says so. Values with `var()` are resolved.
 */
export function readTokens(css: string, html = ''): PageTokens {
  const text = css.replace(/\/\*[^]*?\*\//g, '');
  const found = { light: new Map<string, string>(), dark: new Map<string, string>() };
  let hasDark = /color-scheme["']?[^;>}]*\bdark\b/.test(text + html);
  for (const { path, body } of rulesOf(text)) {
    if (path.some((one) => OTHER.test(one))) continue;
    const isDark = path.some((one) => DARK.test(one));
    for (const [, name, value] of body.matchAll(/(--[\w-]+)\s*:\s*([^;]+)/g)) {
      if (name!.startsWith('--lending-')) hasDark ||= isDark || value!.includes('light-dark(');
      if (!isDark) found.light.set(name!, value!.trim());
      found.dark.set(name!, value!.trim());
    }
  }
  return { light: tokensIn(found.light, 'light'), ...(hasDark && { dark: tokensIn(found.dark, 'dark') }) };
}

/** Returns the tokens of one scheme, with their values resolved. */
function tokensIn(properties: Map<string, string>, scheme: Scheme): Map<string, string> {
  const resolve = (value: string, depth = 0): string =>
    depth > 9
      ? value
      : value
          .replace(/var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g, (whole, name: string, instead?: string) =>
            resolve(properties.get(name) ?? instead ?? whole, depth + 1),
          )
          .replace(/light-dark\(((?:[^(),]|\([^()]*\))+),((?:[^(),]|\([^()]*\))+)\)/g, scheme === 'light' ? '$1' : '$2')
          .trim();
  const own = [...properties].filter(([name]) => name.startsWith('--lending-'));
  return new Map(own.map(([name, value]) => [name.replace('--lending-', ''), resolve(value)]));
}
