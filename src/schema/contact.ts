import { parseUrl } from './widget/parse-url.js';

/** The `mailto:` link for an email address; `undefined` for anything else. */
export function emailLink(email: string): string | undefined {
  // Excludes characters that would add a subject, a Cc or a body to the email. With the flag `i`, the test takes four times as long.
  return /^[^\s@<>"?&#%:/]+@[^\s@<>"?&#%:/]+\.[a-zA-Z\d-]+$/.test(email) ? `mailto:${email}` : undefined;
}

/** The link for an https URL; `undefined` for anything else, such as `javascript:`. */
export const pageLink = (url: string): string | undefined =>
  /^https:\/\//i.test(url) ? parseUrl(url)?.href : undefined;

/** The `tel:` link for a telephone number; `undefined` for anything else. */
export function phoneLink(phone: string): string | undefined {
  if (!/^\+?[\d\s().\p{Pd}]{3,}$/u.test(phone)) return undefined;
  // The 0 in +44 (0)1632 is for national calls only.
  const number = phone.replace(/^(\+.*)\(0\)/, '$1').replace(/[^\d+]/g, '');
  return /\d{3}/.test(number) ? `tel:${number}` : undefined;
}
