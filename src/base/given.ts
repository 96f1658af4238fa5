import { html, nothing, type ReactiveControllerHost } from 'lit';
import { ruleFor } from '../schema/field-rules.js';
import type { Settings } from '../schema/session.js';
import type { FormState } from './field.js';
import { notRight } from './not-right.js';
import { fieldKey } from './text.js';

/** A statement that is sent without being asked: its label, and its answer in words. */
export type Given = readonly [label: string, answer: string];

type Choices = Settings['company_types'];

/** The one entry of a list that is sent without a question, or what was filled in instead of it. */
export function givenChoice({ text, settings }: FormState, path: string, choices: Choices, filled?: string) {
  if (choices.length > 1 || ruleFor(settings.fields, path) === 'hidden') return undefined;
  const choice = choices.find(({ value }) => value === filled) ?? (filled ? { value: filled } : choices[0]!);
  return [text.term(`${fieldKey(path) as 'type'}.label`), text.choice(choice)] as const;
}

/** The country of the business's address. */
export const givenCountry = ({ text, settings }: FormState): Given => [
  text.term('given.company-country'),
  text.country(settings.country_code),
];

type Only = typeof import('./status-only.js');
let only: Only | undefined;

/** What says who can apply, once it is loaded: few backends make it necessary. What does not come is asked for again. */
export function onlyOf(form?: ReactiveControllerHost): Only | undefined {
  const take = (module: Only) => {
    only = module;
    form!.requestUpdate();
  };
  if (form && !only) import('./status-only.js').then(take, () => undefined);
  return only;
}

/**
 * What the application says without a question, before anything is typed: who cannot truly say it finds out here, and not
 * at the end.
 */
export function givenBox(form: FormState & ReactiveControllerHost, given: readonly (Given | undefined)[]) {
  const { text, settings } = form;
  const lines = given.filter((one): one is Given => !!one);
  const isOnly =
    ruleFor(settings.fields, 'applicant.addresses.status') === 'required' && !settings.residential_statuses[1];
  const notice = isOnly ? onlyOf(form)?.onlyNotice(text) : undefined;
  if (lines.length === 0 && !notice) return nothing;
  return html`<div part="notice" class="notice">
    ${notice}
    ${
      lines.length
        ? html`<p>${text.term('given')}</p>
            <ul role="list">
              ${lines.map(([label, answer]) => html`<li>${label}: <strong>${answer}</strong></li>`)}
            </ul>
            ${notRight(text, lines.map(([label]) => label).join(', '))}`
        : nothing
    }
  </div>`;
}
