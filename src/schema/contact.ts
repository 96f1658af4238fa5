/** Where a contact's address leads: to an email, or to a page over https. Anything else, like `javascript:`, leads nowhere. */
export function addressLink(address: string): string | undefined {
  // None of the signs with which an address would bring a subject, a copy or a text along.
  if (/^[^\s@<>"?&#%:/]+@[^\s@<>"?&#%:/]+\.[a-z\d-]+$/i.test(address)) return `mailto:${address}`;
  return /^https:\/\//i.test(address) && URL.canParse(address) ? new URL(address).href : undefined;
}

/** Where a telephone number leads, if it is nothing but a number. */
export function phoneLink(phone: string): string | undefined {
  if (!/^\+?[\d\s().\p{Pd}]{3,}$/u.test(phone)) return undefined;
  // In +44 (0)1632 the 0 is for callers at home.
  const number = phone.replace(/^(\+.*)\(0\)/, '$1').replace(/[^\d+]/g, '');
  return /\d{3}/.test(number) ? `tel:${number}` : undefined;
}
