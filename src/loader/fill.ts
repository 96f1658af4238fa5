/** What a hand-off can give away. */
export interface Offer {
  accessToken: string;
  getToken: () => Promise<string>;
  container: HTMLElement;
}

/** What placeholders stand for. */
export interface Filling {
  /** `{access_token}`, and as a part of an address `{access_token_url}`. */
  accessToken: string;
  /** `{container_id}`: the id of the widget's place in the page. */
  containerId: string;
}

/** How a value is written in a place, so that it is read there as it is. */
export type Encode = (value: string) => string;

const PLACEHOLDER = /\{(access_token|access_token_url|container_id)\}/g;

/** As a part of an address. */
export const inAddress: Encode = (value) =>
  encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );

export const asItIs: Encode = (value) => value;

/**
 * Fills the placeholders of a text, all at once: in a token neither `$&` nor a placeholder means anything. `encodeAt` says
 * how a value is written where a placeholder is. Default: as it is.
 */
export const fillPlaceholders = (
  text: string,
  { accessToken, containerId }: Filling,
  encodeAt: (at: number) => Encode = () => asItIs,
): string =>
  text.replace(PLACEHOLDER, (_, name: string, at: number) => {
    const encode = encodeAt(at);
    if (name === 'container_id') return encode(containerId);
    return encode(name === 'access_token_url' && encode !== inAddress ? inAddress(accessToken) : accessToken);
  });

/** Fills an address: a token in it is a part of it, whatever is in the token. */
export const fillAddress = (text: string, filling: Filling): string => fillPlaceholders(text, filling, () => inAddress);

/** Fills the placeholders of a value in JSON. Keys stay as they are; a value is never read as code or markup. */
export function fill(value: unknown, offer: Offer): unknown {
  if (typeof value === 'string') return whole(value, offer) ?? fillText(value, offer);
  if (Array.isArray(value)) return value.map((item) => fill(item, offer));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, offer)]));
}

const whole = (text: string, { container, getToken }: Offer) =>
  text === '{container}' ? container : text === '{get_token}' ? getToken : undefined;

/** What the placeholders of an offer stand for. */
export const fillingOf = ({ accessToken, container }: Offer) => ({ accessToken, containerId: container.id });

/** Fills the placeholders of a text with the values as they are. */
export const fillText = (text: string, offer: Offer) => fillPlaceholders(text, fillingOf(offer));

export const fillAll = (texts: Readonly<Record<string, string>>, offer: Offer) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillText(text, offer)]));
