import { html, nothing, type TemplateResult } from 'lit';
import { problemSentence, type SharedSentences } from '../../base/text/text.js';
import type { ChosenFile, KnownFile } from '../../base/chosen-files.js';
import { choiceField } from '../../base/fields/questions.js';
import type { FormState } from '../../base/fields/form-state.js';
import { fileSize, formatNumber } from '../../base/text/formats.js';
import { laterText } from '../../base/text/locales/en-later.js';
import type { Settings } from '../../schema/settings.js';
import { shownName } from './file-check.js';
import { documentsText } from './documents.sentences.js';
import { cannotBeSent, typeFieldName } from './upload-list.js';

/** Actions for a file. */
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

/** Whether only the call failed, so that the file can be sent again. */
const mayRetry = ({ state, problem }: ChosenFile) =>
  state === 'chosen' && /failed|stopped|unsure/.test(problem?.reason ?? '');

/** The small pictures of photos, which are empty until they are drawn. One at a time is drawn, because that needs much memory. */
const pictures = new WeakMap<KnownFile, HTMLCanvasElement>();
let drawing: Promise<void> = Promise.resolve();

/** Returns the small picture of a photo: of its top, where a letter has its sender. */
function pictureOf(file: KnownFile, { maxDocumentBytes }: Settings): HTMLCanvasElement | undefined {
  if (file instanceof File && file.type.startsWith('image/') && file.size <= maxDocumentBytes && !pictures.has(file)) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 0 });
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

/** Renders a file: its state, the question about it, and its buttons. */
export function fileRow(form: FormState, chosen: ChosenFile, acts: FileActions): TemplateResult {
  const text = documentsText(laterText(form.text));
  const { file, state, progress } = chosen;
  const name = shownName(file);
  const isAsked = state === 'chosen' && !chosen.id && (mayRetry(chosen) || !cannotBeSent(chosen));
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
