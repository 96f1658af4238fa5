import { html, nothing, type TemplateResult, svg, type SVGTemplateResult } from 'lit';
import { fieldContext } from '../../base/fields/field.js';
import type { FormState } from '../../base/fields/form-state.js';
import { figuresSection } from '../../base/text/figures.js';
import type { LaterText } from '../../base/text/locales/en-later.js';
import { pageLanguage, type TextController } from '../../base/text/text.js';
import type { ShownNotice } from '../../schema/consent/notice.js';
import { isMandatory, listsProviders } from '../../schema/consent/notice-points.js';
import { linkLine } from '../../schema/consent/notice-text.js';

/** The icon of each point of the notice, in a square of 24. Icons only decorate: the text has all information. */
const ICONS = new Map<string, SVGTemplateResult>([
  ['selected-providers', svg`<path d="M4 10h16L12 4zM6 10v8M10 10v8M14 10v8M18 10v8M4 20h16" />`],
  ['shared-with-providers', svg`<path d="M4 4h9v5M4 4v16h9v-5M9 12h11M16 8l4 4-4 4" />`],
  ['credit-reference-soft-check', svg`<path d="M4 18a9 9 0 1 1 16 0M12 15l4-5M12 15h.01" />`],
  ['fraud-prevention', svg`<path d="M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM12 8v5M12 16h.01" />`],
  ['withdrawal', svg`<path d="M9 6l-5 5 5 5M4 11h10a5 5 0 0 1 0 10h-2" />`],
]);

/** Returns the icon of a point; `nothing` for the partner's own points. */
function pointIcon(id: string) {
  const icon = ICONS.get(id);
  return icon ? svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>` : nothing;
}

export const noticeShape = html`<ul class="points shape" aria-hidden="true">
  ${[1, 2, 3, 4].map(() => html`<li><i class="icon"></i><i></i><i></i></li>`)}
</ul>`;

/** Renders one line of the notice. The text is set as a property, so that a machine translation stays. */
export const noticeLine = ({ locale }: ShownNotice, text: string): TemplateResult =>
  html`<span data-line lang=${locale} dir="auto" translate="no" .textContent=${text}></span>`;

/**
 * Renders the text between the heading and the box: a row for each point, with the names of the lenders in the row about the lenders.
 * Each line of the notice has an attribute, by which the text is read from the page again. Our own words, such as those about a new
 * tab, do not have it: they do not belong to the notice.
 */
const noticeBody = (text: TextController, notice: ShownNotice): TemplateResult => {
  const { broker, points, links, locale } = notice;
  return html`<div part="text" class="notice" lang=${locale} dir="auto" translate="no">
    ${broker?.lines.map((line) => renderLine(text, line))}
    <ul class="points" role="list">
      ${points.map((point) => renderPoint(point, notice))}
    </ul>
    <div class="links">${links.map((link) => renderLine(text, link))}</div>
  </div>`;
};

const renderLine = (text: TextController, { text: words, url }: { text: string; url?: string | undefined }) =>
  url
    ? html`<p>
        <a href=${url} target="_blank" rel="noopener noreferrer"
          ><span data-line .textContent=${words}></span>
          <span lang=${text.language} translate="yes">${text.term('new-tab')}</span></a
        >
      </p>`
    : html`<p data-line .textContent=${words}></p>`;

function renderPoint(point: ShownNotice['points'][number], { providers, providersHeading }: ShownNotice) {
  const { id, lead, text } = point;
  return html`<li class=${isMandatory(point) ? '' : 'more'}>
    ${pointIcon(id)} ${lead ? html`<strong data-line .textContent=${lead}></strong>` : nothing}
    <p data-line .textContent=${text}></p>
    ${
      listsProviders(point) && providers.length > 0
        ? html`<p data-line .textContent=${providersHeading}></p>
            <ul class="chips" role="list">
              ${providers.map(({ name }) => html`<li data-line .textContent=${name}></li>`)}
            </ul>`
        : nothing
    }
  </li>`;
}

/** Renders the box with its statement, always unticked. */
function noticeBox(form: FormState, notice: ShownNotice): TemplateResult {
  const { mark, notes, invalid, describedBy } = fieldContext(form, 'agree');
  return html`<div part="field" class="field ${mark}">
    ${notes}
    <div class="box">
      <label class="choice">
        <input
          part="input"
          type="checkbox"
          id="agree"
          autocomplete="off"
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
        />
        ${noticeLine(notice, notice.statement)}
      </label>
    </div>
  </div>`;
}

export const noticeFields = (
  step: Parameters<typeof figuresSection>[0] & FormState,
  notice: ShownNotice,
  earlier: string | undefined,
): TemplateResult =>
  html`<p class="note" aria-live="polite" lang=${step.text.language}>
      ${languageNote(step.text, notice.locale) ?? nothing}
    </p>
    ${earlier ? html`<p class="note">${earlier}</p>` : nothing} ${figuresSection(step)} ${noticeBody(step.text, notice)}
    ${noticeBox(step, notice)}`;

export const agreeChoice = (button: (describedBy: string) => TemplateResult, outcome: string): TemplateResult =>
  html`<div class="option">
    ${button('after-agreeing')}
    <p class="hint" id="after-agreeing">${outcome}</p>
  </div>`;

/** Renders the button that declines, and its sentence. `see` shows an earlier consent, after which lenders have the applicant's details. */
export const declineChoice = (
  text: LaterText,
  pending: boolean,
  decline: () => void,
  see: (() => void) | undefined,
): TemplateResult =>
  html`<div class="option" ?hidden=${pending}>
      <button type="button" aria-describedby="after-declining" @click=${decline}>
        ${text.term('consent.decline')}
      </button>
      <p class="hint" id="after-declining">
        ${text.term(see ? 'consent.after-decline.again' : 'consent.after-decline')}
      </p>
    </div>
    ${see ? html`<button type="button" class="plain" @click=${see}>${text.term('consent.see')}</button>` : nothing}`;

/** Safari before 17.4 has no `checkVisibility()`, and browsers before 2024 know only these names of its options. */
const isVisible = (line: Element): boolean =>
  line.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) ?? line.getClientRects().length > 0;

/** Returns the exact text of the notice on the page: its lines in their order. Lines that the page's styles hide are left out. */
export const renderedText = (root: ParentNode): string =>
  [...root.querySelectorAll('[data-line]')]
    .filter(isVisible)
    .map((line) => linkLine(line.textContent, line.closest('a')?.getAttribute('href') ?? null))
    .filter(Boolean)
    .join('\n');

const language = (tag: string) => tag.toLowerCase().split('-')[0]!;

/**
 * Whether the page around a notice was machine-translated. Google and Chrome mark the root element and change its language;
 * Safari and Firefox only change the language; Edge marks translated elements. If the partner's page itself changes to the language of
 * the notice, that is not a translation.
 */
export function isTranslated(locale: string): boolean {
  const { className, lang } = document.documentElement;
  const isOther = ![language(pageLanguage), language(locale)].includes(language(lang));
  return isOther || /\btranslated-(ltr|rtl)\b/.test(className) || !!document.querySelector('[_msttexthash]');
}

/** A sentence that the notice is not in the language of the page; `undefined` if it is. */
function languageNote(text: LaterText, locale: string): string | undefined {
  if (isTranslated(locale)) return text.term('consent.translated');
  const code = language(locale);
  if (code === language(text.language)) return undefined;
  return text.term('consent.language', new Intl.DisplayNames(text.language, { type: 'language' }).of(code)!);
}
