import { css, html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../../../base/look/add-styles.js';
import type { LendingElement } from '../../../base/element.js';
import { dateAndTime } from '../../../base/text/formats.js';
import type { TextController } from '../../../base/text/text.js';
import { DRAFT_DAYS } from '../../../schema/calls/limits.js';
import type { DraftStatus } from './draft-table.js';
import { savingText } from './saving.sentences.js';

export const savedStyles = css`
  .saved {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-tight);
    padding-block-start: var(--_space-tight);
    border-block-start: 1px solid var(--_line);
  }
  .saved [aria-live] {
    font-weight: 600;
  }
  .saved .mark {
    color: var(--_success);
  }
  .saved button {
    font-size: var(--_text-small);
  }
  .saved .more {
    width: 100%;
  }
  .choice h3 {
    margin-block-end: var(--_space-label);
  }
  .choice {
    margin-block-end: var(--_space-field);
    padding: var(--_space-inner);
    border: 1.5px solid var(--_accent);
    border-radius: var(--_radius);
  }
`;

/** The line below a step. */
interface StatusLine {
  told: DraftStatus;
  /** Whether screen readers announce the status: only if it changes the applicant's situation. */
  isNews: boolean;
  isSaved: boolean;
  isOpen: boolean;
  open: () => void;
  /** Deletes the saved draft, or saves again. */
  act: () => void;
}

/** Renders the status below a step in one line, and the details that it opens, with the button that deletes the saved draft. */
export function renderStatus(shared: TextController, line: StatusLine): TemplateResult {
  const { told, isSaved, isOpen } = line;
  const isNews = line.isNews && told !== 'nothing';
  const text = savingText(shared);
  const isOff = told === 'off' || told === 'ended';
  const canOpen = isSaved && !['nothing', 'conflict', 'stranger', 'closed'].includes(told);
  const status = text.maybe(`saved.${told}`) ?? '';
  const quiet = told === 'nothing' ? text.term('saved.will', DRAFT_DAYS) : status;
  const isShort = told === 'saved' || told === 'saving';
  const mark = html`<span class="mark" aria-hidden="true">${told === 'saved' ? '✓' : nothing}</span>`;
  return html`<div part="saved" class="saved">
    <p class=${isShort || !isNews ? 'hint' : ''}>
      ${isNews ? nothing : quiet}<span aria-live="polite">${isNews ? status : nothing}</span> ${mark}
      <span aria-hidden="true">${isShort && canOpen ? '·' : nothing}</span>
    </p>
    ${
      canOpen
        ? html`<button class="plain" type="button" aria-expanded=${isOpen} @click=${line.open}>
            ${text.term('saved.details')}
          </button>`
        : nothing
    }
    ${isOff || (isOpen && (canOpen || told === 'saving')) ? renderMore(shared, line, isOff) : nothing}
  </div>`;
}

function renderMore(shared: TextController, { told, act }: StatusLine, isOff: boolean): TemplateResult {
  const text = savingText(shared);
  return html`<div class="more">
    ${isOff ? nothing : html`<p class="hint">${text.term('saved.how', DRAFT_DAYS)}</p>`}
    <button class="plain" type="button" aria-disabled=${told === 'deleting' ? 'true' : nothing} @click=${act}>
      ${text.term(isOff ? 'saved.save' : 'saved.delete')}
    </button>
  </div>`;
}

/** Renders the choice between the drafts of two devices above a step. Nothing is lost until the applicant chooses. */
export function renderChoice(
  shared: TextController,
  savedAt: string,
  takeTheirs: () => void,
  keepMine: () => void,
): TemplateResult {
  const text = savingText(shared);
  return html`<div part="choice" class="choice" role="group" aria-labelledby="choice">
    <h3 id="choice">${text.term('saved.conflict.heading')}</h3>
    <p>${text.term('saved.conflict.body', dateAndTime(text, savedAt))}</p>
    <div class="actions">
      <button type="button" @click=${takeTheirs}>${text.term('saved.theirs')}</button>
      <button type="button" @click=${keepMine}>${text.term('saved.mine')}</button>
    </div>
  </div>`;
}

/** Returns the line about answers that nobody saves. `save`: the applicant can save them again. */
export function pageOnlyLine(host: LendingElement): (save?: () => void) => TemplateResult {
  addStyles(host, savedStyles);
  return (save) => {
    const text = savingText(host.text);
    return html`<div part="saved" class="saved">
      <p class="hint">${text.term('saved.page')}</p>
      ${save ? html`<button class="plain" type="button" @click=${save}>${text.term('saved.save')}</button>` : nothing}
    </div>`;
  };
}
