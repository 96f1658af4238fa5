import * as fillIn from './embed-code-fill.js';
import type { ScriptText } from '../schema/widget/script-text.js';
import { fillAddress, fillingOf, fillPlaceholders, inAddress, type Offer } from './fill.js';
import { pageNonce } from './load-script.js';
import { changeDocument, setAttribute, setText } from './trusted-markup.js';

/** Embed code, and the token that is to go into it. */
export interface EmbedSource extends Offer {
  /**
   * The text from the backend's settings, or a `<template>` of the page. The first is trusted like code. The page's
   * HTML is not: its external scripts come from `origins` only, its inline ones run only where the page's own policy
   * would run them, and its markup gets the token only in `data-` attributes, in attributes of custom elements, and in
   * addresses of `origins`.
   */
  code: string | HTMLTemplateElement;
  /** Origins whose scripts a `<template>` may load. */
  origins?: readonly string[] | undefined;
  /** Reads a script, where that is needed to fill it. */
  read?: ((text: string) => ScriptText | undefined) | undefined;
}

/** Whether it is the backend’s. */
export const isTrusted = ({ code }: EmbedSource) => typeof code === 'string';

/** With the placeholder left where the token would be. */
const without = (source: EmbedSource) => (isTrusted(source) ? source : { ...source, accessToken: '{access_token}' });

const ADDRESS = /^(src|srcset|imagesrcset|href|xlink:href|action|formaction|data|poster|cite|ping|background)$/;
/** The types of scripts that run as classic scripts, and of modules. */
export const CLASSIC = /^((text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)?$/i;
export const isCode = ({ type }: HTMLScriptElement) =>
  CLASSIC.test(type.trim()) || /^(module|text\/(babel|jsx|typescript))$/i.test(type);

/** Fills the attributes of an element, each in the way of its place: an address, code, styles, a document. */
export function fillAttributes(element: Element, source: EmbedSource): void {
  for (const attribute of Array.from(element.attributes)) {
    const { name, value } = attribute;
    // The address of a script is given when it is put in.
    if (!value.includes('{') || (element.localName === 'script' && name === 'src')) continue;
    const isForeign = !isTrusted(source) && !mayHold(attribute, source);
    // Attributes that the page has written, and that are code, stay as they are.
    if (isForeign && /^on|^srcdoc$/.test(name)) continue;
    setAttribute(element, attribute, filledAttribute(name, value, isForeign ? without(source) : source));
  }
}

function filledAttribute(name: string, value: string, source: EmbedSource): string {
  const filling = fillingOf(source);
  const script = (text: string) => fillIn.fillScript(text, filling, source.read?.(text));
  if (name.startsWith('on')) return script(value);
  if (name === 'style') return fillIn.fillStyle(value, filling);
  if (name === 'srcdoc') return fillDocument(value, source);
  if (!ADDRESS.test(name)) return fillIn.fillText(value, filling);
  // An address that is code is decoded before it runs.
  const isScript = URL.canParse(value) && new URL(value).protocol === 'javascript:';
  return isScript ? fillPlaceholders(value, filling, () => inCodeAddress) : fillAddress(value, filling);
}

const inCodeAddress = (value: string) => inAddress(fillIn.inString(value));

/** Where markup of the page may have the token: where only a script that is allowed would look for it. */
function mayHold({ name, value, ownerElement }: Attr, { origins = [] }: EmbedSource): boolean {
  if (ADDRESS.test(name)) return URL.canParse(value) && origins.includes(new URL(value).origin);
  if (name.startsWith('data-')) return true;
  return ownerElement!.localName.includes('-') && !/^(on|style$|srcdoc$)/.test(name);
}

/** The text of a script, filled. */
export function filledScript(script: HTMLScriptElement, text: string, source: EmbedSource): string {
  const filling = fillingOf(source);
  if (isCode(script)) return fillIn.fillScript(text, filling, source.read?.(text));
  return fillIn.fillData(text, script.type, filling);
}

/** Fills a copy of a node of `parent`: its attributes, its text, and all that a template holds. */
export function fillNode(node: Node, source: EmbedSource, parent: Element | null): void {
  if (node instanceof Element) fillAttributes(node, source);
  else if (node.nodeValue) {
    const fill = parent?.localName === 'style' ? fillIn.fillStyle : fillPlaceholders;
    node.nodeValue = fill(node.nodeValue, fillingOf(without(source)));
  }
  if (node instanceof HTMLTemplateElement) fillAll(node.content, source);
}

/** Fills all that is in a node; scripts do not run there. */
function fillAll(parent: ParentNode & Node, source: EmbedSource): void {
  for (const node of parent.childNodes) {
    if (!(node instanceof HTMLScriptElement)) {
      fillNode(node, source, parent instanceof Element ? parent : null);
      fillAll(node as Element, source);
    } else if (isTrusted(source)) {
      fillAttributes(node, source);
      setText(node, filledScript(node, node.text, source));
    }
  }
}

/** A document in an attribute obeys the policy of the page: its scripts need the page’s nonce. */
const fillDocument = (markup: string, source: EmbedSource) =>
  changeDocument(markup, (root) => {
    fillAll(root, source);
    for (const script of root.querySelectorAll('script')) script.setAttribute('nonce', pageNonce());
  });
