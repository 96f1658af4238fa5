// What documents need once one was chosen. Who goes on without downloads none of it.
import { html, nothing, type TemplateResult } from 'lit';
import type { ServerAdapter } from '../adapter.js';
import type { LendingError, Problem } from '../errors.js';
import type { LendingDocument } from '../schema/document.js';
import type { Reading } from '../schema/form.js';
import { listed, unsent, type ChosenFile } from './chosen-files.js';
import { shownName } from './document-check.js';
import {
  addFiles,
  documentOf,
  failureOf,
  inspect,
  isBad,
  kindName,
  problemOf,
  sendFile,
  sendWaiting,
} from './document-list.js';
import { documentRow } from './document-row.js';
import { documentStyles } from './document-styles.js';
import type { LendingElement } from './element.js';
import { tellFailure } from './failure.js';
import type { FormState } from './field.js';

/** The step that documents are chosen in. */
interface Host extends LendingElement, Omit<FormState, 'requestUpdate'> {
  readonly files: ChosenFile[];
  readonly adapter: ServerAdapter | undefined;
}

/** What only the step can do. */
export interface DeskMeans {
  /** Says something beside the list. */
  say: (note: string) => void;
  /** Shows what is wrong now, instead of what was wrong before. */
  show: (problems: readonly Problem[]) => void;
  /** Lets a file be chosen for a place in the list. */
  pick: (chosen: ChosenFile) => void;
  /** Tells that the list has changed, or what became of a file in it. */
  changed: () => void;
}

/** Takes files in, lists them, and sends them. */
export class DocumentDesk {
  readonly #host: Host;
  readonly #means: DeskMeans;

  constructor(host: Host, means: DeskMeans) {
    this.#host = host;
    this.#means = means;
    host.shadowRoot!.adoptedStyleSheets.push(documentStyles.styleSheet!);
  }

  render(): TemplateResult | typeof nothing {
    const { files } = this.#host;
    if (listed(files).length === 0) return nothing;
    return html`<ul>
      ${files.map((chosen) => this.#renderFile(chosen))}
    </ul>`;
  }

  #renderFile(chosen: ChosenFile): TemplateResult | typeof nothing {
    if (chosen.state === 'removed') return nothing;
    return documentRow(this.#host, chosen, {
      cancel: () => this.#cancel(chosen),
      retry: () => void this.#retry(chosen),
      choose: () => this.#means.pick(chosen),
      remove: () => {
        this.#note(chosen, { state: 'removed' });
        this.#say(this.#host.text.term('documents.removed', shownName(chosen.file)));
      },
    });
  }

  /** How far it is with the documents, in words. */
  progress(): string {
    const { files, text } = this.#host;
    const all = listed(files);
    const total = all.reduce((sum, { progress = 0 }) => sum + progress, 0);
    // In quarters: it is spoken.
    const share = text.number(Math.floor((total / all.length) * 4) / 4, { style: 'percent' });
    return text.term('documents.sending', all.length - unsent(all).length, all.length, share);
  }

  /** The documents, or what is wrong with them. */
  async read(): Promise<Reading<readonly LendingDocument[]>> {
    const files = listed(this.#host.files);
    const problems = (await Promise.all(files.map((chosen) => inspect(this.#host, chosen)))).flat();
    return problems.length > 0 ? { value: undefined, problems } : { value: this.#documents(files), problems: [] };
  }

  /** What was sent before a reload is known by its name alone. */
  #documents(files: readonly ChosenFile[]): LendingDocument[] {
    const whole = files.filter(({ file }) => file instanceof File);
    return whole.map((chosen) => documentOf(this.#host, chosen));
  }

  /** Takes files in, the first of them for a place in the list that wants one. While others are under way it takes none. */
  async add(files: readonly File[], isSending: boolean, wanted?: ChosenFile): Promise<void> {
    const host = this.#host;
    if (isSending) return this.#means.say(host.text.term('documents.wait'));
    const before = host.files.length;
    const added = addFiles(host.files, files, wanted);
    // An answer from before a reload was about another file. What takes its place again keeps its own.
    for (const chosen of host.files.slice(before)) host.draft[kindName(chosen)] = '';
    this.#means.changed();
    await Promise.all(added.map((chosen) => inspect(host, chosen)));
    const bad = added.filter(isBad).length;
    this.#means.say(host.text.term('documents.added', added.length, bad, files.length - added.length));
    host.requestUpdate();
  }

  /** Sends what is not sent. Whether all of it was; rejects where one failed: what the applicant has stopped is no failure. */
  async send(adapter: ServerAdapter, files: readonly ChosenFile[] = unsent(this.#host.files)): Promise<boolean> {
    this.#say('');
    for (const chosen of files) if (chosen.state === 'chosen') chosen.state = 'waiting';
    await sendWaiting(this.#host.files, (chosen) =>
      sendFile(this.#host, chosen, adapter, (change) => this.#note(chosen, change)),
    );
    const left = unsent(files);
    if (left.some(({ problem }) => problem?.reason !== 'file-stopped')) throw failureOf(left);
    const [first] = left;
    if (first) this.#means.say(this.#host.text.term('documents.told', shownName(first.file), false));
    return !first;
  }

  /** Stops everything that waits or is under way. */
  stop(): void {
    for (const chosen of this.#host.files) this.#cancel(chosen);
  }

  async #retry(chosen: ChosenFile): Promise<void> {
    const { adapter, text } = this.#host;
    this.#say('');
    const problems = await inspect(this.#host, chosen);
    this.#means.show(problems);
    if (problems.length > 0 || !adapter) return;
    await this.send(adapter, [chosen]).catch((error: LendingError) => tellFailure(this.#host, 'documents', error));
    const { problem, state } = chosen;
    const isUnsure = problem?.reason === 'file-unsure';
    this.#means.say(
      isUnsure ? text.problem(problem) : text.term('documents.told', shownName(chosen.file), state === 'sent'),
    );
  }

  #cancel(chosen: ChosenFile): void {
    chosen.stop?.abort();
    if (chosen.state !== 'waiting') return;
    this.#note(chosen, { state: 'chosen', problem: problemOf(this.#host, chosen, 'file-stopped') });
  }

  #note(chosen: ChosenFile, change: Partial<ChosenFile>): void {
    Object.assign(chosen, change);
    if (change.state) this.#means.changed();
    this.#host.requestUpdate();
  }

  /** Says something; what was said before is no longer true. */
  #say(note: string): void {
    this.#means.show([]);
    this.#means.say(note);
  }
}
