import type { ServerAdapter } from '../adapter.js';
import { LendingError, type Problem } from '../errors.js';
import type { LendingDocument } from '../schema/document.js';
import type { Draft } from '../schema/form.js';
import type { Settings } from '../schema/session.js';
import { listed, type ChosenFile, type KnownFile } from './chosen-files.js';
import { endingOf, reasonAgainst, shownName } from './document-check.js';
import { needsHelp, referenceOf } from './failure-help.js';
import { fileSize } from './file-size.js';
import { enDocuments } from './locales/en-documents.js';
import { addText, type TextController } from './text.js';

addText(enDocuments);

/** What the list needs to know of the form that it stands in. */
interface Form {
  readonly settings: Settings;
  readonly draft: Draft;
  readonly text: TextController;
}

const AT_ONCE = 2;

/** Whether a file cannot be sent. One that seems to be locked may open without a password all the same: banks lock statements against changes. */
export const isBad = ({ problem }: ChosenFile) => !!problem && problem.reason !== 'file-locked';

/** The name of the question what a file is. */
export const kindName = ({ path }: ChosenFile) => path.replace('file', 'document_type');

const kindOf = ({ settings, draft }: Form, chosen: ChosenFile) => {
  const [first, second] = settings.document_types;
  return (second ? draft[kindName(chosen)] : first!.value) ?? '';
};

/** A file as it is sent. What the applicant called it stays here. */
export function documentOf(form: Form, chosen: ChosenFile): LendingDocument {
  const file = chosen.file as File;
  const { type } = file;
  const sent = named.get(file) ?? new File([file], `document${endingOf(file, form.settings)}`, { type });
  named.set(file, sent);
  return { file: sent, type: kindOf(form, chosen) };
}

/** The files as they are sent: at the next try it is the same one. */
const named = new WeakMap<File, File>();

/** What is wrong with a file, with all that a sentence about it may need. */
export const problemOf = ({ settings, text }: Form, { path, file }: ChosenFile, reason: string, why = ''): Problem => ({
  path,
  reason,
  params: {
    name: shownName(file),
    endings: settings.document_endings.join(' '),
    maximum: fileSize(text, settings.max_document_bytes, true),
    why,
  },
});

/** What is wrong with a file, or with the answer about it. A file can change as long as it is not sent. */
export async function inspect(form: Form, chosen: ChosenFile): Promise<Problem[]> {
  const { state, file } = chosen;
  if (state !== 'chosen' && state !== 'lost') return [];
  const reason = file instanceof File ? await reasonAgainst(file, form.settings) : 'file-lost';
  chosen.problem = reason ? problemOf(form, chosen, reason) : undefined;
  if (isBad(chosen)) return [chosen.problem!];
  return kindOf(form, chosen) ? [] : [{ ...problemOf(form, chosen, 'file-kind'), path: kindName(chosen) }];
}

const idOf = ({ name, size, lastModified }: KnownFile) => `${size} ${lastModified} ${name}`;

/**
 * Puts files at the end of the list, and answers those that it took. One that was lost takes its place again, by its name or
 * because the first was chosen for it (`wanted`). What is in the list already is not taken again.
 */
export const addFiles = (files: ChosenFile[], more: readonly File[], wanted?: ChosenFile) =>
  more.flatMap((file, index): ChosenFile | readonly [] => {
    const [lost, others] = [true, false].map((isLost) =>
      listed(files).filter(({ state }) => (state === 'lost') === isLost),
    ) as [ChosenFile[], ChosenFile[]];
    if (others.some((one) => idOf(one.file) === idOf(file))) return [];
    const place = index === 0 && wanted ? wanted : lost.find((one) => one.file.name === file.name);
    if (place) return Object.assign(place, { file, state: 'chosen', problem: undefined });
    const chosen: ChosenFile = { file, path: `file.${files.length}`, state: 'chosen' };
    files.push(chosen);
    return chosen;
  });

/** Sends the files that wait, a few at once, until nothing waits and nothing is under way. `send` must not reject. */
export async function sendWaiting(files: readonly ChosenFile[], send: (chosen: ChosenFile) => Promise<void>) {
  for (;;) {
    const calls = files.flatMap(({ call }) => call ?? []);
    const next = files.find(({ state }) => state === 'waiting');
    if (next && calls.length < AT_ONCE) next.call = send(next).finally(() => (next.call = undefined));
    else if (calls.length > 0) await Promise.race(calls);
    else return;
  }
}

/** Sends one file. `note` takes each change in how it stands with it. */
export async function sendFile(
  form: Form,
  chosen: ChosenFile,
  adapter: ServerAdapter,
  note: (change: Partial<ChosenFile>) => void,
): Promise<void> {
  const { signal } = (chosen.stop = new AbortController());
  const onProgress = (progress?: number) => note({ progress });
  note({ state: 'sending', progress: undefined, problem: undefined });
  try {
    await adapter.uploadDocument(documentOf(form, chosen), { signal, onProgress });
    note({ state: 'sent', progress: 1 });
  } catch (cause) {
    const error = cause as LendingError;
    const reason = signal.aborted ? 'file-stopped' : reasonOf(error);
    note({
      state: 'chosen',
      progress: undefined,
      error,
      problem: problemOf(form, chosen, reason, sentenceOf(form.text, error)),
    });
  }
}

/** Its bytes may have arrived, and only the answer was lost. */
const UNSURE = /timeout|unreachable|unexpected/;

/** An adapter of the page's own may reject with anything. */
function reasonOf({ code = 'handler-failed', issues = [] }: Partial<LendingError>): string {
  const refused = issues.find(({ path }) => path === 'file')?.reason;
  if (refused) return refused === 'refused' ? 'file-refused' : refused;
  return UNSURE.test(code) ? 'file-unsure' : 'file-failed';
}

/** What is said of a failure. What is refused of a document but its file nobody was asked, or it is one of the partner's kinds. */
function sentenceOf(text: TextController, error: Partial<LendingError>): string {
  const { code = 'handler-failed', issues = [], retryAfter } = error;
  const isOurs = issues.length > 0;
  const reference = isOurs || needsHelp({ code }) ? referenceOf(error) : undefined;
  return [
    isOurs ? text.term('failure.not-asked') : text.failure(code, retryAfter),
    reference && text.term('failure.reference', reference),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Why files were not sent: by their places in the list, since what a file is called is in no error, and in no event. */
export function failureOf(left: readonly ChosenFile[]): LendingError {
  const cause = left.find(({ error }) => error)?.error;
  const issues = left.map(({ path }) => ({ path, reason: 'file-failed' }));
  return new LendingError(cause?.code ?? 'adapter-unreachable', 'A document was not sent.', {
    cause,
    issues,
    recoverable: true,
  });
}
