import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ServerAdapter } from '../adapter.js';
import { listed, unsent, type ChosenFile } from '../base/chosen-files.js';
import type { DocumentDesk } from '../base/document-desk.js';
import { documentZone, zoneStyles } from '../base/document-zone.js';
import { LendingSkippedEvent } from '../base/events.js';
import { enLater } from '../base/locales/en-later.js';
import { property, query, state } from '../base/reactive.js';
import { LendingStepElement } from '../base/step.js';
import { part, type Problem } from '../errors.js';
import type { LendingDocument } from '../schema/document.js';
import type { Reading } from '../schema/form.js';

/** What documents need loads with the first one. */
type Kit = typeof import('../base/document-desk.js');
let kit: Kit | undefined;
const loadKit = async (): Promise<Kit> => (kit ??= await part(import('../base/document-desk.js'), 'documents'));

/**
 * Takes documents of the business: chosen, dropped, pasted or photographed. It checks them, asks what each is, and sends
 * them (specification, endpoint 2), two at a time. What was sent is not sent again. The applicant may go on without.
 *
 * @tag lending-documents
 * @event {LendingSubmitEvent} lending-submit - Asks whether the documents may be sent; cancelable.
 * @event {LendingSubmittedEvent} lending-submitted - All chosen documents were sent.
 * @event {LendingSkippedEvent} lending-skipped - The applicant goes on without documents, or without those left.
 * @event {LendingErrorEvent} lending-error - A document was not sent.
 * @event {Event} change - A document was added or removed, or something became of one.
 * @csspart form - The form.
 * @csspart heading - The heading of the step.
 * @csspart summary - The panel that says what is wrong.
 * @csspart field - Where files are dropped, and the question what a file is.
 * @csspart label - The label of a field.
 * @csspart hint - The hint of a field.
 * @csspart error - What is wrong with a field, or with a file.
 * @csspart input - A select.
 * @csspart file - A file that was chosen.
 * @csspart progress - How much of a file was sent.
 * @csspart actions - A row of buttons.
 * @csspart submit - The button that sends the documents.
 * @csspart retry - The button that tries again after a failure.
 * @csspart support - The line that says whom to ask for help, where the settings do.
 * @cssstate pending - Documents are under way.
 * @cssstate failed - A document could not be sent.
 * @cssstate done - All chosen documents were sent.
 */
export class LendingDocumentsElement extends LendingStepElement<readonly LendingDocument[]> {
  static override readonly tag = 'lending-documents';
  static override readonly words = enLater;
  static override styles = [...LendingStepElement.styles, zoneStyles];

  /** The files, and what became of each. The step writes into this list; hand it on to keep it. */
  @property({ attribute: false }) files: ChosenFile[] = [];

  @state() private note = '';
  @state() private over = false;
  @query('[type="file"]') private input!: HTMLInputElement;
  @query('#file') private picker!: HTMLElement;

  override readonly step = 'documents';
  protected override readonly calls = true;
  #row: HTMLElement | null | undefined;
  #made: DocumentDesk | undefined;
  #adding: Promise<void> | undefined;
  /** Chosen, and not in the list yet: what that needs may not load at once. */
  readonly #chosen: File[] = [];
  /** The place in the list that a file is chosen for. */
  #wanted: ChosenFile | undefined;

  constructor() {
    super();
    for (const type of ['dragover', 'dragleave', 'drop', 'paste']) this.addEventListener(type, this.#take);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => !this.isConnected && this.#made?.stop());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (this.files.length > 0 && !kit)
      void loadKit().then(
        () => this.requestUpdate(),
        () => undefined,
      );
    this.#row = this.shadowRoot?.activeElement?.closest<HTMLElement>('[part="file"]');
    // A failed call names places in the list only.
    if (changed.has('problems')) {
      this.problems = this.problems.map((one) => this.files.find(({ path }) => path === one.path)?.problem ?? one);
    }
  }

  protected override updated(): void {
    // The button that had the focus is gone.
    if (this.#row && !this.shadowRoot!.activeElement) (this.#row.isConnected ? this.#row : this.picker).focus();
  }

  protected override async read(): Promise<Reading<readonly LendingDocument[]>> {
    // Chosen is chosen, also while what it needs still loads.
    await this.#adding;
    if (this.#chosen.length > 0) await this.#list();
    if (listed(this.files).length === 0) return { value: undefined, problems: [{ path: 'file', reason: 'empty' }] };
    await loadKit();
    return this.#desk!.read();
  }

  /** What a failed call names are places in the list. */
  protected override asks(): boolean {
    return true;
  }

  protected override send(_documents: readonly LendingDocument[], adapter: ServerAdapter): Promise<boolean> {
    return this.#desk!.send(adapter);
  }

  protected override renderFields(): TemplateResult {
    return html`
      <p>${this.text.term('documents.intro')}</p>
      ${documentZone(this, this.over, this.pending, this.#pick, () => this.#add(this.input.files!, this.#wanted))}
      <div class="list">
        <p role="status">${this.note}</p>
        ${this.#desk?.render()}
      </div>
    `;
  }

  protected override renderProgress(): string {
    return this.#desk!.progress();
  }

  protected override renderActions(): TemplateResult | typeof nothing {
    const left = unsent(this.files).length;
    if (this.pending || (!left && listed(this.files).length)) return nothing;
    return html`<button type="button" @click=${() => this.dispatchEvent(new LendingSkippedEvent('documents'))}>
      ${this.text.term('documents.skip', left)}
    </button>`;
  }

  /** What takes files in and sends them, once it has loaded. */
  get #desk(): DocumentDesk | undefined {
    const say = (note: string) => (this.note = note);
    const show = (problems: readonly Problem[]) => {
      this.problems = problems;
      this.failure = undefined;
    };
    const pick = (chosen: ChosenFile) => this.#pick(false, chosen);
    const changed = () => this.dispatchEvent(new Event('change', { bubbles: true }));
    return (this.#made ??= kit && new kit.DocumentDesk(this, { say, show, pick, changed }));
  }

  /** The browser's own dialog; on a phone it can go straight to the camera. */
  readonly #pick = (isPhoto: boolean, wanted?: ChosenFile): void => {
    const { input } = this;
    this.#wanted = wanted;
    input.multiple = !wanted;
    // A camera's own format may be one that is not taken; a phone that is asked for this one converts.
    input.accept = isPhoto ? 'image/jpeg' : this.settings.document_endings.join();
    input.toggleAttribute('capture', isPhoto);
    input.click();
  };

  /** Takes what is dropped anywhere on the step, or pasted. Left alone, a browser would leave the page for a file. */
  readonly #take = (event: Event): void => {
    const { dataTransfer, clipboardData } = event as Partial<DragEvent & ClipboardEvent>;
    const data = dataTransfer ?? clipboardData;
    if (!data?.types.includes('Files')) return;
    event.preventDefault();
    this.over = event.type === 'dragover';
    void this.#add(data.files);
  };

  async #add(list: FileList, wanted?: ChosenFile): Promise<void> {
    // Emptying the input empties its list.
    const files = [...list];
    this.input.value = '';
    if (files.length === 0) return;
    this.#chosen.push(...files);
    await this.#list(wanted).catch((error: unknown) => this.fail(error));
  }

  async #list(wanted?: ChosenFile): Promise<void> {
    await loadKit();
    await this.#desk!.add(this.#chosen.splice(0), this.pending, wanted);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'lending-documents': LendingDocumentsElement;
  }
}
