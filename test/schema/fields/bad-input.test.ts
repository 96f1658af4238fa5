// Every field of every form against every kind of bad input: what is sent, or what the applicant is told.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enFailure } from '../../../src/base/text/locales/en-failure.js';
import { enLater } from '../../../src/base/text/locales/en-later.js';
import { enRareInput } from '../../../src/base/text/locales/en-rare-input.js';
import { problemSentence, addSentences, TextController } from '../../../src/base/text/text.js';
import {
  applicantForm,
  companyForm,
  defaultSettings,
  prequalificationForm,
  readDraft,
  writeDraft,
  type Draft,
  type Form,
  type FieldTable,
} from '../../../src/schema/index.js';
import { addSpoken } from '../../../src/schema/fields/spoken.js';
import { sampleApplication, samplePrequalification } from '../samples.js';
import { EVERY_FIELD, INPUTS, MORE } from './bad-input-tables.js';

addSpoken();
addSentences({ ...enLater, ...enRareInput, ...enFailure });
const text = new TextController({ lang: 'en', addController() {}, requestUpdate() {} } as never, () => defaultSettings);

const optional = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, 'optional' as const]));
const settings = {
  ...defaultSettings,
  fields: {
    ...defaultSettings.fields,
    ...optional('company.address.city', 'company.address.county', 'company.address.postcode'),
  },
};
const forms: Record<string, Form<FieldTable>> = {
  company: companyForm(settings),
  applicant: applicantForm(settings),
  prequalification: prequalificationForm(defaultSettings),
};
const values: Record<string, unknown> = {
  ...sampleApplication(),
  prequalification: samplePrequalification(),
};

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** What becomes of a field that holds some input: the wire's value, or the reason and the sentence. */
function cell(step: string, path: string, input: Draft): string {
  const draft = Object.freeze({ ...writeDraft(forms[step]!, values[step]), ...input });
  const before = JSON.stringify(draft);
  const { value, problems } = readDraft(forms[step]!, draft);
  assert.equal(JSON.stringify(draft), before, 'what was typed is kept');
  if (value) return `sends ${JSON.stringify(at(value, path)) ?? 'nothing'}`;
  assert.deepEqual(
    problems.map((problem) => problem.path),
    [path],
  );
  return `${problems[0]!.reason}: ${problemSentence(text, problems[0]!)}`;
}

const isDate = (path: string) => /date/.test(path);
const dateDraft = (path: string, typed: string): Draft =>
  Object.fromEntries(typed.split('|').map((part, index) => [`${path}.${['day', 'month', 'year'][index]}`, part]));

describe('bad input', () => {
  for (const [step, fields] of Object.entries(EVERY_FIELD)) {
    for (const [path, expected] of Object.entries(fields)) {
      it(`of every kind gets its sentence: ${step}.${path}`, () => {
        const name = isDate(path) ? `${path}.day` : path;
        const row = Object.entries(INPUTS).map(([input, typed]) => [input, cell(step, path, { [name]: typed })]);
        assert.deepEqual(Object.fromEntries(row), expected);
      });
    }
  }

  for (const [step, fields] of Object.entries(MORE)) {
    for (const [path, expected] of Object.entries(fields)) {
      it(`that is special to a field gets its sentence, and clear input is accepted: ${step}.${path}`, () => {
        const row = Object.keys(expected).map((typed) => [
          typed,
          cell(step, path, isDate(path) ? dateDraft(path, typed) : { [path]: typed }),
        ]);
        assert.deepEqual(Object.fromEntries(row), expected);
      });
    }
  }

  it('is tested for every field of each form', () => {
    const names = (step: string) =>
      Object.keys(writeDraft(forms[step]!, values[step])).map((name) => name.replace(/\.(day|month|year)$/, ''));
    for (const [step, fields] of Object.entries(EVERY_FIELD)) {
      assert.deepEqual(
        names(step).filter((name) => !(name in fields)),
        [],
      );
    }
  });
});
