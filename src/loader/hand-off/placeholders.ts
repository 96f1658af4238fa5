/** The token and the container of a widget, for its placeholders. */
export interface TokenContext {
  accessToken: string;
  getToken: () => Promise<string>;
  container: HTMLElement;
}

/** The values of placeholders. */
export interface PlaceholderValues {
  /** `{access_token}`, or `{access_token_url}` encoded for a URL. */
  accessToken: string;
  /** `{container_id}`: the id of the widget's container. */
  containerId: string;
}

/** Encodes a value for the place that receives it: HTML, a script string or a URL. */
export type Encode = (value: string) => string;

const PLACEHOLDER = /\{(access_token|access_token_url|container_id)\}/g;

/** Encodes a value as a part of a URL. */
export const encodeForUrlPart: Encode = (value) =>
  encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );

export const unencoded: Encode = (value) => value;

/**
 * Fills all placeholders of a string in one pass, so that `$&` or a placeholder inside a token has no effect. `encodeAt` returns
 * the encoding for a position. Default: unencoded.
 */
export const fillPlaceholders = (
  text: string,
  { accessToken, containerId }: PlaceholderValues,
  encodeAt: (at: number) => Encode = () => unencoded,
): string =>
  text.replace(PLACEHOLDER, (_, name: string, at: number) => {
    const encode = encodeAt(at);
    if (name === 'container_id') return encode(containerId);
    return encode(
      name === 'access_token_url' && encode !== encodeForUrlPart ? encodeForUrlPart(accessToken) : accessToken,
    );
  });

/** Fills the placeholders of a URL. */
export const fillUrl = (text: string, filling: PlaceholderValues): string =>
  fillPlaceholders(text, filling, () => encodeForUrlPart);

/** Fills the placeholders in the strings of a JSON value, but not in its keys. */
export function fillJson(value: unknown, offer: TokenContext): unknown {
  if (typeof value === 'string') return fillWhole(value, offer) ?? fillUnencoded(value, offer);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, offer));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillJson(item, offer)]));
}

const fillWhole = (text: string, { container, getToken }: TokenContext) =>
  text === '{container}' ? container : text === '{get_token}' ? getToken : undefined;

/** The values of the placeholders in a string. */
export const placeholderValues = ({ accessToken, container }: TokenContext) => ({
  accessToken,
  containerId: container.id,
});

/** Fills the placeholders of a string without encoding. */
export const fillUnencoded = (text: string, offer: TokenContext) => fillPlaceholders(text, placeholderValues(offer));

export const fillEachUnencoded = (texts: Readonly<Record<string, string>>, offer: TokenContext) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillUnencoded(text, offer)]));
