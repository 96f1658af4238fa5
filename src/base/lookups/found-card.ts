import { html, type TemplateResult } from 'lit';
import { dayNumber, today } from '../../schema/fields/dates.js';
import { formatDay, formatsOf } from '../text/formats.js';
import type { FormState } from '../fields/form-state.js';
import { lookupText } from '../text/locales/en-lookup.js';
import type { LookupName } from '../../schema/calls/lookups.js';
import { addressLine, LINES, WARNINGS } from './kinds.js';

const lineOf = ({ draft }: FormState, path: string) =>
  addressLine(Object.fromEntries(LINES.map((line) => [line, draft[`${path}.${line}`]])));

/** The lines of a chosen company: only the parts that its result had. */
function companyLines(form: FormState, filled: readonly string[]): readonly string[] {
  const { draft, text } = form;
  const words = lookupText(text);
  const [day = 0, month = 0, year = 0] = ['day', 'month', 'year'].map((part) =>
    Number(draft[`formation_date.${part}`]),
  );
  const date = { day, month, year };
  const years = Math.floor((dayNumber(today()) - dayNumber(date)) / 10_000);
  const age = years > 0 ? ` (${new Intl.RelativeTimeFormat(formatsOf(text)).format(-years, 'year')})` : '';
  const lines: Record<string, () => string> = {
    registered_number: () => words.term('lookup.number', draft['registered_number']!),
    address: () => lineOf(form, 'address'),
    formation_date: () => words.term('lookup.formed', formatDay(text, date) + age),
  };
  return Object.entries(lines).flatMap(([name, line]) => (filled.includes(name) ? [line()] : []));
}

interface CardOptions {
  name: LookupName;
  path: string;
  /** The id of its button. */
  id: string;
  /** The fields that the result filled in, and the warnings. */
  filled: readonly string[];
  /** The names of these fields and of their inputs, by which the card can be found. */
  names: readonly string[];
  change: () => void;
}

/** Renders the chosen company or address, with a button that goes back to the search. */
export function foundCard(form: FormState, { name, path, id, filled, names, change }: CardOptions): TemplateResult {
  const text = lookupText(form.text);
  const isCompany = name === 'company';
  const title = isCompany ? form.draft['registered_name'] : lineOf(form, path);
  const lines = isCompany ? companyLines(form, filled) : [];
  const warnings = WARNINGS.filter((one) => filled.includes(one));
  return html`<div
    part="card"
    class="card"
    id="${id}-card"
    role="group"
    tabindex="-1"
    aria-labelledby="${id}-title"
    aria-describedby="${id}-lines"
  >
    <p id="${id}-title" class="name"><bdi>${title}</bdi></p>
    <div id="${id}-lines" class="hint">
      ${lines.map((line) => html`<p><bdi>${line}</bdi><span class="hidden">.</span></p> `)}
      ${warnings.map((one) => html`<p part="warning" class="warning">${text.term(`lookup.${one}.card`)}</p> `)}
    </div>
    <button part="change" id=${id} class="plain" type="button" data-fields=${names.join(' ')} @click=${change}>
      ${text.term('lookup.change')}
      <span class="hidden">(${text.term(`lookup.${name}.name`)})</span>
    </button>
  </div>`;
}
