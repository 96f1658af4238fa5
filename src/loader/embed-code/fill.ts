import { parseUrl } from '../../schema/widget/parse-url.js';
import { fillUrl, fillPlaceholders, type TokenContext } from '../hand-off/placeholders.js';
import { pageNonce } from '../load-script.js';
import { getPolicy, trustedTypes, withTrustedTypes, type Policy } from '../policy.js';
import { fillData, fillScript, fillStyle } from './encode.js';

/** Embed code, and the token for its placeholders. */
export interface EmbedSource extends TokenContext {
  /**
   * The string from the backend's settings, or a `<template>` of the page. The string is trusted like code. The template is not
   * trusted: its external scripts load from `origins` only, its inline scripts run only if the page's own policy allows them, and its
   * markup gets the token only in `data-` attributes, in attributes of custom elements, and in URLs of `origins`.
   */
  code: string | HTMLTemplateElement;
  /** Origins whose scripts a `<template>` may load. */
  origins?: readonly string[] | undefined;
}

/** Whether the embed code comes from the backend or from a property, not from the page's HTML. */
export const isTrusted = ({ code }: EmbedSource) => typeof code === 'string';

const ADDRESS = /^(src|srcset|imagesrcset|href|xlink:href|action|formaction|data|poster|cite|ping|background)$/;
/** The `type` attributes of classic scripts. */
export const CLASSIC = /^\s*((text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)?\s*$/i;
export const isCode = (type: string) => CLASSIC.test(type) || /^(module|text\/(babel|jsx|typescript))$/i.test(type);
/** Elements with text that a parser does not decode. */
const RAW = /^(noscript|xmp|iframe|noembed|noframes|plaintext)$/;

/** The values for a placeholder. The token's placeholder stays as it is where the markup of a `<template>` may not contain the token. */
const valuesFor = (source: EmbedSource, mayHoldToken: boolean) =>
  mayHoldToken || isTrusted(source) ? source : { ...source, accessToken: '{access_token}' };

/**
 * Fills the placeholders below an element or a fragment in which scripts do not run. `isMarkup`: the result becomes a string that is
 * parsed again, so elements whose text a parser would not decode are left out.
 */
export function fill(parent: Element | DocumentFragment, source: EmbedSource, isMarkup = false): void {
  const { localName = '' } = parent as Partial<Element>;
  for (const node of Array.from(parent.childNodes)) {
    if (isMarkup && (RAW.test(localName) || node instanceof Comment)) node.remove();
    else if (node instanceof Element) {
      for (const attribute of Array.from(node.attributes)) fillAttribute(node, attribute, source);
      fill(node instanceof HTMLTemplateElement ? node.content : node, source, isMarkup);
    } else if (localName === 'script') {
      const type = (parent as Element).getAttribute('type') ?? '';
      const values = valuesFor(source, true);
      node.nodeValue = isCode(type)
        ? fillScript(node.nodeValue!, values)
        : fillData(node.nodeValue!, values, isMarkup ? `${type} html` : type);
    } else
      node.nodeValue = (localName === 'style' ? fillStyle : fillPlaceholders)(
        node.nodeValue!,
        valuesFor(source, false),
      );
  }
}

/** Fills the placeholders of an attribute, encoded for its type: a URL, code, styles or a document. */
function fillAttribute(element: Element, attribute: Attr, source: EmbedSource): void {
  const { name, value } = attribute;
  const isHandler = name.startsWith('on');
  const mayHold = mayHoldToken(element, attribute, source);
  // The URL of a script is filled when the script loads. Code in the attributes of the page's HTML stays unchanged.
  const stays = element.localName === 'script' ? name === 'src' : !mayHold && (isHandler || name === 'srcdoc');
  if (!value.includes('{') || stays) return;
  const isScript = isHandler || (ADDRESS.test(name) && parseUrl(value)?.protocol === 'javascript:');
  const fillText = isScript ? fillScript : name === 'style' ? fillStyle : ADDRESS.test(name) ? fillUrl : fillData;
  const filled = name === 'srcdoc' ? filledDocument(value, source) : fillText(value, valuesFor(source, mayHold));
  setAttribute(element, attribute, filled);
}

/** Whether an attribute may contain the token. In the page's HTML, only attributes may that an allowed script would read. */
function mayHoldToken({ localName }: Element, { name, value }: Attr, source: EmbedSource): boolean {
  if (isTrusted(source) || name.startsWith('data-')) return true;
  if (ADDRESS.test(name)) return !!source.origins?.includes(parseUrl(value)?.origin ?? '');
  return localName.includes('-') && !/^(on|style$|srcdoc$)/.test(name);
}

/** Fills the placeholders of a `srcdoc` document. The page's policy applies to the document, so its scripts get the page's nonce. */
function filledDocument(markup: string, source: EmbedSource): string {
  const root = parseMarkup(markup).documentElement;
  fill(root, source, true);
  for (const script of root.querySelectorAll('script')) script.setAttribute('nonce', pageNonce());
  // A parser would turn a carriage return into a line feed.
  return `<!doctype html>${root.outerHTML.replaceAll('\r', '&#13;')}`;
}

/** Sets the code of a script. */
export const setText = (script: HTMLScriptElement, source: string) =>
  withTrustedTypes(() => (script.text = getPolicy().createScript(source)));

/** Parses markup in an inert document, where nothing runs or loads. */
export const parseMarkup = (markup: string): Document =>
  withTrustedTypes(() => new DOMParser().parseFromString(getPolicy().createHTML(markup), 'text/html'));

/** Sets an attribute, even one that contains code or markup. */
export function setAttribute(element: Element, { name, namespaceURI }: Attr, value: string): void {
  const type = trustedTypes?.getAttributeType?.(element.localName, name, element.namespaceURI!, namespaceURI ?? '');
  // The method for `TrustedHTML` is `createHTML`.
  const method = type?.replace('Trusted', 'create') as keyof Policy | undefined;
  withTrustedTypes(() => element.setAttributeNS(namespaceURI, name, method ? getPolicy()[method](value) : value));
}
