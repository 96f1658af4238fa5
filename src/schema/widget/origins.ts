import { parseUrl } from './parse-url.js';

/** Returns true if a value is exactly an origin, such as `https://cdn.example`. */
export const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && parseUrl(value)?.origin === value;

/** The origin of pages in an app, as a web view sends it: `capacitor://localhost`. `URL` returns the origin `null` for such a scheme. */
const OF_APP = /^(?!(about|blob|data|file|ftp|https?|javascript|wss?):)[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(:\d+)?(?=\/?$)/;

/** Why a value is not an origin of pages as browsers send it, and how it is written; `undefined` if it is one. Neither contains a password. */
export function originProblem(value: unknown): { why: string; remedy: string } | undefined {
  if (isOrigin(value)) return undefined;
  const given = typeof value === 'string' ? value : '';
  const text = given.replace(/^[\s"'`]+|[\s"'`]+$/g, '');
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const url = parseUrl(hasScheme ? text : `https://${text}`);
  const [app] = OF_APP.exec(text.toLowerCase()) ?? [];
  const origin = app ?? (/^https?:/.test(url?.protocol ?? '') && text !== '*' ? url!.origin : undefined);
  if (origin === value) return undefined;
  const remedy = origin && text !== 'null' ? `Write "${origin}".` : 'Write an origin like "https://shop.example".';
  return { why: whyNot(given, text, hasScheme, origin), remedy };
}

function whyNot(given: string, text: string, hasScheme: boolean, origin: string | undefined): string {
  if (text === '*') return 'means every site, which no handler may allow';
  if (text === 'null') return 'is the origin of every file and every sandboxed frame';
  if (!origin) return 'is not an origin';
  if (text !== given) return 'has a quote or a blank around it';
  if (!hasScheme) return 'has no scheme, like https://';
  if (text.toLowerCase() === `${origin}/`) return 'has a slash at its end';
  if (text.toLowerCase() === origin) return 'has capital letters, which browsers do not send';
  return /^[^/]+\/\/[^/?#@]+$/.test(text)
    ? 'has a host or a port that browsers write in another way'
    : 'has more than a scheme, a host and a port';
}
