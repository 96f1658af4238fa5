// The uploads load with the first chosen document. An applicant who skips the step never loads them.
import { html, nothing, type TemplateResult } from 'lit';
import { problemSentence } from '../../base/text/text.js';
import type { ServerAdapter } from '../../adapter/types.js';
import { addStyles } from '../../base/look/add-styles.js';
import { choiceStyles } from '../../base/look/choice-styles.js';
import { listedFiles, unsentFiles, type ChosenFile, attach } from '../../base/chosen-files.js';
import type { LendingElement } from '../../base/element.js';
import { LendingContinuedEvent } from '../../base/later-events.js';
import { presentPanel } from '../../base/panel.js';
import { formatNumber, formatsOf } from '../../base/text/formats.js';
import type { FormState } from '../../base/fields/form-state.js';
import type { StepName } from '../../base/step/steps.js';
import type { Problem } from '../../errors.js';
import type { LendingDocument, PartnerDocument } from '../../schema/calls/document.js';
import type { Reading } from '../../schema/fields/form.js';
import { documentsText } from './documents.sentences.js';
import { documentStyles, fileRow } from './file-row.js';
import {
  addFiles,
  documentOf,
  uploadFailure,
  checkFile,
  cannotBeSent,
  isUnsendable,
  typeFieldName,
  fileProblem,
  sendFile,
  sendWaiting,
  shownName,
} from './upload-list.js';

interface Host extends LendingElement, Omit<FormState, 'requestUpdate'> {
  readonly step: StepName;
  readonly files: ChosenFile[];
  readonly documents: readonly PartnerDocument[] | undefined;
  readonly adapter: ServerAdapter | undefined;
}

/** Milliseconds in which a press has ended, and the longest wait for the focus. */
const [PRESS_MS, FOCUS_MS] = [500, 1000];

/** Resolves when the window has the focus. A file dialog may close slowly, and screen readers miss words of the page meanwhile. */
const windowFocus = async () =>
  document.hasFocus() ||
  new Promise((resolve) => {
    // The focus may come with a press. The line about the file must not move the button away under it.
    addEventListener('focus', () => setTimeout(resolve, PRESS_MS), { once: true });
    setTimeout(resolve, FOCUS_MS);
  });

export class DocumentUploads {
  #isTicked = false;

  /**
   * `say` shows a message next to the list. `show` replaces the problems of the form. `chooseAgain` lets the applicant choose another
   * file for a row.
   */
  constructor(
    readonly host: Host,
    readonly say: (note: string) => unknown,
    readonly show: (problems: readonly Problem[]) => unknown,
    readonly chooseAgain: (chosen: ChosenFile) => void,
  ) {
    addStyles(host, documentStyles);
  }

