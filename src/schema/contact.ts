import { parseUrl } from './widget/parse-url.js';

/** The link for a contact's address: `mailto:` or https. `undefined` for anything else, such as `javascript:`. */
export function addressLink(address: string): string | undefined {
  // Excludes characters that would add a subject, a copy or a text to the email. With the flag `i`, this takes four times as long.
  if (/^[^\s@<>"?&#%:/]+@[^\s@<>"?&#%:/]+\.[a-zA-Z\d-]+$/.test(address)) return `mailto:${address}`;
  return /^https:\/\//i.test(address) ? parseUrl(address)?.href : undefined;
}

/** The `tel:` link for a telephone number; `undefined` if the text is anything else. */
export function phoneLink(phone: string): string | undefined {
  if (!/^\+?[\d\s().\p{Pd}]{3,}$/u.test(phone)) return undefined;
  // The 0 in +44 (0)1632 is for national calls only.
  const number = phone.replace(/^(\+.*)\(0\)/, '$1').replace(/[^\d+]/g, '');
  return /\d{3}/.test(number) ? `tel:${number}` : undefined;
}
