import { fillText, type Offer } from './fill.js';

/** Embed code, and the token that is to go into it. */
export interface EmbedSource extends Offer {
  /**
   * The text from the backend's settings, or a `<template>` of the page. The first is trusted like code. What stands in the
   * page's HTML is not: its external scripts come from `origins` only, its inline ones run only where the page's own policy
   * would run them, and its markup gets the token only in `data-` attributes, in attributes of custom elements, and in
   * addresses of `origins`.
   */
  code: string | HTMLTemplateElement;
  /** Origins whose scripts a `<template>` may load. */
  origins?: readonly string[] | undefined;
}

/** Whether it is the backend’s. */
export const isTrusted = ({ code }: EmbedSource) => typeof code === 'string';

const ADDRESS = /^(src|href|xlink:href|action|formaction|data|poster|cite|ping)$/;

/** Every attribute gets its token in the way of its place: into an address encoded, into code as part of a string. */
export function fillAttributes(element: Element, source: EmbedSource): void {
  for (const attribute of element.attributes) {
    if (attribute.value.includes('{')) attribute.value = fillText(attribute.value, at(attribute, source));
  }
}

function at(attribute: Attr, source: EmbedSource): EmbedSource {
  const { name, value } = attribute;
  if (!isTrusted(source) && !mayHold(attribute, source)) return without(source);
  if (name.startsWith('on')) return quoted(source);
  if (name === 'srcdoc') return escaped(source);
  if (!ADDRESS.test(name)) return source;
  // An address that is code is decoded before it runs.
  return encoded(isCode(value) ? quoted(source) : source);
}

/** Where markup of the page may have the token: where only a script that is allowed would look for it. */
function mayHold({ name, value, ownerElement }: Attr, { origins = [] }: EmbedSource): boolean {
  if (ADDRESS.test(name)) return URL.canParse(value) && origins.includes(new URL(value).origin);
  if (name.startsWith('data-')) return true;
  return ownerElement!.localName.includes('-') && !/^(on|style$|srcdoc$)/.test(name);
}

/** With the placeholder left where the token would be. */
export const without = (source: EmbedSource) => ({ ...source, accessToken: '{access_token}' });

const isCode = (address: string) => URL.canParse(address) && new URL(address).protocol === 'javascript:';

/** With the token as an address takes it. */
export const encoded = (source: EmbedSource) => ({ ...source, accessToken: encodeURIComponent(source.accessToken) });
const quoted = (source: EmbedSource) => ({ ...source, accessToken: inString(source.accessToken) });
const escaped = (source: EmbedSource) => ({
  ...source,
  accessToken: source.accessToken.replace(/[^\w]/gu, (unit) => `&#${unit.codePointAt(0)};`),
});

/** A token inside a string of a script, whatever its quotes: what is no letter or digit is escaped. */
export const inString = (token: string) =>
  token.replace(/[^\w]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
