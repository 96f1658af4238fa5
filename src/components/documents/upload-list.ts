import type { ServerAdapter } from '../../adapter/types.js';
import { chosenFiles, listedFiles, type ChosenFile, type KnownFile } from '../../base/chosen-files.js';
import { needsHelp, referenceNumber } from '../../base/failure/explain-to-applicant.js';
import type { FormState } from '../../base/fields/form-state.js';
import { fileSize } from '../../base/text/formats.js';
import { failureText } from '../../base/text/locales/en-failure.js';
import type { TextController } from '../../base/text/text.js';
import { LendingError, needsReload, type Problem } from '../../errors.js';
import type { LendingDocument } from '../../schema/calls/document.js';
import { fileKind, type FileKind } from '../../schema/file-kinds.js';
import type { Settings } from '../../schema/settings.js';

/** The state of the form that the list needs. */
type Form = Pick<FormState, 'settings' | 'draft' | 'text'>;

const MAX_PARALLEL = 2;

/**
 * Whether a file cannot be sent. A file that seems locked can be sent: banks lock statements against changes, and such a file opens
 * without a password.
 */
export const cannotBeSent = ({ problem }: ChosenFile) => !!problem && problem.reason !== 'file-locked';

/** Whether only the call failed, so that the file can be sent again. */
export const mayRetry = ({ state, problem }: ChosenFile) =>
  state === 'chosen' && /failed|stopped|unsure/.test(problem?.reason ?? '');

/** Whether no further attempt can send a file. The applicant removes it, chooses another one, or continues without it. */
export const isUnsendable = (chosen: ChosenFile) =>
  chosen.state === 'lost' || (cannotBeSent(chosen) && !mayRetry(chosen));

export const typeFieldName = ({ path }: ChosenFile) => path.replace('file', 'document_type');

const documentTypeOf = ({ settings, draft }: Form, chosen: ChosenFile) => {
  const [first, second] = settings.documentTypes;
  return (second ? draft[typeFieldName(chosen)] : first!.value) ?? '';
};

/** The name of a file without characters that reorder the text or break the line. */
export const shownName = ({ name }: KnownFile) => name.replace(/[\p{Cc}\p{Bidi_C}]/gu, '');

/** Returns the kind of a file, or the reason why it cannot be sent. The backend decides with the same code. Of a large file only the beginning is read. */
async function kindOrReason(
  file: File,
  { documentExtensions, maxDocumentBytes }: Settings,
): Promise<FileKind | string> {
  const isLarge = file.size > maxDocumentBytes;
  const part = isLarge ? file.slice(0, 4096) : file;
  const kind = await fileKind(part, file.name, documentExtensions).catch(() => 'file-gone');
  return isLarge && kind !== 'file-type' && kind !== 'file-heic' ? 'file-large' : kind;
}

/** The files as they are sent. A retry sends the same object, and so the same idempotency key. */
const sentFiles = new WeakMap<File, File>();

/** The file as it is sent, by its content, without the applicant's name for it. */
export function documentOf(form: Form, chosen: ChosenFile): LendingDocument {
  const file = sentFiles.get(chosen.file as File)!;
  return { file, type: documentTypeOf(form, chosen) };
}

/** A problem of a file, with everything that its sentence needs. */
export const fileProblem = (
  { settings, text }: Form,
  { path, file }: ChosenFile,
  reason: string,
  why = '',
): Problem => ({
  path,
  reason,
  params: {
    name: shownName(file),
    endings: settings.documentExtensions.join(' '),
    maximum: fileSize(text, settings.maxDocumentBytes, true),
    why,
  },
});

/** Checks a file and the answer about it. A file can change on the disk until it is sent. */
export async function checkFile(form: Form, chosen: ChosenFile): Promise<Problem[]> {
  const { state, file, error } = chosen;
  if (state !== 'chosen' && state !== 'lost') return [];
  // The lender, or the backend, has rejected it.
  if (error && isUnsendable(chosen)) return [chosen.problem!];
  if (chosen.id) return [];
  const kind = file instanceof File ? await kindOrReason(file, form.settings) : 'file-lost';
  const reason = typeof kind === 'string' ? kind : kind.isLocked && 'file-locked';
  chosen.problem = reason ? fileProblem(form, chosen, reason) : undefined;
  if (typeof kind === 'string') return [chosen.problem!];
  const { extension, type } = kind;
  sentFiles.set(
    file as File,
    sentFiles.get(file as File) ?? new File([file as File], `document${extension}`, { type }),
  );
  return documentTypeOf(form, chosen)
    ? []
    : [{ ...fileProblem(form, chosen, 'file-kind'), path: typeFieldName(chosen) }];
}

