import { getPolicy, withTrustedTypes } from '../policy.js';

interface AttributeTypes {
  getAttributeType?(tag: string, attribute: string, elementNamespace?: string, namespace?: string): string | null;
}

/** Sets the text of a script. */
export const setText = (script: HTMLScriptElement, source: string) =>
  withTrustedTypes(() => (script.text = getPolicy().createScript(source)));

/** Parses markup in an inert document, where nothing runs or loads. */
export const parseMarkup = (markup: string): Document =>
  withTrustedTypes(() => new DOMParser().parseFromString(getPolicy().createHTML(markup), 'text/html'));

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
