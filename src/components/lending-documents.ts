import { css, html, nothing, type TemplateResult } from 'lit';
import { query, state } from 'lit/decorators.js';
import type { ServerAdapter } from '../adapter.js';
import { LendingSkippedEvent } from '../base/events.js';
import { choiceField, frameOf, onlyChoice } from '../base/field.js';
import { enLater } from '../base/locales/en-later.js';
import { LendingStepElement } from '../base/step.js';
import type { Problem } from '../errors.js';
import type { LendingDocument } from '../schema/document.js';
import type { Reading } from '../schema/form.js';

interface ChosenFile {
  readonly file: File;
  sent: boolean;
  failed: boolean;
}

/**
 * Takes documents of the business, checks them, and sends them one after the other (specification, endpoint 2). What was
 * sent is not sent again when another one fails. The applicant may go on without.
 *
 * @tag lending-documents
 * @event {LendingSubmitEvent} lending-submit - Asks whether the documents may be sent; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - All chosen documents were sent.
 * @event {LendingSkippedEvent} lending-skipped - The applicant goes on without documents.
 * @event {LendingErrorEvent} lending-error - A document was not sent.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The panel that says what is wrong.
 * @csspart field - One question with its label, hint, error and inputs.
 * @csspart label - The label of a field.
 * @csspart hint - The hint of a field.
 * @csspart error - What is wrong with a field.
 * @csspart input - An input or a select.
 * @csspart actions - The row of buttons.
 * @csspart submit - The button that sends the documents.
 * @csspart retry - The button that tries again after a failure.
 * @cssstate pending - A document is under way.
 * @cssstate failed - A document could not be sent.
 * @cssstate done - All chosen documents were sent.
 */
export class LendingDocumentsElement extends LendingStepElement<readonly LendingDocument[]> {
  static override readonly tag = 'lending-documents';
  static override readonly words = enLater;
  static override styles = [
    ...LendingStepElement.styles,
    css`
      ul {
        width: 100%;
        border-block-start: 1px solid var(--_line);
        list-style: none;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0 1em;
        min-height: 3.5em;
        padding-block: 0.375em;
        border-block-end: 1px solid var(--_line);
      }
      .panel ul,
      .panel li {
        min-height: 0;
        padding: 0;
        border: 0;
      }
      .name {
        flex: 1 1 12em;
        overflow-wrap: anywhere;
      }
      .size {
        color: var(--_muted);
      }
      .tick::before {
        content: '✓ ' / '';
        color: var(--_accent);
      }
    `,
  ];

  @state() private chosen: readonly ChosenFile[] = [];
  @query('#file') private input!: HTMLInputElement;

  override readonly step = 'documents';
  protected override readonly calls = true;

  protected override read(): Reading<readonly LendingDocument[]> {
    const { type = '' } = { ...onlyChoice('type', this.settings.document_types), ...this.#draftType() };
    const problems = this.chosen.flatMap(({ file }) => this.#check(file));
    if (this.chosen.length === 0) problems.push({ path: 'file', reason: 'empty' });
    else if (!type) problems.push({ path: 'document_type', reason: 'empty' });
    return problems.length > 0
      ? { value: undefined, problems }
      : { value: this.chosen.map(({ file }) => ({ file, type })), problems: [] };
  }

  protected override async send(
    documents: readonly LendingDocument[],
    adapter: ServerAdapter,
    signal: AbortSignal,
  ): Promise<void> {
    for (const [index, document] of documents.entries()) {
      const chosen = this.chosen[index]!;
      if (chosen.sent) continue;
      try {
        await adapter.uploadDocument(document, { signal });
        chosen.sent = true;
        chosen.failed = false;
      } catch (error) {
        chosen.failed = true;
        throw error;
      } finally {
        this.requestUpdate();
      }
    }
  }

  protected override renderFields(): TemplateResult {
    const { document_endings, max_document_bytes, document_types } = this.settings;
    const { label, mark, notes, invalid, describedBy } = frameOf(this, 'file', document_endings, max_document_bytes);
    return html`
      <p>${this.text.term('documents.intro')}</p>
      <div part="field" class="field ${mark}">
        <label part="label" for="file">${label}</label>
        ${notes}
        <input
          part="input"
          type="file"
          id="file"
          multiple
          accept=${document_endings.join(',')}
          ?disabled=${this.pending}
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
          @change=${this.#choose}
        />
      </div>
      ${
        this.chosen.length > 0
          ? html`<ul>
              ${this.chosen.map((chosen) => this.#renderChosen(chosen))}
            </ul>`
          : nothing
      }
      ${choiceField(this, 'document_type', document_types)}
    `;
  }

  protected override renderProgress(): string {
    return this.text.term('documents.sending', this.chosen.filter(({ sent }) => sent).length, this.chosen.length);
  }

  protected override renderActions(): TemplateResult {
    return html`<button
      type="button"
      ?hidden=${this.pending}
      @click=${() => this.dispatchEvent(new LendingSkippedEvent('documents'))}
    >
      ${this.text.term('documents.skip')}
    </button>`;
  }

  #renderChosen(chosen: ChosenFile): TemplateResult {
    const { file, sent, failed } = chosen;
    return html`<li>
      <span class="name">${file.name} <span class="size">${this.text.fileSize(file.size)}</span></span>
      ${sent ? html`<span class="tick">${this.text.term('documents.file-sent')}</span>` : nothing}
      ${failed && !this.pending ? html`<span class="error">${this.text.term('documents.file-failed')}</span>` : nothing}
      ${
        sent || this.pending
          ? nothing
          : html`<button
              type="button"
              class="plain"
              aria-label=${this.text.term('documents.remove', file.name)}
              @click=${() => this.#remove(chosen)}
            >
              ${this.text.term('remove')}
            </button>`
      }
    </li>`;
  }

  #draftType(): { type?: string } {
    const { document_type } = this.draft;
    return document_type ? { type: document_type } : {};
  }

  #choose(): void {
    const files = [...(this.input.files ?? [])].map((file) => ({ file, sent: false, failed: false }));
    this.chosen = [...this.chosen, ...files];
    this.input.value = '';
  }

  #remove(chosen: ChosenFile): void {
    this.chosen = this.chosen.filter((other) => other !== chosen);
    this.problems = [];
    this.input.focus();
  }

  /** What the page can tell before anything is sent; the backend looks again. */
  #check({ name, size }: File): Problem[] {
    const { document_endings, max_document_bytes } = this.settings;
    const known = document_endings.some((ending) => name.toLowerCase().endsWith(ending));
    if (!known) return [{ path: 'file', reason: 'file-type', params: { name } }];
    if (size === 0) return [{ path: 'file', reason: 'file-empty', params: { name } }];
    if (size <= max_document_bytes) return [];
    return [{ path: 'file', reason: 'file-large', params: { name, maximum: max_document_bytes } }];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-documents': LendingDocumentsElement;
  }
}
