import { distance } from './nearest.js';

/** Frequent providers, the first letters of whose names are rarely mistyped: `mail.com` and `ymail.com` exist. */
const PROVIDERS = 'gmail googlemail icloud btinternet virginmedia protonmail talktalk yahoo hotmail outlook'.split(' ');
/** The endings of their addresses: some have none in a country, and none has any in Cameroon, Colombia or Oman. */
const ENDING = /^(com|net|(?!c[mo]$|om$|uk$)[a-z]{2})$/;
const IN_COUNTRIES = /^(yahoo|hotmail|outlook)\.com?\.[a-z]{2}$/;

/** Endings that exist although one letter makes them `com`, and frequent errors in other endings. */
const ALMOST_COM = /^(com|co|cm|om|cam|mom|bom)$/;
const ERRORS = [
  [/\.(c\.uk|ocuk|oc\.uk|[vxd]o\.uk|co\.?(ku|uk[a-z]|[a-z]uk|u|k|[ijy]k|u[^agksyz.])|couk)$/, '.co.uk'],
  [/\.c\.om$/, '.com'],
  [/\.(nte|ner|nett|met)$/, '.net'],
  [/\.(ogr|orgg|prg)$/, '.org'],
] as const;

/** Replaces a misspelt provider or ending in a domain. */
function meantDomain(typed: string): string {
  const [domain] = ERRORS.reduce(
    ([text], [error, right]) => [text.replace(error, right)],
    [typed.replace(/^www\./, '')],
  );
  const [, rest = '', last = ''] = /^(.+)\.([^.]+)$/.exec(domain!) ?? [];
  const whole = !ALMOST_COM.test(last) && distance(last, 'com') === 1 ? `${rest}.com` : domain!;
  const [, name = '', end = ''] = /^([^.]+)\.(.+)$/.exec(whole) ?? [];
  const isNear = (one: string) =>
    (one[0] === name[0] || one.slice(0, 2) === `${name[1]}${name[0]}`) && distance(name, one) <= (one[8] ? 2 : 1);
  const isFrequent = ENDING.test(end) || /^com?\b|^cm$|^om$/.test(end);
  const provider = PROVIDERS.includes(name) ? name : isFrequent && PROVIDERS.find(isNear);
  if (!provider) return whole;
  return ENDING.test(end) || IN_COUNTRIES.test(`${provider}.${end}`) ? `${provider}.${end}` : `${provider}.com`;
}

/** Suggests an email address with another domain, or without a dot where none can be. `undefined` if the address looks right. */
export function suggestEmail(email: string): string | undefined {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/.exec(email) ?? [];
  const typed = domain.toLowerCase();
  const meant = meantDomain(typed);
  const name = local
    .replace(/^www\./i, '')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.$/g, '');
  const found = `${name}@${meant === typed ? domain : meant}`;
  return name && found !== email ? found : undefined;
}
