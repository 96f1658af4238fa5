/** Parses a URL; `undefined` if it is invalid. The oldest supported browsers have neither `URL.parse` nor `URL.canParse`. */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
