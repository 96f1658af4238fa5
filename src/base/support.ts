import { html, nothing, type TemplateResult } from 'lit';
import { addressLink, phoneLink } from '../schema/contact.js';
import type { TextController } from './text/text.js';

/** Renders the contacts of the support team as links; nothing if the settings have neither an address nor a telephone number. */
export function supportLine(text: TextController): TemplateResult | typeof nothing {
  const { name, support = {} } = text.settings().partner;
  const { address, phone } = support;
  const ways = [address && addressOf(text, address), phone && phoneOf(phone)].filter((way) => way);
  if (ways.length === 0) return nothing;
  return html`<p part="support">
    ${text.term('support', support.name ?? name)} ${ways[0]}
    ${ways[1] ? html`${text.term('support.or')} ${ways[1]}` : nothing}
  </p>`;
}

function addressOf(text: TextController, address: string): unknown {
  const href = addressLink(address);
  if (!href) return address;
  if (href.startsWith('mailto:')) return html`<a href=${href}>${address}</a>`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer"
    >${address.replace(/^https:\/\/|\/$/gi, '')} ${text.term('new-tab')}</a
  >`;
}

/** Keeps the digits on one line. */
function phoneOf(phone: string): unknown {
  const href = phoneLink(phone);
  return href ? html`<a href=${href}>${phone.replace(/ /g, '\u00a0')}</a>` : phone;
}
