import { filesToKeep } from '../../../base/chosen-files.js';
import type { JourneyDraft } from '../../../base/step/steps.js';
import type { SavedJourney } from '../../../schema/calls/draft.js';
import type { CallName } from '../../../schema/calls/session.js';
import type { Draft } from '../../../schema/fields/form.js';

const PARTS = ['company', 'applicant', 'prequalification', 'documents'] as const;

/** Returns the part of a draft that is saved: the answers that no call has sent yet, without ticks and without the bytes of files. */
export function notYetSent(draft: JourneyDraft, done: readonly CallName[]): SavedJourney {
  const { step, screen, isChanging, inputs = {}, answers = {}, files } = draft;
  const { company, applicant, prequalification, documents } = inputs;
  const figures = done.includes('prequalify') ? undefined : answers.prequalification;
  if (done.includes('createApplication'))
    return {
      step,
      inputs: { prequalification, documents },
      answers: { prequalification: figures },
      files: filesToKeep(files),
    };
  return {
    step,
    screen,
    isChanging: isChanging || undefined,
    inputs: { company, applicant, prequalification },
    answers: { company: answers.company, applicant: answers.applicant, prequalification: figures },
  };
}

export const isBlank = ({ inputs, files }: SavedJourney): boolean =>
  !files?.length && PARTS.every((part) => Object.values(inputs[part] ?? {}).every((value) => !value));

/** Whether two drafts have the same values and files. Blank values do not count. */
export function haveSameEntries(one: SavedJourney, other: SavedJourney): boolean {
  const filled = (fields: Draft = {}) => Object.entries(fields).filter(([, value]) => value);
  const entries = ({ inputs, files = [] }: SavedJourney) =>
    JSON.stringify([...PARTS.map((part) => filled(inputs[part]).sort(([a], [b]) => (a < b ? -1 : 1))), files]);
  return entries(one) === entries(other);
}
