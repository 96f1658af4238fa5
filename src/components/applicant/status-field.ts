import { html, nothing } from 'lit';
import { radioField, yesOrNo } from '../../base/fields/radio-field.js';
import { fieldRule, type FormState } from '../../base/fields/form-state.js';
import { rareInput, loadRareInput } from '../../base/fields/load-rare-input.js';
import { singleStatus, statusQuestion } from '../../base/fields/status-question.js';
import type { Problem } from '../../errors.js';
import { noneInput } from '../../schema/fields/field-rules.js';
import type { Draft, Reading } from '../../schema/fields/form.js';

const STATUS = /^addresses\.(\d+)\.status$/;
/** Whether the field belongs to an earlier address: the first address is the current one. */
const isEarlier = (name: string) => STATUS.exec(name)?.[1] !== '0';

/** Renders the residential status: a list, or for one entry a yes or no question, in which "No" is blank and no answer has no value. */
export function statusField(form: FormState, name: string) {
  const { draft, fixed, settings, text } = form;
  const only = singleStatus(settings);
  // A read-only value that is not in the list is shown as it is.
  if (!only || (fixed.includes(name) && draft[name] !== only.value)) {
    return radioField(form, name, settings.residentialStatuses);
  }
  const isEnd = draft[name] === '' && fieldRule(form, name) === 'required';
  return radioField(form, name, yesOrNo(text, only.value), {
    inline: true,
    label: statusQuestion(text, only, isEarlier(name)),
    after: html`<div aria-live="polite">
      ${isEnd ? rareInput()?.ineligibleNotice(form, isEarlier(name)) : nothing}
    </div>`,
  });
}

/** The statuses as they are read: "No" leaves the field out, and a value that is not offered counts as unanswered. */
export function readableStatuses({ settings, fixed }: FormState, draft: Draft): Draft {
  const only = singleStatus(settings);
  if (!only) return draft;
  const read = { ...draft };
  for (const [name, value] of Object.entries(draft)) {
    if (!STATUS.test(name) || value === only.value || fixed.includes(name)) continue;
    delete read[name];
    if (value === '') read[noneInput(name)] = 'true';
  }
  return read;
}

/** Replaces the problems of a yes or no question with problems that have its own sentences. */
export async function statusProblems<T>(form: FormState, reading: Reading<T>): Promise<Reading<T>> {
  const { settings, draft, text } = form;
  const only = singleStatus(settings);
  const isAbout = ({ path, reason }: Problem) => STATUS.test(path) && reason === 'empty';
  if (!only || !reading.problems.some(isAbout)) return reading;
  const isEnd = (problem: Problem) => isAbout(problem) && draft[problem.path] === '';
  const ends = reading.problems.some(isEnd) ? await loadRareInput() : undefined;
  const problems = reading.problems.map((problem): Problem => {
    if (!isAbout(problem)) return problem;
    const { path } = problem;
    if (ends && isEnd(problem)) return ends.ineligibleProblem(form, path, isEarlier(path));
    const question = statusQuestion(text, only, isEarlier(path));
    return { path, reason: 'unanswered', params: { question } };
  });
  return { value: undefined, problems };
}
