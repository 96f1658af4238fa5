import { html, nothing, type TemplateResult } from 'lit';
import { addressLink, phoneLink } from '../schema/contact.js';
import type { TextController } from './text.js';

/** Whom the applicant can turn to, with links; nothing where the settings give neither an address nor a telephone number. */
export function supportLine(text: TextController): TemplateResult | typeof nothing {
  const { name, support = {} } = text.settings().partner;
  const { address, phone } = support;
  const ways = [address && addressOf(text, address), phone && phoneOf(phone)].filter((way) => way);
  if (ways.length === 0) return nothing;
  // "or" goes between two ways: they are put back into the list of their places.
  const list = new Intl.ListFormat(text.spoken, { type: 'disjunction' }).formatToParts(ways.map((_, at) => String(at)));
  return html`<p part="support">
    ${text.term('support', support.name ?? name)}
    ${list.map(({ type, value }) => (type === 'element' ? ways[Number(value)] : value))}
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

/** Its digits stay on one line. */
function phoneOf(phone: string): unknown {
  const href = phoneLink(phone);
  return href ? html`<a href=${href}>${phone.replace(/ /g, '\u00a0')}</a>` : phone;
}
