import { countFiles, fileKinds } from '../../base/text/locales/en-later.js';
import { site, type ProblemParams } from '../../base/text/locales/en.js';
import { addSentences } from '../../base/text/text.js';
import type { Settings } from '../../schema/settings.js';

const kindsIn = (endings: unknown) => fileKinds(String(endings).split(' '));

/** English, for chosen documents. It loads with the first one. */
export const enDocuments = {
  remove: 'Remove',
  'documents.send': (count: number, bad: number) => `Send ${countFiles(count)}${bad ? '' : ' and continue'}`,
  'documents.without': (bad: number) => `Continue without ${countFiles(bad)}`,
  'documents.sending': (done: number, count: number, share: string) =>
    `Sending document ${Math.min(done + 1, count)} of ${count}, ${share} done…`,
  'documents.added': (count: number, bad: number, doubles: number) =>
    [
      count && `${countFiles(count)} added.`,
      bad && `${countFiles(bad)} cannot be sent. See below.`,
      doubles && `${countFiles(doubles)} ${doubles === 1 ? 'is' : 'are'} already in the list.`,
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (name: string) => `“${name}” added.`,
  'documents.removed': (name: string) => `“${name}” removed.`,
  'documents.wait': 'You can add more files when these have been sent.',
  'documents.file-waiting': 'Waiting',
  'documents.file-sent': 'Sent',
  'documents.cancel': 'Cancel',
  'documents.choose-again': 'Choose again',
  'documents.attach'(this: Settings, labels: string, count: number) {
    return `Attach the statements that ${site(this)} has: ${labels} (${countFiles(count)})`;
  },
  'documents.lost': (name: string) => `Choose “${name}” again. This page could not keep the file when it was reloaded.`,
  'problem.file-lost': (_noun: string, { name }: ProblemParams) => `Choose “${name}” again, or remove it`,
  'documents.stopped': (name: string) => `“${name}” was not sent.`,
  'problem.file-type': (_noun: string, { name, endings }: ProblemParams) => `“${name}” must be a ${kindsIn(endings)}`,
  // Phones take photos in this format by default. Some programs name them .jpg.
  'problem.file-heic': (_noun: string, { name }: ProblemParams) =>
    `“${name}” is a phone photo in HEIC format. Open it and save it as a JPG. Changing its name is not enough. Or choose Most Compatible under Settings, Camera, Formats on an iPhone, and take the photo again`,
  'problem.file-content': (_noun: string, { name, endings }: ProblemParams) =>
    `“${name}” is not a real ${kindsIn(endings)}. Open it and save it again as a ${/pdf/.test(String(endings)) ? 'PDF' : kindsIn(endings)}`,
  'problem.file-large': (_noun: string, { name, maximum }: ProblemParams) => `“${name}” must be ${maximum} or smaller`,
  'problem.file-empty': (_noun: string, { name }: ProblemParams) =>
    `“${name}” is empty. Remove it, or choose another file`,
  'problem.file-locked': (_noun: string, { name }: ProblemParams) =>
    `“${name}” may need a password. If it asks for one when you open it, print it to a new PDF and choose that file`,
  'problem.file-gone': (_noun: string, { name }: ProblemParams) =>
    `“${name}” was moved or changed, so it cannot be read. Remove it and choose it again`,
  'problem.file-kind': (_noun: string, { name }: ProblemParams) => `Select what “${name}” is`,
  'problem.file-stopped': (_noun: string, { name }: ProblemParams) => `“${name}” was not sent. Try again, or remove it`,
  'problem.file-failed': (_noun: string, { name, why }: ProblemParams) =>
    `“${name}” was not sent. ${String(why).replace(/\.$/, '')}`,
  'problem.file-unsure': (_noun: string, { name, why }: ProblemParams) =>
    `“${name}” may not have been sent. ${String(why).replace(/\.$/, '')}`,
  'problem.file-rejected': (_noun: string, { name }: ProblemParams) =>
    `The lender did not accept “${name}”. Remove it and choose another file`,
  'document_type.label': (name: string) => `What is “${name}”?`,
};

export const documentsText = addSentences(enDocuments);
