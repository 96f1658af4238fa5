import { parseUrl } from '../../schema/widget/parse-url.js';
import { fillAddress, fillPlaceholders, placeholderValues, type TokenContext } from '../hand-off/placeholders.js';
import { pageNonce } from '../load-script.js';
import { encodeForMarkup, fillData, fillScript, fillStyle, fillTextOrJson } from './encode.js';
import { parseMarkup, setAttribute, setText } from './markup.js';

/** Embed code, and the token for its placeholders. */
export interface EmbedSource extends TokenContext {
  /**
   * The text from the backend's settings, or a `<template>` of the page. The text is trusted like code. The template is not:
   * its external scripts load from `origins` only, its inline scripts run only if the page's own policy allows them, and its
   * markup gets the token only in `data-` attributes, in attributes of custom elements, and in addresses of `origins`.
   */
  code: string | HTMLTemplateElement;
  /** Origins whose scripts a `<template>` may load. */
  origins?: readonly string[] | undefined;
}

/** Whether the embed code is from the backend or from a property. */
export const isTrusted = ({ code }: EmbedSource) => typeof code === 'string';

/** The same source, but the placeholder of the token stays. */
const withoutToken = (source: EmbedSource) =>
  isTrusted(source) ? source : { ...source, accessToken: '{access_token}' };

const ADDRESS = /^(src|srcset|imagesrcset|href|xlink:href|action|formaction|data|poster|cite|ping|background)$/;
/** The `type` attributes of classic scripts. */
export const CLASSIC = /^\s*((text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)?\s*$/i;
export const isCode = (type: string) => CLASSIC.test(type) || /^(module|text\/(babel|jsx|typescript))$/i.test(type);
/** Elements whose text a parser does not decode. */
const RAW = /^(xmp|iframe|noembed|noframes|plaintext)$/;

/** Fills the attributes of an element, encoded for their context: an address, code, styles or a document. */
export function fillAttributes(element: Element, source: EmbedSource): void {
  for (const attribute of Array.from(element.attributes)) {
    const { name, value } = attribute;
    // The address of a script is set when it is inserted.
    if (!value.includes('{') || (element.localName === 'script' && name === 'src')) continue;
    const isForeign = !isTrusted(source) && !mayHoldToken(attribute, source);
    // Attributes with code in the page's HTML stay unchanged.
    if (isForeign && /^on|^srcdoc$/.test(name)) continue;
    setAttribute(element, attribute, filledAttribute(name, value, isForeign ? withoutToken(source) : source));
  }
}

function filledAttribute(name: string, value: string, source: EmbedSource): string {
  const values = placeholderValues(source);
  if (name === 'style') return fillStyle(value, values);
  if (name === 'srcdoc') return filledDocument(value, source);
  const isScript = name.startsWith('on') || (ADDRESS.test(name) && parseUrl(value)?.protocol === 'javascript:');
  if (isScript) return fillScript(value, values);
  return ADDRESS.test(name) ? fillAddress(value, values) : fillTextOrJson(value, values);
}

/** Whether an attribute in the page's HTML may contain the token: only where an allowed script would look for it. */
function mayHoldToken({ name, value, ownerElement }: Attr, { origins = [] }: EmbedSource): boolean {
  if (ADDRESS.test(name)) return origins.includes(parseUrl(value)?.origin ?? '');
  if (name.startsWith('data-')) return true;
  return ownerElement!.localName.includes('-') && !/^(on|style$|srcdoc$)/.test(name);
}

/** Fills the text of a script. */
export function filledScript(type: string, text: string, source: EmbedSource): string {
  const values = placeholderValues(source);
  return isCode(type) ? fillScript(text, values) : fillData(text, type, values);
}

/** Fills a copy of a node of `parent`: its attributes, its text, and the content of a template. */
export function fillNode(node: Node, source: EmbedSource, parent: Element | null, isMarkup = false): void {
  if (node instanceof Element) fillAttributes(node, source);
  else if (node.nodeValue) {
    const values = placeholderValues(withoutToken(source));
    const isRaw = isMarkup && RAW.test(parent?.localName ?? '');
    node.nodeValue =
      parent?.localName === 'style'
        ? fillStyle(node.nodeValue, values)
        : fillPlaceholders(node.nodeValue, values, isRaw ? () => encodeForMarkup : undefined);
  }
  if (node instanceof HTMLTemplateElement) fillDescendants(node.content, source, isMarkup);
}

/** Fills all descendants of a node in which scripts do not run. `isMarkup`: they become a text that is parsed again. */
function fillDescendants(parent: ParentNode & Node, source: EmbedSource, isMarkup: boolean): void {
  for (const node of Array.from(parent.childNodes)) {
    const name = node instanceof Element ? node.localName : node.nodeName;
    if (isMarkup && /^(noscript|#comment)$/.test(name)) node.remove();
    else if (name !== 'script') {
      fillNode(node, source, parent instanceof Element ? parent : null, isMarkup);
      fillDescendants(node as Element, source, isMarkup);
    } else if (isTrusted(source)) fillScriptTag(node as Element, source);
  }
}

function fillScriptTag(script: Element, source: EmbedSource): void {
  fillAttributes(script, source);
  const text = filledScript(script.getAttribute('type') ?? '', script.textContent ?? '', source);
  if (script instanceof HTMLScriptElement) setText(script, text);
  else script.textContent = text;
}

/** Fills a `srcdoc` document. The page's policy applies to it, so its scripts get the page's nonce. */
function filledDocument(markup: string, source: EmbedSource): string {
  const root = parseMarkup(markup).documentElement;
  fillDescendants(root, source, true);
  for (const script of root.querySelectorAll('script')) script.setAttribute('nonce', pageNonce());
  // A parser would make another line break of it.
  return `<!doctype html>${root.outerHTML.replaceAll('\r', '&#13;')}`;
}
