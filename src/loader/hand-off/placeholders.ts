/** The token and the container of a widget, for its placeholders. */
export interface TokenContext {
  accessToken: string;
  getToken: () => Promise<string>;
  container: HTMLElement;
}

/** The values of `{access_token}`, of `{access_token_url}`, which is encoded for a URL, and of `{container_id}`. */
export type PlaceholderValues = Pick<TokenContext, 'accessToken' | 'container'>;

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

/** Fills all placeholders in one pass, so that `$&` or a placeholder inside a token has no effect. Default: unencoded. */
export const fillPlaceholders = (
  text: string,
  { accessToken, container }: PlaceholderValues,
  encodeAt: (at: number) => Encode = () => unencoded,
): string =>
  text.replace(PLACEHOLDER, (_, name: string, at: number) => {
    const encode = encodeAt(at);
    if (name === 'container_id') return encode(container.id);
    return encode(
      name === 'access_token_url' && encode !== encodeForUrlPart ? encodeForUrlPart(accessToken) : accessToken,
    );
  });

/** Fills the placeholders of a URL. */
export const fillUrl = (text: string, filling: PlaceholderValues): string =>
  fillPlaceholders(text, filling, () => encodeForUrlPart);

/** Fills the placeholders in the strings of a JSON value, but not in its keys. */
export function fillJson(value: unknown, offer: TokenContext): unknown {
  if (typeof value === 'string') return fillWhole(value, offer) ?? fillPlaceholders(value, offer);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, offer));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillJson(item, offer)]));
}

const fillWhole = (text: string, { container, getToken }: TokenContext) =>
  text === '{container}' ? container : text === '{get_token}' ? getToken : undefined;

export const fillEachUnencoded = (texts: Readonly<Record<string, string>>, offer: TokenContext) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillPlaceholders(text, offer)]));
