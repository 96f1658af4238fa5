import { html, nothing, type TemplateResult } from 'lit';
import { emailLink, pageLink, phoneLink } from '../schema/contact.js';
import type { TextController } from './text/text.js';

/** Renders the contacts of the support team as links; nothing if the settings have none. */
export function supportLine(text: TextController): TemplateResult | typeof nothing {
  const { name, support = {} } = text.settings().partner;
  const { email, url, phone } = support;
  const contacts = [email && emailOf(email), url && pageOf(text, url), phone && phoneOf(phone)].filter(Boolean);
  if (contacts.length === 0) return nothing;
  return html`<p part="support">
    ${text.term('support', support.name ?? name)}
    ${contacts.map((contact, index) => [index ? ` ${text.term('support.or')} ` : nothing, contact])}
  </p>`;
}

function emailOf(email: string): unknown {
  const href = emailLink(email);
  return href ? html`<a href=${href}>${email}</a>` : email;
}

function pageOf(text: TextController, url: string): unknown {
  const href = pageLink(url);
  if (!href) return url;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer"
    >${url.replace(/^https:\/\/|\/$/gi, '')} ${text.term('new-tab')}</a
  >`;
}

/** Keeps the digits on one line. */
function phoneOf(phone: string): unknown {
  const href = phoneLink(phone);
  return href ? html`<a href=${href}>${phone.replace(/ /g, '\u00a0')}</a>` : phone;
}
