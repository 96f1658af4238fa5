import { html, nothing, type TemplateResult } from 'lit';
import type { ChosenFile } from './chosen-files.js';
import { shownName } from './document-check.js';
import { isBad, kindName } from './document-list.js';
import { choiceField, type FormState } from './field.js';
import { fileSize } from './file-size.js';

/** What can be done with a file. */
interface Acts {
  cancel: () => void;
  retry: () => void;
  choose: () => void;
  remove: () => void;
}

/** What a file was sent as, where that is asked. */
function kindIn({ text, settings, draft }: FormState, chosen: ChosenFile): string {
  const kind = settings.document_types.find(({ value }) => value === draft[kindName(chosen)]);
  return kind && settings.document_types.length > 1 ? ` · ${text.choice(kind)}` : '';
}

/** A file in the list: how it stands with it, what is asked about it, and what can be done with it. */
export function documentRow(form: FormState, chosen: ChosenFile, acts: Acts): TemplateResult {
  const { text } = form;
  const { file, path, state, progress, problem } = chosen;
  const name = shownName(file);
  const isOpen = state === 'chosen';
  const isLost = state === 'lost';
  const isSending = state === 'sending';
  // It was not refused, it only did not get through.
  const mayRetry = isOpen && /failed|stopped|unsure/.test(problem?.reason ?? '');
  const button = (label: string, act: () => void, id: unknown = nothing) =>
    html`<button type="button" class="plain" id=${id} aria-label="${label} ${name}" @click=${act}>${label}</button>`;
  return html`<li part="file" tabindex="-1">
    <span class="name">
      <bdi>${name}</bdi>
      <span class="hint">${fileSize(text, file.size)}${state === 'sent' ? kindIn(form, chosen) : ''}</span>
    </span>
    <span class="acts">
      <span class=${state}>
        ${isSending && progress !== undefined ? text.number(progress, { style: 'percent' }) : text.maybe(`documents.file-${state}`)}
      </span>
      ${mayRetry ? button(text.term('try-again'), acts.retry, path) : nothing}
      ${isLost ? button(text.term('documents.choose-again'), acts.choose, path) : nothing}
      ${isOpen || isLost ? button(text.term('remove'), acts.remove, mayRetry || isLost ? nothing : path) : nothing}
      ${
        // Once all of it has gone out, what the backend does with it cannot be called back.
        state === 'waiting' || (isSending && progress !== 1)
          ? button(text.term('documents.cancel'), acts.cancel)
          : nothing
      }
    </span>
    ${
      isSending
        ? html`<progress part="progress" aria-label=${name} max="1" value=${progress ?? nothing}></progress>`
        : nothing
    }
    ${isLost && !problem ? html`<p part="warning" class="warning">${text.term('documents.lost', name)}</p>` : nothing}
    ${
      problem
        ? html`<p part=${isBad(chosen) ? 'error' : 'warning'} class=${isBad(chosen) ? 'error' : 'warning'}>
            ${isBad(chosen) ? html`<span class="hidden">${`${text.term('error')} `}</span>` : nothing}${text.problem(problem)}
          </p>`
        : nothing
    }
    ${
      isOpen && (mayRetry || !isBad(chosen))
        ? choiceField(form, kindName(chosen), form.settings.document_types, 'off', name)
        : nothing
    }
  </li>`;
}
