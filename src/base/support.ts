import { html, nothing, type TemplateResult } from 'lit';
import { emailLink, pageLink, phoneLink } from '../schema/contact.js';
import type { TextController } from './text/text.js';

/** Renders the contacts of the support team as links; nothing if the settings have none. */
export function supportLine(text: TextController): TemplateResult | typeof nothing {
  const { name, support = {} } = text.settings().partner;
  const { email, url, phone } = support;
  const contacts = [
    email && linkTo(emailLink(email), email),
    url && pageOf(text, url),
    // The digits stay on one line.
    phone && linkTo(phoneLink(phone), phone, phone.replace(/ /g, '\u00a0')),
  ].filter(Boolean);
  if (contacts.length === 0) return nothing;
  return html`<p part="support">
    ${text.term('support', support.name ?? name)}
    ${contacts.map((contact, index) => [index ? ` ${text.term('support.or')} ` : nothing, contact])}
  </p>`;
}

const linkTo = (href: string | undefined, given: string, label = given): unknown =>
  href ? html`<a href=${href}>${label}</a>` : given;

function pageOf(text: TextController, url: string): unknown {
  const href = pageLink(url);
  return href ? newTabLink(text, href, url.replace(/^https:\/\/|\/$/gi, '')) : url;
}

export const newTabLink = (text: TextController, href: string, label: string): TemplateResult =>
  html`<a href=${href} target="_blank" rel="noopener noreferrer">${label} ${text.term('new-tab')}</a>`;
