import { css, html, nothing, type TemplateResult } from 'lit';
import { fieldContext } from '../../base/fields/field.js';
import type { LaterFormState } from '../../base/fields/form-state.js';
import { fileSize } from './file-size.js';

/** The drop zone, and the list below it. */
export const dropZoneStyles = css`
  .zone {
    display: grid;
    gap: 0.75em;
    padding: 1.25em;
    border: 2px dashed var(--_border);
    border-radius: var(--_radius);
  }
  .zone.over {
    border-color: var(--_accent);
    background: var(--_tint);
  }
  .zone[hidden] {
    display: none;
  }
  .zone .actions {
    margin: 0;
  }
  .list {
    width: 100%;
  }
  .list > p:not(:empty) {
    padding-block: 0.375em;
    border-block-end: 1px solid var(--_line);
  }
`;

/**
 * Renders the drop zone with its buttons. They open the file input, which is hidden; a touch screen also has a button for the
 * camera.
 */
export function dropZone(
  form: LaterFormState,
  isOver: boolean,
  isHidden: boolean,
  pick: (isPhoto: boolean) => void,
  add: () => void,
): TemplateResult {
  const { text, settings } = form;
  const { documentEndings, maxDocumentBytes } = settings;
  const { mark, notes, describedBy } = fieldContext(
    form,
    'file',
    documentEndings,
    fileSize(text, maxDocumentBytes, true),
  );
  const hasCamera = matchMedia('(pointer: coarse)').matches && /jpe?g/.test(documentEndings.join());
  const button = (isPhoto: boolean) =>
    html`<button
      type="button"
      id=${isPhoto ? nothing : 'file'}
      aria-describedby=${describedBy}
      @click=${() => pick(isPhoto)}
    >
      ${text.term(isPhoto ? 'documents.photo' : 'file.label')}
    </button>`;
  return html`<div part="field" class="field zone ${mark} ${isOver ? 'over' : ''}" ?hidden=${isHidden}>
    ${notes}
    <div class="actions">${button(false)} ${hasCamera ? button(true) : nothing}</div>
    <input type="file" hidden multiple @change=${add} />
  </div>`;
}
