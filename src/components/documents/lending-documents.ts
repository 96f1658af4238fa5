import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { LendingCallStepElement } from '../../base/step/call-step.js';
import { listedFiles, type ChosenFile } from '../../base/chosen-files.js';
import { loadFailureHelp } from '../../base/failure/failure.js';
import { LendingContinuedEvent } from '../../base/later-events.js';
import { loadPart, type Problem } from '../../errors.js';
import type { LendingDocument, PartnerDocument } from '../../schema/calls/document.js';
import type { Session } from '../../schema/calls/session.js';
import type { Reading } from '../../schema/fields/form.js';
import { dropZone, dropZoneStyles } from './drop-zone.js';
import type { DocumentUploads } from './uploads.js';

type Uploads = typeof import('./uploads.js');
let uploadsModule: Uploads | undefined;
const loadUploads = async (): Promise<Uploads> =>
  (uploadsModule ??= await loadPart(import('./uploads.js'), 'documents'));

/**
 * Accepts documents of the business: chosen, dropped, pasted or photographed. It checks each file, asks for its type, and sends
 * two at a time (specification, endpoint 2).
 *
 * A sent document is not sent again. Without a file, the only button skips the step.
 *
 * @tag lending-documents
 * @event {LendingBeforeSubmitEvent} lending-before-submit - Asks whether the documents may be sent; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - All chosen documents were sent.
 * @event {LendingContinuedEvent} lending-continued - The applicant skips the step, without documents.
 * @event {LendingErrorEvent} lending-error - A document was not sent.
 * @event {Event} change - A document was added or removed, or its state changed.
 * @csspart field - A question with its label, hint, error and inputs.
 * @csspart label - The label of a field, or the legend of a group.
 * @csspart hint - The hint of a field.
 * @csspart file - A file that was chosen.
 * @csspart progress - The progress of an upload.
 */
export class LendingDocumentsElement extends LendingCallStepElement<readonly LendingDocument[]> {
  static override readonly tag = 'lending-documents';
  /** Loads the uploads and their progress before the step is shown. */
  static readonly prepare = () => Promise.all([loadUploads(), import('../../adapter/upload-progress.js')]);
  static override styles = [...LendingCallStepElement.styles, dropZoneStyles];
  protected static override readonly personal = [...LendingCallStepElement.personal, 'files', 'documents', 'note'];

  /** The files and their states. The step writes into this list; pass it to another element to keep them. */
  @property({ attribute: false }) files: ChosenFile[] = [];

  /** Documents of the partner's platform, which a checkbox offers to attach. Default: those of the adapter's session. */
  @property({ attribute: false }) documents: readonly PartnerDocument[] | undefined;

