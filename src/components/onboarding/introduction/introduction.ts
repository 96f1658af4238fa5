// The introduction before the first step. It loads if the page wants one, and the applicant may not have begun.
import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { addStyles } from '../../../base/look/add-styles.js';
import type { TextController } from '../../../base/text/text.js';
import { settingsFor } from '../../../schema/company-types.js';
import { closestTag } from '../../../schema/consent/language-tags.js';
import { ruleFor } from '../../../schema/fields/field-rules.js';
import type { Settings } from '../../../schema/settings.js';
import { heldDraft, type Journey } from '../journey.js';
import { introductionText } from './introduction.sentences.js';

/** The introduction: one heading, a line for each fact with its icon, and one button. */
const introductionStyles = css`
  .introduction,
  [name='intro'] {
    display: grid;
    gap: var(--_space-field);
    justify-items: start;
  }
  ::slotted([slot='funding']) {
    margin: 0;
  }
  ::slotted(a) {
    margin-block: calc(-1 * var(--_space-row));
    padding-block: var(--_space-row);
  }
  .facts {
    display: grid;
    gap: var(--_space-inner);
    list-style: none;
  }
  .facts > li {
    display: grid;
    grid-template-columns: 1.75em 1fr;
    gap: var(--_space-row);
  }
  .facts svg {
    width: 1.75em;
    height: 1.75em;
    fill: none;
    stroke: var(--_accent);
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .facts ul {
    display: grid;
    align-content: start;
    gap: var(--_space-label);
    margin-block-start: var(--_space-label);
    padding-inline-start: 1em;
    color: var(--_muted);
    list-style: none;
  }
  .facts ul > li {
    position: relative;
  }
  .facts ul > li::before {
    position: absolute;
    inset-block-start: 0.6em;
    inset-inline-start: -1em;
    border: 0.16em solid var(--_accent);
    border-radius: 50%;
    content: '';
  }
  .introduction .primary {
    /* The full width in a narrow place. */
    min-width: clamp(min(12rem, 100%), (30rem - 100%) * 999, 100%);
  }
`;

const CLOCK = svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`;
const LIST = svg`<rect x="5" y="4" width="14" height="17" rx="2"/><path d="M9 4V3h6v1M9 10h6M9 14h6"/>`;
const SHIELD = svg`<path d="M12 3l8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6z"/><path d="M9 12l2 2 4-4"/>`;

/** Shows the introduction until the applicant starts, or turns out to have begun before. */
export async function introduce(journey: Journey): Promise<void> {
  const { host } = journey;
  addStyles(host, introductionStyles);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // After a reload, the applicant may have begun.
  if (heldDraft.current || navigation?.type !== 'navigate') {
    await journey.loadSession().catch(() => undefined);
    await journey.restoring;
  }
  journey.renderIntroduction = (text) => renderIntroduction(text, journey);
  host.requestUpdate();
  await host.updateComplete;
  // The settings may remove details. The room of the list stays, so that nothing below it moves.
  const list = host.renderRoot.querySelector<HTMLElement>('.facts ul');
  if (list && !journey.session) list.style.minHeight = `${list.getBoundingClientRect().height}px`;
}

function renderIntroduction(shared: TextController, journey: Journey): TemplateResult {
  const text = introductionText(shared);
  const { session, steps } = journey;
  return html`<div part="introduction" class="introduction">
    <slot name="logo"></slot>
    <slot name="intro">
      <div class="head"><h2 part="heading" tabindex="-1">${text.term('introduction.heading')}</h2></div>
      <slot name="funding"></slot>
      <ul class="facts" role="list">
        ${fact(CLOCK, text.term('introduction.time'))}
        ${fact(LIST, text.term('introduction.need'), needs(shared, journey))}
        ${steps.includes('consent') ? fact(SHIELD, text.term('introduction.score')) : nothing}
      </ul>
    </slot>
    <button part="start" class="primary" type="button" @click=${() => journey.go(journey.shown)}>
      ${text.term('introduction.start')}
    </button>
    <slot name="help"></slot><slot name="privacy"></slot>
    ${session?.settings.partner.name ? html`<p class="hint">${text.term('introduction.who')}</p>` : nothing}
    ${aboutBroker(text, session?.settings.brokerLines)}
  </div>`;
}

/** The lines about the broker, each in the page's language, or in the first of its languages. */
function aboutBroker(text: TextController, lines: Settings['brokerLines'] = []) {
  const link = (words: string, url: string) =>
    html`<a href=${url} target="_blank" rel="noopener noreferrer"
      >${words} <span lang=${text.language}>${text.term('new-tab')}</span></a
    >`;
  return lines.map(({ texts, url }) => {
    const tags = Object.keys(texts);
    const locale = closestTag(tags, text.requestedLanguage()) ?? tags[0]!;
    const words = texts[locale]!;
    return html`<p class="hint" lang=${locale} dir="auto">${url ? link(words, url) : words}</p>`;
  });
}

const fact = (icon: SVGTemplateResult, lead: string, details: readonly string[] = []) =>
  html`<li>
    <svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>
    <div>
      <b>${lead}</b>
      ${
        details.length > 0
          ? html`<ul role="list">
              ${details.map((detail) => html`<li>${detail}</li>`)}
            </ul>`
          : nothing
      }
    </div>
  </li>`;

/** Things for the forms that applicants need to look up. */
function needs(shared: TextController, { steps }: Journey): string[] {
  const text = introductionText(shared);
  const { fields, addressHistoryYears } = settingsFor(shared.settings());
  const isAsked = (path: string) => ruleFor(fields, path) !== 'hidden';
  const years = isAsked('applicant.addresses.start_date') ? addressHistoryYears : 0;
  return [
    isAsked('company.registered_number') && text.term('introduction.need.number'),
    isAsked('company.formation_date') && isAsked('company.trading_from_date') && text.term('introduction.need.dates'),
    isAsked('applicant.addresses.line_1') && text.term('introduction.need.addresses', years),
    steps.includes('prequalification') && text.term('introduction.need.figures'),
    steps.includes('documents') && text.term('introduction.need.documents'),
  ].filter((need) => typeof need === 'string');
}
