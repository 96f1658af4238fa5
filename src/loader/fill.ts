/** What a hand-off can give away. */
export interface Offer {
  accessToken: string;
  getToken: () => Promise<string>;
  container: HTMLElement;
}

/** Fills the placeholders of a value in JSON. Keys stay as they are; a value is never read as code or markup. */
export function fill(value: unknown, offer: Offer): unknown {
  if (typeof value === 'string') return whole(value, offer) ?? fillText(value, offer);
  if (Array.isArray(value)) return value.map((item) => fill(item, offer));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, offer)]));
}

const whole = (text: string, { container, getToken }: Offer) =>
  text === '{container}' ? container : text === '{get_token}' ? getToken : undefined;

/** Fills the placeholders of a text, all at once: in a token neither `$&` nor a placeholder means anything. */
export const fillText = (text: string, { accessToken, container }: Offer) =>
  text.replace(/\{(access_token|container_id)\}/g, (_, name) => (name === 'access_token' ? accessToken : container.id));

export const fillAll = (texts: Readonly<Record<string, string>>, offer: Offer) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillText(text, offer)]));
