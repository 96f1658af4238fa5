import { css, html, nothing, type TemplateResult } from 'lit';
import { listedFiles, type ChosenFile } from '../../base/chosen-files.js';
import type { FormState } from '../../base/fields/form-state.js';
import { fileSize } from '../../base/text/formats.js';
import type { LaterText } from '../../base/text/locales/en-later.js';

interface Form extends Pick<FormState, 'settings'> {
  readonly text: LaterText;
  readonly files: readonly ChosenFile[];
}

export const dropZoneStyles = css`
  .zone {
    display: grid;
    gap: var(--_space-row);
    padding: var(--_space-field) var(--_space-inner);
    border: 1.5px dashed var(--_border);
    border-radius: var(--_radius);
    background: var(--_sunken);
  }
  .over {
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
  .field .actions {
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
 * comes first. If there are files, only a row of buttons is left.
 */
export function dropZone(
  { text, settings, files }: Form,
  isOver: boolean,
  isHidden: boolean,
  pick: (isPhoto: boolean) => void,
  add: () => void,
): TemplateResult {
  const { documentExtensions, maxDocumentBytes } = settings;
  const hasFiles = listedFiles(files).length > 0;
  const hint = text.term('file.hint', documentExtensions, fileSize(text, maxDocumentBytes, true));
  const hasCamera = matchMedia('(pointer: coarse)').matches && /jpe?g/.test(documentExtensions.join());
  const button = (isPhoto: boolean) =>
    html`<button
      type="button"
      class=${hasFiles ? 'plain' : nothing}
      id=${isPhoto ? nothing : 'file'}
      aria-describedby=${hasFiles ? nothing : 'file-hint'}
      @click=${() => pick(isPhoto)}
    >
      ${text.term(isPhoto ? 'documents.photo' : hasFiles ? 'file.more' : 'file.label')}
    </button>`;
  return html`<div part="field" class="field ${hasFiles ? '' : 'zone'} ${isOver ? 'over' : ''}" ?hidden=${isHidden}>
    ${hasFiles ? nothing : UPLOAD_ICON}
    <p part="hint" class="hint" id="file-hint" ?hidden=${hasFiles}>${hint}</p>
    <div class="actions">${hasCamera ? button(true) : nothing} ${button(false)}</div>
    <input type="file" hidden multiple @change=${add} />
  </div>`;
}
