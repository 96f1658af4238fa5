import { html, nothing, type TemplateResult } from 'lit';
import { pageLink } from '../../schema/contact.js';
import { newTabLink, supportLine } from '../support.js';
import type { TextController } from '../text/text.js';
import { fieldRule, type FormState } from './form-state.js';
import { rareInput } from './load-rare-input.js';

/** Renders a statement that the applicant cannot change, with a question that opens help if it is not true. */
export function reportError(
  text: TextController,
  statement: unknown,
  question: unknown,
  isSent = false,
): TemplateResult {
  const { text: own, url } = text.settings().reportError;
  const link = url && pageLink(url);
  return html`<details part="report-error" class="given">
    <summary>${statement} <b>${question}</b></summary>
    <p>${own ?? text.maybe(isSent ? 'report-error.sent' : 'report-error.text')}</p>
    ${link ? html`<p>${newTabLink(text, link, text.term('report-error.link'))}</p>` : nothing}
    ${own ? nothing : supportLine(text)}
  </details>`;
}

/** A line about the only type of business, which is sent without a question, so that the applicant for another one finds out early. */
export function onlyCompanyType(form: FormState) {
  const { text, settings, draft } = form;
  const [only, other] = settings.companyTypes;
  if (other || fieldRule(form, 'type') === 'hidden') return nothing;
  const { type: value = only!.value } = draft;
  const type = text.choice(value === only!.value ? only! : { value });
  const isBritish =
    /^(UK|GB)$/i.test(settings.countryCode) && !settings.countries?.[0] && type === text.choice({ value: 'ltd' });
  return reportError(text, text.term(isBritish ? 'given.ltd' : 'given', type), text.term('given.other'));
}

/** Says at the top of a form who can apply, if the backend requires the only residential status. */
export function eligibilityNotice(form: FormState) {
  const { fields, residentialStatuses } = form.settings;
  const isOnly = fields['applicant.addresses.status'] === 'required' && !residentialStatuses[1];
  return isOnly ? rareInput(form)?.eligibilityNotice(form.text) : nothing;
}
