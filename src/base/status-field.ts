import { html, nothing } from 'lit';
import { part, type Problem } from '../errors.js';
import { noneOf } from '../schema/field-rules.js';
import type { Draft, Reading } from '../schema/form.js';
import { radioField, ruleOf, type FormState } from './field.js';
import { onlyOf } from './given.js';
import { onlyStatus, statusQuestion } from './status-words.js';

const STATUS = /^addresses\.(\d+)\.status$/;
/** An earlier address: the current one is the first. */
const isEarlier = (name: string) => STATUS.exec(name)?.[1] !== '0';

/**
 * How somebody lives somewhere: one of a list. A list with one entry is a question that is answered by yes or no. Its "No"
 * is a blank value, which no code of the wire can be; a question without an answer has no value.
 */
export function statusField(form: FormState, name: string) {
  const { draft, fixed, settings, text } = form;
  const only = onlyStatus(settings);
  // What the backend has filled in for good, and is not in the list, is shown as it is.
  if (!only || (fixed.includes(name) && draft[name] !== only.value)) {
    return radioField(form, name, settings.residential_statuses);
  }
  const isEnd = draft[name] === '' && ruleOf(form, name) === 'required';
  const choices = [
    { value: only.value, label: text.term('yes') },
    { value: '', label: text.term('no') },
  ];
  return radioField(form, name, choices, {
    inline: true,
    label: statusQuestion(text, only, isEarlier(name)),
    after: html`<div role="status">${isEnd ? onlyOf()?.onlyEnd(form, isEarlier(name)) : nothing}</div>`,
  });
}

/** The answers as they are read: "No" leaves the field out, and an answer that is not offered is none. */
export function readableStatuses({ settings, fixed }: FormState, draft: Draft): Draft {
  const only = onlyStatus(settings);
  if (!only) return draft;
  const read = { ...draft };
  for (const [name, value] of Object.entries(draft)) {
    if (!STATUS.test(name) || value === only.value || fixed.includes(name)) continue;
    delete read[name];
    if (value === '') read[noneOf(name)] = 'true';
  }
  return read;
}

/** What is wrong with the answers to such a question, in its own words. */
export async function statusProblems<T>(form: FormState, reading: Reading<T>): Promise<Reading<T>> {
  const { settings, draft, text } = form;
  const only = onlyStatus(settings);
  const isAbout = ({ path, reason }: Problem) => STATUS.test(path) && reason === 'empty';
  if (!only || !reading.problems.some(isAbout)) return reading;
  const isEnd = (problem: Problem) => isAbout(problem) && draft[problem.path] === '';
  const ends = reading.problems.some(isEnd) ? await part(import('./status-only.js'), 'rules') : undefined;
  const problems = reading.problems.map((problem): Problem => {
    if (!isAbout(problem)) return problem;
    const { path } = problem;
    if (ends && isEnd(problem)) return ends.onlyProblem(form, path, isEarlier(path));
    const question = statusQuestion(text, only, isEarlier(path));
    return { path, reason: 'unanswered', params: { question } };
  });
  return { value: undefined, problems };
}