  @state() private note = '';
  @state() private over = false;
  get #input() {
    return this.renderRoot.querySelector<HTMLInputElement>('[type="file"]')!;
  }

  override readonly step = 'documents';
  #focused: HTMLElement | null | undefined;
  #madeUploads: DocumentUploads | undefined;
  /** Chosen files that are not in the list yet, because the uploads still load. */
  readonly #unlisted: File[] = [];
  /** The file that the next chosen file replaces. */
  #placeToFill: ChosenFile | undefined;

  constructor() {
    super();
    for (const type of ['dragover', 'dragleave', 'drop', 'paste']) this.addEventListener(type, this.#takeFiles);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => !this.isConnected && this.#madeUploads?.stop());
  }

  protected override startAgain(changed: PropertyValues<this>): void {
    this.#madeUploads?.stop();
    this.#madeUploads = this.#placeToFill = undefined;
    this.#unlisted.length = 0;
    super.startAgain(changed);
  }

  protected override applySession(session: Session): void {
    super.applySession(session);
    this.documents = session.documents;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if ((this.files.length > 0 || this.documents?.length) && !uploadsModule)
      void loadUploads().then(
        () => this.requestUpdate(),
        () => undefined,
      );
    const focused = this.shadowRoot?.activeElement as HTMLElement | null | undefined;
    this.#focused = focused?.closest<HTMLElement>('[part="file"]') ?? focused;
    // The error of a failed call contains only the indexes of files.
    if (changed.has('problems')) {
      this.problems = this.problems.map((one) => this.files.find(({ path }) => path === one.path)?.problem ?? one);
    }
  }

  protected override updated(): void {
    // The button that had the focus has disappeared.
    if (this.#focused && !this.shadowRoot!.activeElement)
      (this.#focused.isConnected ? this.#focused : this.renderRoot.querySelector<HTMLElement>('#file')!).focus();
  }

  protected override async read(isCheck?: boolean): Promise<Reading<readonly LendingDocument[]>> {
    // Adds files that were chosen while the uploads were still loading.
    if (this.#unlisted.length > 0) await this.#listFiles();
    if (!isCheck) this.#uploads?.attach();
    if (listedFiles(this.files).length === 0) return { value: undefined, problems: [] };
    await loadUploads();
    return this.#uploads!.read(isCheck);
  }

  /** All problems of a failed call are about files in the list. */
  protected override asksFor(): boolean {
    return true;
  }

  protected override send(_documents: readonly LendingDocument[], adapter: ServerAdapter): Promise<boolean> {
    return this.#uploads!.send(adapter);
  }

  protected override renderFields(): TemplateResult {
    return html`
      <p>${this.text.term('documents.intro')}</p>
      ${this.pending ? nothing : this.#uploads?.renderOffer()}
      ${dropZone(this, this.over, this.pending, this.#openFileDialog, () => this.#add(this.#input.files!, this.#placeToFill))}
      <div class="list">
        <p aria-live="polite">${this.note}</p>
        ${this.#uploads?.render()}
      </div>
    `;
  }

  protected override renderProgress(): string {
    return this.#uploads!.progress();
  }

  protected override get submitLabel(): string {
    return this.#uploads?.submitLabel ?? super.submitLabel;
  }

  /** Without a document there is nothing to send, and so no primary button. */
  protected override renderSubmit(): TemplateResult {
    if ([...this.#unlisted, ...listedFiles(this.files)].length > 0 || this.#uploads?.submitLabel)
      return super.renderSubmit();
    return html`<button type="button" @click=${() => this.dispatchEvent(new LendingContinuedEvent('documents'))}>
      ${this.text.term('documents.skip')}
    </button>`;
  }

  get #uploads(): DocumentUploads | undefined {
    if (!uploadsModule || this.#madeUploads) return this.#madeUploads;
    // Another business may apply by then.
    const change = (shown: { note: string } | { problems: readonly Problem[]; failure: undefined }) =>
      made === this.#madeUploads && Object.assign(this, shown);
    const made: DocumentUploads = new uploadsModule.DocumentUploads(
      this,
      (note) => change({ note }),
      (problems) => change({ problems, failure: undefined }),
      (chosen) => this.#openFileDialog(false, chosen),
    );
    return (this.#madeUploads = made);
  }

  /** Opens the browser's file dialog, or the camera of a phone. */
  readonly #openFileDialog = (isPhoto: boolean, wanted?: ChosenFile): void => {
    const input = this.#input;
    this.#placeToFill = wanted;
    input.multiple = !wanted;
    // The camera's own format may not be accepted. A phone converts photos if JPEG is requested.
    const endings = this.settings.documentExtensions.join();
    // Browsers and Windows also save JPEG pictures under other extensions.
    input.accept = isPhoto ? 'image/jpeg' : endings + (/jpe?g/.test(endings) ? ',.jfif,.jpe' : '');
    input.toggleAttribute('capture', isPhoto);
    input.click();
  };

  /**
   * Accepts files that are dropped or pasted anywhere on the step. Without this, a browser would leave the page to show the
   * file.
   */
  readonly #takeFiles = (event: Event): void => {
    const { dataTransfer, clipboardData } = event as Partial<DragEvent & ClipboardEvent>;
    const data = dataTransfer ?? clipboardData;
    if (!data?.types.includes('Files')) return;
    event.preventDefault();
    this.over = event.type === 'dragover';
    void this.#add(data.files);
  };

  async #add(list: FileList, wanted?: ChosenFile): Promise<void> {
    // Emptying the input also empties its list.
    const files = [...list];
    this.#input.value = '';
    if (files.length === 0) return;
    this.#unlisted.push(...files);
    this.requestUpdate();
    try {
      await this.#listFiles(wanted);
    } catch (error) {
      await loadFailureHelp();
      await this.fail(error);
    }
  }

  async #listFiles(wanted?: ChosenFile): Promise<void> {
    await loadUploads();
    await this.#uploads!.add(this.#unlisted.splice(0), this.pending, wanted);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-documents': LendingDocumentsElement;
  }
}