  get #text() {
    return documentsText(this.host.text);
  }

  render(): TemplateResult | typeof nothing {
    const { files } = this.host;
    if (listedFiles(files).length === 0) return nothing;
    return html`<ul>
      ${files.map((chosen) => this.#renderFile(chosen))}
    </ul>`;
  }

  /** The label of the button that sends, with the number of documents that it sends, or leaves behind. */
  get submitLabel(): string | undefined {
    const bad = this.#unsendable.length;
    const count = unsentFiles(this.host.files).length - bad + (this.#isTicked ? this.#offered.length : 0);
    if (count > 0) return this.#text.term('documents.send', count, bad);
    return bad > 0 && this.#hasTold ? this.#text.term('documents.without', bad) : undefined;
  }

  get #unsendable(): readonly ChosenFile[] {
    return listedFiles(this.host.files).filter(isUnsendable);
  }

  /** Whether the list of problems names each file that cannot be sent. Then the next press continues without them. */
  get #hasTold(): boolean {
    return this.#unsendable.every((chosen) => this.host.problems.some(({ path }) => path === chosen.path));
  }

  /** The documents of the partner's platform that are not in the list. */
  get #offered(): readonly PartnerDocument[] {
    const { documents = [], files, adapter } = this.host;
    return adapter?.attachDocument ? documents.filter(({ id }) => !files.some((one) => one.id === id)) : [];
  }

  /** Renders the checkbox that attaches them all. It is not ticked until the applicant ticks it. */
  renderOffer(): TemplateResult | typeof nothing {
    attach(this.host.files, this.host.documents);
    const offered = this.#offered;
    if (offered.length === 0) return nothing;
    addStyles(this.host, choiceStyles);
    const labels = new Intl.ListFormat(formatsOf(this.#text)).format(new Set(offered.map(({ label }) => label)));
    const tick = ({ target }: Event) => {
      this.#isTicked = (target as HTMLInputElement).checked;
      this.host.requestUpdate();
    };
    return html`<label part="field label" class="field choice">
      <input part="input" type="checkbox" id="attach" @change=${tick} />
      <span>${this.#text.term('documents.attach', labels, offered.length)}</span>
    </label>`;
  }

  /** After the tick: adds them to the list, and sends them with the chosen files. */
  attach(): void {
    if (this.#isTicked) attach(this.host.files, this.#offered, true);
    this.#isTicked = false;
  }

  #renderFile(chosen: ChosenFile): TemplateResult | typeof nothing {
    if (chosen.state === 'removed') return nothing;
    return fileRow(this.host, chosen, {
      cancel: () => this.#cancel(chosen),
      choose: () => this.chooseAgain(chosen),
      remove: () => {
        // Before its button disappears, so that screen readers follow.
        this.host.renderRoot.querySelector<HTMLElement>('#file')!.focus();
        this.#update(chosen, { state: 'removed' });
        this.show([]);
        this.say(this.#text.term('documents.removed', shownName(chosen.file)));
      },
    });
  }

  progress(): string {
    const { files } = this.host;
    const text = this.#text;
    const all = listedFiles(files);
    const total = all.reduce((sum, { progress = 0 }) => sum + progress, 0);
    const share = formatNumber(text, Math.floor((total / all.length) * 100) / 100, { style: 'percent' });
    return text.term('documents.sending', all.length - unsentFiles(all).length, all.length, share);
  }

  /** A file that cannot be sent holds up the others only until it is corrected (`isCheck`), or if no other can be sent. */
  async read(isCheck?: boolean): Promise<Reading<readonly LendingDocument[]>> {
    const files = listedFiles(this.host.files);
    const problems = (await Promise.all(files.map((chosen) => checkFile(this.host, chosen)))).flat();
    const bad = this.#unsendable;
    const isHeld = unsentFiles(files).length === bad.length && !this.#hasTold;
    if (problems.length > (isCheck || isHeld ? 0 : bad.length)) return { value: undefined, problems };
    // After a reload only the names of sent files are known.
    const whole = files.filter((chosen) => chosen.file instanceof File && !bad.includes(chosen));
    return { value: whole.map((chosen) => documentOf(this.host, chosen)), problems: [] };
  }

  /** Adds files; the first one replaces `wanted`. While files are being sent, it adds none. */
  async add(files: readonly File[], isSending: boolean, wanted?: ChosenFile): Promise<void> {
    const host = this.host;
    if (isSending) return void this.say(this.#text.term('documents.wait'));
    const before = host.files.length;
    const added = addFiles(host.files, files, wanted);
    // An answer from before a reload was about another file. For a file that was chosen again, the answer stays.
    for (const chosen of host.files.slice(before)) host.draft[typeFieldName(chosen)] = '';
    this.#changed();
    await Promise.all(added.map((chosen) => checkFile(host, chosen)));
    host.requestUpdate();
    void windowFocus().then(() => this.say(this.#addedWords(added, files.length - added.length)));
  }

  /** Says which file was added, and its problem. Several files are counted. */
  #addedWords(added: readonly ChosenFile[], doubles: number): string {
    const text = this.#text;
    const [first] = added;
    if (added.length !== 1 || doubles > 0)
      return text.term('documents.added', added.length, added.filter(cannotBeSent).length, doubles);
    return [
      text.term('documents.added-one', shownName(first!.file)),
      first!.problem && problemSentence(text, first!.problem),
    ]
      .filter(Boolean)
      .join(' ');
  }

  /**
   * Sends the files that are not sent yet. Returns whether the step is done, and rejects if a file failed. A file that the applicant
   * stopped is not a failure. A file that cannot be sent stays in the list with its problem, until the applicant continues without it.
   */
  async send(adapter: ServerAdapter): Promise<boolean> {
    const bad = this.#unsendable;
    const files = unsentFiles(this.host.files).filter((chosen) => !bad.includes(chosen));
    if (files.length === 0) return this.#finish();
    this.show([]);
    this.say('');
    for (const chosen of files) if (chosen.state === 'chosen') chosen.state = 'waiting';
    await sendWaiting(this.host.files, (chosen) =>
      sendFile(this.host, chosen, adapter, (change) => this.#update(chosen, change)),
    );
    const left = unsentFiles(files);
    if (left.some(({ problem }) => problem?.reason !== 'file-stopped')) throw uploadFailure([...left, ...bad]);
    const [first] = left;
    if (first) this.say(this.#text.term('documents.stopped', shownName(first.file)));
    this.show(bad.map(({ problem }) => problem!));
    if (bad.length > 0) await presentPanel(this.host);
    return !first && bad.length === 0;
  }

  /** Nothing is left to send. Without any sent file, the applicant skips the step. */
  #finish(): boolean {
    const isSent = listedFiles(this.host.files).some(({ state }) => state === 'sent');
    if (!isSent) this.host.dispatchEvent(new LendingContinuedEvent('documents'));
    return isSent;
  }

  stop(): void {
    for (const chosen of this.host.files) this.#cancel(chosen);
  }

  #cancel(chosen: ChosenFile): void {
    chosen.stop?.abort();
    if (chosen.state !== 'waiting') return;
    this.#update(chosen, { state: 'chosen', problem: fileProblem(this.host, chosen, 'file-stopped') });
  }

  #update(chosen: ChosenFile, change: Partial<ChosenFile>): void {
    Object.assign(chosen, change);
    if (change.state) this.#changed();
    this.host.requestUpdate();
  }

  #changed(): void {
    this.host.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
