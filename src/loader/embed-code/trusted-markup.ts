import { getPolicy, withTrustedTypes } from '../policy.js';

interface AttributeTypes {
  getAttributeType?(tag: string, attribute: string, elementNamespace?: string, namespace?: string): string | null;
}

/** Sets the text of a script. */
export const setText = (script: HTMLScriptElement, source: string) =>
  withTrustedTypes(() => (script.text = getPolicy().createScript(source)));

/** Parses markup in an inert document, where no script runs. */
const parseMarkup = (markup: string) =>
  withTrustedTypes(() => new DOMParser().parseFromString(getPolicy().createHTML(markup), 'text/html'));

/** Parses markup as the body of a page. */
export const parseBody = (markup: string) => parseMarkup(`<body>${markup}`).body;

/** Changes a whole document in text form. */
export function changeDocument(markup: string, change: (root: Element) => void): string {
  const root = parseMarkup(markup).documentElement;
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

/** Sets an attribute, also one with code or markup. */
export function setAttribute(element: Element, { name, namespaceURI }: Attr, value: string): void {
  const { trustedTypes } = globalThis as { trustedTypes?: AttributeTypes };
  const type = trustedTypes?.getAttributeType?.(element.localName, name, element.namespaceURI!, namespaceURI ?? '');
  const policy = getPolicy();
  const trusted = () => {
    if (type === 'TrustedHTML') return policy.createHTML(value);
    if (type === 'TrustedScript') return policy.createScript(value);
    return type === 'TrustedScriptURL' ? policy.createScriptURL(value) : value;
  };
  withTrustedTypes(() => element.setAttributeNS(namespaceURI, name, trusted()));
}

/** Copies the attributes of a script, except its address. */
export function copyAttributes(from: Element, to: HTMLScriptElement, isTrusted: boolean): void {
  for (const attribute of from.attributes) {
    if (attribute.name === 'src') continue;
    // Handlers in the page's HTML are skipped, because its own policy decides about them.
    if (isTrusted || !attribute.name.startsWith('on')) setAttribute(to, attribute, attribute.value);
  }
}
