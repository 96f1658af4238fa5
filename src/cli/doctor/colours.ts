import { defaultColours, type Scheme } from '../../schema/colours/defaults.js';
import type { Colour } from '../../schema/colours/contrast.js';
import { derive } from '../../schema/colours/derive.js';
import { COLOUR_NAMES, type ColourName } from '../../schema/colours/pairs.js';
import { parseColour } from '../../schema/colours/parse-colour.js';
import { weakPairs } from '../../schema/colours/weak-pairs.js';
import { findingsAbout, type Finding } from './findings.js';
import { readTokens } from './page-tokens.js';
import { isNoAnswer, request, typeOf } from './request.js';

/** The most style sheets of a page that are read. */
const MOST_SHEETS = 20;

const { fine, unsure, wrong } = findingsAbout('the colours');

/** Measures the contrast of the colours that a page sets for the elements, in its own style sheets. */
export async function checkColours(html: string, address: URL, seconds: number): Promise<Finding[]> {
  const inline = [...html.matchAll(/<style\b[^>]*>([^]*?)<\/style>/gi)].map(([, css]) => css!);
  const sheets = await Promise.all(sheetsOf(html, address).map((url) => readSheet(url, seconds)));
  return findingsOf([...sheets, ...inline].join('\n'), html);
}

/** Returns the addresses of a page's style sheets, without those of the elements. */
function sheetsOf(html: string, address: URL): string[] {
  const links = (html.match(/<link\b[^>]*>/gi) ?? []).filter((tag) => /\brel\s*=\s*["']?stylesheet/i.test(tag));
  const targets = links.flatMap((tag) => /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)?.slice(1) ?? []);
  return targets
    .filter((target) => target !== undefined)
    .flatMap((target) => (URL.canParse(target, address) ? [new URL(target, address).href] : []))
    .filter((url) => !url.includes('/lending-elements.css'))
    .slice(0, MOST_SHEETS);
}

/** A style sheet that cannot be read sets no token: the check of the page reports a page that does not load. */
async function readSheet(url: string, seconds: number): Promise<string> {
  const answer = await request(url, seconds, { redirect: 'follow', headers: { accept: 'text/css' } });
  return isNoAnswer(answer) || answer.status >= 400 || typeOf(answer) !== 'text/css' ? '' : answer.text;
}

/** Measures the tokens of a style sheet in light and, if the page has dark colours, in dark. */
export function findingsOf(css: string, html = ''): Finding[] {
  const schemes = Object.entries(readTokens(css, html)) as [Scheme, Map<string, string>][];
  const found = schemes.flatMap(([scheme, tokens]) => measure(scheme, tokens));
  const isSet = schemes.some(([, tokens]) => COLOUR_NAMES.some((name) => tokens.has(`color-${name}`)));
  if (found.length || !isSet) return found;
  return [fine(`the page’s own colours have enough contrast (${schemes.map(([scheme]) => scheme).join(', ')}).`)];
}

function measure(scheme: Scheme, tokens: Map<string, string>): Finding[] {
  const given: Partial<Record<ColourName, Colour>> = {};
  const unread: string[] = [];
  for (const name of COLOUR_NAMES) {
    const value = tokens.get(`color-${name}`);
    const colour = value === undefined ? undefined : parseColour(value);
    if (colour) given[name] = colour;
    else if (value !== undefined) unread.push(`--lending-color-${name}`);
  }
  if (unread.length)
    return [
      unsure(
        `${unread.join(', ')} cannot be measured here (${scheme}).`,
        'The doctor reads #hex, rgb() and hsl().',
        'Open the page on localhost: the browser’s console names the colours that cannot be read.',
      ),
    ];
  return weakPairs(drawn(scheme, given, tokens)).map(({ found, remedy }) =>
    wrong(`${found} (${scheme})`, 'Some applicants cannot read or see it.', remedy),
  );
}

/** The colours that the elements draw with: those of the page, then those that are derived, then the defaults. */
function drawn(scheme: Scheme, given: Partial<Record<ColourName, Colour>>, tokens: Map<string, string>) {
  const base = { ...defaultColours(scheme), ...given };
  const least = Number(tokens.get('contrast')) || 4.5;
  const { fill, onFill, strong, link } = derive({ accent: base.accent, surface: base.surface, least });
  return { ...base, 'on-accent': onFill, 'accent-strong': strong, link, focus: link, ...given, accent: fill };
}
