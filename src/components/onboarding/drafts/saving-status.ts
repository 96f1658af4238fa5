import { css, html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../../../base/look/add-styles.js';
import type { LendingElement } from '../../../base/element.js';
import { dateAndTime } from '../../../base/text/formats.js';
import type { TextController } from '../../../base/text/text.js';
import { DRAFT_DAYS } from '../../../schema/calls/limits.js';
import { savingText } from './saving.sentences.js';

export type SavingStatus =
  'nothing' | 'saved' | 'taken' | 'failed' | 'deleting' | 'kept' | 'off' | 'conflict' | 'stranger' | 'closed';

export const savedStyles = css`
  .saved {
    display: grid;
    gap: 0;
    justify-items: start;
    margin-block-start: var(--_space-field);
    padding-block-start: var(--_space-inner);
    border-block-start: 1px solid var(--_line);
  }
  .saved [aria-live] {
    font-weight: 600;
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

/** Renders the status below a step, and the button that deletes the saved draft. Screen readers read it only when it changes. */
export function renderStatus(
  shared: TextController,
  told: SavingStatus,
  isSaved: boolean,
  act: () => void,
): TemplateResult {
  const text = savingText(shared);
  const isOff = told === 'off';
  const canAct = isOff || (isSaved && !['nothing', 'conflict', 'stranger', 'closed'].includes(told));
  return html`<div part="saved" class="saved">
    <p aria-live="polite">${text.maybe(`saved.${told}`) ?? ''}</p>
    ${told === 'nothing' ? html`<p class="hint">${text.term('saved.will', DRAFT_DAYS)}</p>` : nothing}
    ${isSaved && canAct ? html`<p class="hint">${text.term('saved.how', DRAFT_DAYS)}</p>` : nothing}
    ${
      canAct
        ? html`<button
            class="plain"
            type="button"
            aria-disabled=${told === 'deleting' ? 'true' : nothing}
            @click=${act}
          >
            ${text.term(isOff ? 'saved.save' : 'saved.delete')}
          </button>`
        : nothing
    }
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

/** Returns the sentence for a backend that saves no drafts. */
export function pageOnlyLine(host: LendingElement): () => TemplateResult {
  addStyles(host, savedStyles);
  return () =>
    html`<div part="saved" class="saved">
      <p class="hint">${savingText(host.text).term('saved.page')}</p>
    </div>`;
}
