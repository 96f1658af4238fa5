import { css, html, nothing, type TemplateResult } from 'lit';
import { fieldContext } from '../../base/fields/field.js';
import type { FormState } from '../../base/fields/form-state.js';
import { fileSize } from '../../base/text/formats.js';
import type { LaterText } from '../../base/text/locales/en-later.js';

/** The drop zone, and the list below it. */
export const dropZoneStyles = css`
  .zone {
    display: grid;
    gap: var(--_space-row);
    padding: var(--_space-field) var(--_space-inner);
    border: 1.5px dashed var(--_border);
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  .zone.over {
    border-color: var(--_accent);
    background: var(--_tint);
  }
  .zone > svg {
    width: 32px;
    fill: none;
    stroke: var(--_accent);
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.75;
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
    margin-block-end: var(--_space-tight);
    font-size: var(--_text-small);
  }
`;

const UPLOAD_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3M12 15V4M7.5 8 12 3.5 16.5 8" />
</svg>`;

/**
 * Renders the drop zone with its buttons. The buttons open the file input, which is hidden; on a touch screen, a button for the camera
 * comes first.
 */
export function dropZone(
  form: FormState & { readonly text: LaterText },
  isOver: boolean,
  isHidden: boolean,
  pick: (isPhoto: boolean) => void,
  add: () => void,
): TemplateResult {
  const { text, settings } = form;
  const { documentExtensions, maxDocumentBytes } = settings;
  const { mark, notes, describedBy } = fieldContext(
    form,
    'file',
    documentExtensions,
    fileSize(text, maxDocumentBytes, true),
  );
  const hasCamera = matchMedia('(pointer: coarse)').matches && /jpe?g/.test(documentExtensions.join());
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
    ${UPLOAD_ICON} ${notes}
    <div class="actions">${hasCamera ? button(true) : nothing} ${button(false)}</div>
    <input type="file" hidden multiple @change=${add} />
  </div>`;
}
