import { getPolicy, within } from './policy.js';

interface AttributeTypes {
  getAttributeType?(tag: string, attribute: string, elementNamespace?: string, namespace?: string): string | null;
}

/** Gives a script its text. */
export const setText = (script: HTMLScriptElement, source: string) =>
  within(() => (script.text = getPolicy().createScript(source)));

/** Reads markup into a document of its own, in which nothing runs. */
const parse = (markup: string) =>
  within(() => new DOMParser().parseFromString(getPolicy().createHTML(markup), 'text/html'));

/** Reads markup as what stands in the body of a page. */
export const parseBody = (markup: string) => parse(`<body>${markup}`).body;

/** Changes a whole document that is written as text. */
export function changeDocument(markup: string, change: (root: Element) => void): string {
  const root = parse(markup).documentElement;
  change(root);
  return `<!doctype html>${toMarkup(root)}`;
}

const EMPTY = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const RAW = /^(style|script|xmp|iframe|noembed|noframes|plaintext)$/;
const escape = (text: string) => text.replace(/[&<>"\r\u00A0]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function toMarkup(node: Node): string {
  const { parentElement } = node;
  if (node instanceof Text) return RAW.test(parentElement?.localName ?? '') ? node.data : escape(node.data);
  if (!(node instanceof Element)) return '';
  const { localName } = node;
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${escape(value)}"`);
  if (EMPTY.test(localName)) return `<${localName}${attributes.join('')}>`;
  const { childNodes } = node instanceof HTMLTemplateElement ? node.content : node;
  return `<${localName}${attributes.join('')}>${[...childNodes].map(toMarkup).join('')}</${localName}>`;
}

/** Gives an element an attribute, also one that is code or markup. */
export function setAttribute(element: Element, { name, namespaceURI }: Attr, value: string): void {
  const { trustedTypes } = globalThis as { trustedTypes?: AttributeTypes };
  const type = trustedTypes?.getAttributeType?.(element.localName, name, element.namespaceURI!, namespaceURI ?? '');
  const policy = getPolicy();
  const trusted = () => {
    if (type === 'TrustedHTML') return policy.createHTML(value);
    if (type === 'TrustedScript') return policy.createScript(value);
    return type === 'TrustedScriptURL' ? policy.createScriptURL(value) : value;
  };
  within(() => element.setAttributeNS(namespaceURI, name, trusted()));
}

/** Gives a script the attributes of another one, but for its address. */
export function copyAttributes(from: Element, to: HTMLScriptElement, isTrusted: boolean): void {
  for (const attribute of from.attributes) {
    if (attribute.name === 'src') continue;
    // Handlers of the page's own markup are not this library's to allow.
    if (isTrusted || !attribute.name.startsWith('on')) setAttribute(to, attribute, attribute.value);
  }
}
