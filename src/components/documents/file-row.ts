import { css, html, nothing, type TemplateResult } from 'lit';
import { problemSentence, type SharedSentences } from '../../base/text/text.js';
import type { ChosenFile, KnownFile } from '../../base/chosen-files.js';
import { choiceField } from '../../base/fields/questions.js';
import type { FormState } from '../../base/fields/form-state.js';
import { fileSize, formatNumber } from '../../base/text/formats.js';
import { laterText } from '../../base/text/locales/en-later.js';
import type { Settings } from '../../schema/settings.js';
import { documentsText } from './documents.sentences.js';
import { cannotBeSent, isUnsendable, shownName, typeFieldName } from './upload-list.js';

export const documentStyles = css`
  .list ul {
    display: grid;
    gap: var(--_space-tight);
    list-style: none;
  }
  .list li,
  .acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space-inner);
  }
  .list li {
    padding: var(--_space-row) var(--_space-inner);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .acts {
    min-height: 44px;
    margin-inline-start: auto;
  }
  .kind {
    display: grid;
    flex: none;
    width: 44px;
    height: 44px;
    place-items: center;
    border: 1px solid var(--_line);
    border-radius: var(--_space-tight);
    background: var(--_tint);
    color: var(--_accent);
    font-size: 12px;
    font-weight: 600;
    text-transform: uppercase;
  }
  .kind::before {
    content: attr(data-kind);
  }
  .kind::before,
  canvas {
    grid-area: 1 / 1;
    max-width: 100%;
    border-radius: 7px;
  }
  .name {
    flex: 1 1 8em;
    min-width: 0;
  }
  .name bdi {
    display: block;
    font-weight: 600;
    line-height: 1.35;
  }
  .name,
  .error,
  .panel a,
  .list {
    overflow-wrap: anywhere;
  }
  .acts > span {
    font-size: var(--_text-small);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  li > progress,
  li > .error,
  li > .warning,
  li > .field {
    flex: 1 0 100%;
    max-width: 100%;
    margin-block: var(--_space-tight) 0;
  }
  progress {
    width: 100%;
    height: var(--_space-label);
    accent-color: var(--_accent);
  }
  /* A bar that does not move, until the share is known. */
  progress:indeterminate {
    appearance: none;
    background: repeating-linear-gradient(-45deg, var(--_accent) 0 6px, var(--_line) 0 12px);
  }
  :indeterminate::-webkit-progress-bar {
    background: none;
  }
  :indeterminate::-moz-progress-bar {
    background: none;
  }
  .acts > .sent {
    color: var(--_success);
  }
  .sent::before {
    content: '✓ ';
    content: '✓ ' / '';
  }
`;

interface FileActions {
  cancel: () => void;
  choose: () => void;
  remove: () => void;
}

/** The document type of a sent file in words, if the form asked for the type. */
function typeInWords({ text, settings, draft }: FormState, chosen: ChosenFile): string {
  const kind = settings.documentTypes.find(({ value }) => value === draft[typeFieldName(chosen)]);
  return kind && settings.documentTypes.length > 1 ? ` · ${text.choice(kind)}` : '';
}

/** The small pictures of photos, which are empty until they are drawn. One at a time is drawn, because that needs much memory. */
const pictures = new WeakMap<KnownFile, HTMLCanvasElement>();
let drawing: Promise<void> = Promise.resolve();

/** Returns the small picture of a photo: of its top, where a letter has its sender. */
function pictureOf(file: KnownFile, { maxDocumentBytes }: Settings): HTMLCanvasElement | undefined {
  if (file instanceof File && file.type.startsWith('image/') && file.size <= maxDocumentBytes && !pictures.has(file)) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 0, height: 0 });
    pictures.set(file, canvas);
    drawing = drawing.then(() => draw(file, canvas)).catch(() => undefined);
  }
  return pictures.get(file);
}

async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const photo = await createImageBitmap(file);
  const side = Math.min(photo.width, photo.height);
  canvas.width = canvas.height = 88;
  const context = Object.assign(canvas.getContext('2d', { alpha: false })!, { imageSmoothingQuality: 'high' });
  context.drawImage(photo, (photo.width - side) / 2, 0, side, side, 0, 0, 88, 88);
  photo.close();
}

export function fileRow(form: FormState, chosen: ChosenFile, acts: FileActions): TemplateResult {
  const text = documentsText(laterText(form.text));
  const { file, state, progress } = chosen;
  const name = shownName(file);
  const isAsked = state === 'chosen' && !chosen.id && !isUnsendable(chosen);
  return html`<li part="file" tabindex="-1">
    <span class="kind" data-kind=${/\.(\w{1,4})$/.exec(name)?.[1] ?? ''} aria-hidden="true">
      ${pictureOf(file, form.settings)}
    </span>
    <span class="name">
      <bdi>${name}</bdi>
      <span class="hint">${fileSize(text, file.size)}${state === 'sent' ? typeInWords(form, chosen) : ''}</span>
    </span>
    ${renderActions(text, chosen, name, acts)}
    ${
      state === 'sending'
        ? html`<progress part="progress" aria-label=${name} max="1" value=${progress ?? nothing}></progress>`
        : nothing
    }
    ${renderNote(text, chosen, name)}
    ${isAsked ? choiceField(form, typeFieldName(chosen), form.settings.documentTypes, 'off', name) : nothing}
  </li>`;
}

type Text = ReturnType<typeof documentsText<SharedSentences>>;

function renderActions(text: Text, chosen: ChosenFile, name: string, acts: FileActions): TemplateResult {
  const { path, state, progress } = chosen;
  const [isLost, isSending] = [state === 'lost', state === 'sending'];
  const button = (label: string, act: () => void, id: unknown = nothing) =>
    html`<button type="button" class="plain" id=${id} aria-label="${label} ${name}" @click=${act}>${label}</button>`;
  return html`<span class="acts">
    <span class=${state}>
      ${isSending && progress !== undefined ? formatNumber(text, progress, { style: 'percent' }) : text.maybe(`documents.file-${state}`)}
    </span>
    ${isLost ? button(text.term('documents.choose-again'), acts.choose, path) : nothing}
    ${isLost || state === 'chosen' ? button(text.term('remove'), acts.remove, isLost ? nothing : path) : nothing}
    ${
      // After the last byte, the upload cannot be stopped any more.
      state === 'waiting' || (isSending && progress !== 1)
        ? button(text.term('documents.cancel'), acts.cancel)
        : nothing
    }
  </span>`;
}

function renderNote(text: Text, chosen: ChosenFile, name: string): TemplateResult | typeof nothing {
  const { state, problem } = chosen;
  if (!problem && state !== 'lost') return nothing;
  const kind = cannotBeSent(chosen) ? 'error' : 'warning';
  const mark = kind === 'error' ? html`<span class="hidden">${`${text.term('error')} `}</span>` : nothing;
  return html`<p part=${kind} class=${kind}>
    ${mark}${problem ? problemSentence(text, problem) : text.term('documents.lost', name)}
  </p>`;
}