const fileId = ({ name, size, lastModified }: KnownFile) => `${size} ${lastModified} ${name}`;

/**
 * Adds files to the list, and returns those that were added. A file takes the place of a lost one with the same name; the
 * first file takes the place of `wanted`. Files that are in the list already are skipped.
 */
export const addFiles = (files: ChosenFile[], more: readonly File[], wanted?: ChosenFile) =>
  more.flatMap((file, index): ChosenFile | readonly [] => {
    const [lost, others] = [true, false].map((isLost) =>
      listedFiles(files).filter(({ state }) => (state === 'lost') === isLost),
    ) as [ChosenFile[], ChosenFile[]];
    if (others.some((one) => fileId(one.file) === fileId(file))) return [];
    const place = index === 0 && wanted ? wanted : lost.find((one) => one.file.name === file.name);
    if (place) return Object.assign(place, { file, state: 'chosen', problem: undefined });
    const chosen: ChosenFile = { file, path: `file.${chosenFiles(files).length}`, state: 'chosen' };
    files.push(chosen);
    return chosen;
  });

/** Sends the waiting files, a few at once, until all calls have ended. `send` must not reject. */
export async function sendWaiting(files: readonly ChosenFile[], send: (chosen: ChosenFile) => Promise<void>) {
  for (;;) {
    const calls = files.flatMap(({ call }) => call ?? []);
    const next = files.find(({ state }) => state === 'waiting');
    if (next && calls.length < MAX_PARALLEL) next.call = send(next).finally(() => (next.call = undefined));
    else if (calls.length > 0) await Promise.race(calls);
    else return;
  }
}

/** Sends one file. `note` receives each change of its state. */
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
    if (chosen.id) await adapter.attachDocument!({ id: chosen.id }, { signal });
    else await adapter.uploadDocument(documentOf(form, chosen), { signal, onProgress });
    note({ state: 'sent', progress: 1 });
  } catch (cause) {
    const error = cause as LendingError;
    const reason = signal.aborted ? 'file-stopped' : failureReason(error);
    note({
      state: 'chosen',
      progress: undefined,
      error,
      problem: needsReload(error) ? undefined : fileProblem(form, chosen, reason, failureSentence(form.text, error)),
    });
  }
}

/** Errors after which the bytes may have arrived although the response was lost. */
const MAY_HAVE_ARRIVED = /timeout|unreachable|unexpected|adapter-(redirected|unavailable)/;

/** The reason for the problem of a file. The page's own adapter may reject with anything. */
function failureReason({ code = 'handler-failed', issues = [] }: Partial<LendingError>): string {
  const reason = issues.find(({ path }) => path === 'file')?.reason;
  if (reason) return reason === 'rejected' ? 'file-rejected' : reason;
  return MAY_HAVE_ARRIVED.test(code) ? 'file-unsure' : 'file-failed';
}

/** The sentence about a failure. The applicant cannot correct a rejected field other than the file. */
function failureSentence(text: TextController, error: Partial<LendingError>): string {
  const { code = 'handler-failed', issues = [], retryAfter } = error;
  const isNotCorrectable = issues.length > 0;
  const reference = isNotCorrectable || needsHelp({ code }) ? referenceNumber(error) : undefined;
  return [
    isNotCorrectable ? failureText(text).term('failure.not-asked') : text.failure(code, retryAfter),
    reference && failureText(text).term('failure.reference', reference),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The error for files that were not sent. It names their indexes: an error or event must not contain the names of files. */
export function uploadFailure(left: readonly ChosenFile[]): LendingError {
  const errors = left.flatMap(({ error }) => error ?? []);
  const cause = errors.find(needsReload) ?? errors[0];
  if (cause && needsReload(cause)) return cause;
  const issues = left.map(({ path }) => ({ path, reason: 'file-failed' }));
  return new LendingError(cause?.code ?? 'adapter-unreachable', 'At least one document was not sent.', {
    remedy: cause?.remedy,
    cause,
    issues,
    recoverable: true,
  });
}
