import { parseUrl } from '../../schema/widget/parse-url.js';
import type { ScriptText } from '../../schema/widget/script-text.js';
import {
  fillAddress,
  placeholderValues,
  fillPlaceholders,
  encodeForAddress,
  type TokenContext,
} from '../hand-off/placeholders.js';
import { pageNonce } from '../load-script.js';
import * as fillIn from './fill-code.js';
import { changeDocument, setAttribute, setText } from './trusted-markup.js';

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
  /** Parses a script, if that is needed to fill it. */
  read?: ((text: string) => ScriptText | undefined) | undefined;
}

/** Whether the embed code is from the backend. */
export const isTrusted = ({ code }: EmbedSource) => typeof code === 'string';

/** The same source, but the placeholder of the token stays. */
const withoutToken = (source: EmbedSource) =>
  isTrusted(source) ? source : { ...source, accessToken: '{access_token}' };

const ADDRESS = /^(src|srcset|imagesrcset|href|xlink:href|action|formaction|data|poster|cite|ping|background)$/;
/** The `type` attributes of classic scripts. */
export const CLASSIC = /^((text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)?$/i;
export const isCode = ({ type }: HTMLScriptElement) =>
  CLASSIC.test(type.trim()) || /^(module|text\/(babel|jsx|typescript))$/i.test(type);

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
  const filling = placeholderValues(source);
  const script = (text: string) => fillIn.fillScript(text, filling, source.read?.(text));
  if (name.startsWith('on')) return script(value);
  if (name === 'style') return fillIn.fillStyle(value, filling);
  if (name === 'srcdoc') return fillDocument(value, source);
  if (!ADDRESS.test(name)) return fillIn.fillTextOrJson(value, filling);
  // A `javascript:` address is decoded before it runs.
  const isScript = parseUrl(value)?.protocol === 'javascript:';
  return isScript ? fillPlaceholders(value, filling, () => inCodeAddress) : fillAddress(value, filling);
}

const inCodeAddress = (value: string) => encodeForAddress(fillIn.encodeForString(value));

/** Whether an attribute in the page's HTML may contain the token: only where an allowed script would look for it. */
function mayHoldToken({ name, value, ownerElement }: Attr, { origins = [] }: EmbedSource): boolean {
  if (ADDRESS.test(name)) return origins.includes(parseUrl(value)?.origin ?? '');
  if (name.startsWith('data-')) return true;
  return ownerElement!.localName.includes('-') && !/^(on|style$|srcdoc$)/.test(name);
}

/** Fills the text of a script. */
export function filledScript(script: HTMLScriptElement, text: string, source: EmbedSource): string {
  const filling = placeholderValues(source);
  if (isCode(script)) return fillIn.fillScript(text, filling, source.read?.(text));
  return fillIn.fillData(text, script.type, filling);
}

/** Fills a copy of a node of `parent`: its attributes, its text, and the content of a template. */
export function fillNode(node: Node, source: EmbedSource, parent: Element | null): void {
  if (node instanceof Element) fillAttributes(node, source);
  else if (node.nodeValue) {
    const fill = parent?.localName === 'style' ? fillIn.fillStyle : fillPlaceholders;
    node.nodeValue = fill(node.nodeValue, placeholderValues(withoutToken(source)));
  }
  if (node instanceof HTMLTemplateElement) fillDescendants(node.content, source);
}

/** Fills all descendants of a node in which scripts do not run. */
function fillDescendants(parent: ParentNode & Node, source: EmbedSource): void {
  for (const node of parent.childNodes) {
    if (!(node instanceof HTMLScriptElement)) {
      fillNode(node, source, parent instanceof Element ? parent : null);
      fillDescendants(node as Element, source);
    } else if (isTrusted(source)) {
      fillAttributes(node, source);
      setText(node, filledScript(node, node.text, source));
    }
  }
}

/** Fills a `srcdoc` document. The page's policy applies to it, so its scripts get the page's nonce. */
const fillDocument = (markup: string, source: EmbedSource) =>
  changeDocument(markup, (root) => {
    fillDescendants(root, source);
    for (const script of root.querySelectorAll('script')) script.setAttribute('nonce', pageNonce());
  });
