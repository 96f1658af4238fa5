import { css, html, nothing, type TemplateResult } from 'lit';
import { frameOf, type FormState } from './field.js';
import { fileSize } from './file-size.js';

/** Where files are dropped, and what is said below. */
export const zoneStyles = css`
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

/** Where files are dropped, chosen, and photographed by who has a camera at hand. Its input is not shown: buttons stand for it. */
export function documentZone(
  form: FormState,
  isOver: boolean,
  isHidden: boolean,
  pick: (isPhoto: boolean) => void,
  add: () => void,
): TemplateResult {
  const { text, settings } = form;
  const { document_endings, max_document_bytes } = settings;
  const { mark, notes, describedBy } = frameOf(
    form,
    'file',
    document_endings,
    fileSize(text, max_document_bytes, true),
  );
  const hasCamera = matchMedia('(pointer: coarse)').matches && /jpe?g/.test(document_endings.join());
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
