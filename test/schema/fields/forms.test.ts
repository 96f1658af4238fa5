import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { email } from '../../../src/schema/fields/email.js';
import {
  applicantForm,
  applicationOf,
  COMPANY,
  companyForm,
  defaultSettings,
  PREQUALIFICATION,
  prequalificationForm,
  prequalificationOf,
  readDraft,
  writeDraft,
  type Draft,
  type Form,
  type FieldTable,
} from '../../../src/schema/index.js';
import { formOf, sampleApplication } from '../samples.js';
import { anyAnswers, anyRules, sent } from './typed-anything.js';

const runs = { numRuns: 1000, seed: 20200710 };

describe('a form', () => {
  it('returns the answers that were written into it, and the call’s schema accepts them unchanged, under any rules', () => {
    const rulesAndAnswers = anyRules.chain((rules) => fc.tuple(fc.constant(rules), anyAnswers(rules)));
    fc.assert(
      fc.property(rulesAndAnswers, ([rules, { application, figures }]) => {
        const settings = { ...defaultSettings, fields: rules };
        const forms: [Form<FieldTable>, unknown][] = [
          [companyForm(settings), application.company],
          [applicantForm(settings), application.applicant],
          [prequalificationForm(settings), figures],
        ];
        for (const [form, value] of forms) {
          const { value: read, problems } = readDraft(form, writeDraft(form, value));
          assert.deepEqual([sent(read), problems], [sent(value), []]);
        }
        assert.deepEqual(sent(z.parse(applicationOf(rules), sent(application))), sent(application));
        assert.deepEqual(sent(z.parse(prequalificationOf(rules), sent(figures))), sent(figures));
      }),
      runs,
    );
  });

  it('writes the parts of a value that are valid', () => {
    const partial = { ...sampleApplication().applicant, date_of_birth: '2000-02-30', email: 7 };
    const draft = writeDraft(applicantForm(defaultSettings), partial);
    assert.equal(draft.first_name, 'Jane');
    assert.deepEqual(
      Object.keys(draft).filter((name) => /^(date_of_birth|email)/.test(name)),
      [],
    );
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const form of [
          companyForm(defaultSettings),
          applicantForm(defaultSettings),
          prequalificationForm(defaultSettings),
        ])
          writeDraft(form, value);
      }),
      runs,
    );
  });

  it('names the wrong fields in the order of the schema, never their input', () => {
    const draft: Draft = {
      ...writeDraft(companyForm(defaultSettings), sampleApplication().company),
      registered_name: ' ',
    };
    draft['address.line_1'] = 'typed'.repeat(60);
    draft['formation_date.month'] = '';
    const { value, problems } = readDraft(companyForm(defaultSettings), draft);
    assert.equal(value, undefined);
    assert.deepEqual(problems, [
      { path: 'registered_name', reason: 'empty', params: undefined },
      { path: 'formation_date', reason: 'date-missing', params: { parts: 'month' } },
      { path: 'address.line_1', reason: 'too-long', params: { maximum: 200 } },
    ]);
  });

  it('reports one problem for a field that is wrong in two ways', () => {
    const form = formOf({ email, funding_amount: PREQUALIFICATION.funding_amount });
    assert.deepEqual(
      readDraft(form, { email: '', funding_amount: '-1' }).problems.map(({ path, reason }) => [path, reason]),
      [
        ['email', 'empty'],
        ['funding_amount', 'too-small'],
      ],
    );
  });

  it('uses the given values if nothing is typed', () => {
    const form = formOf({ region: COMPANY.region, type: COMPANY.type });
    assert.deepEqual(readDraft(form, { type: 'plc' }, { region: 'GB', type: 'ltd' }).value, {
      region: 'GB',
      type: 'plc',
    });
  });

  it('ignores inputs that are not in the schema', () => {
    const draft = {
      ...writeDraft(companyForm(defaultSettings), sampleApplication().company),
      extra: '1',
      'address.extra': '1',
    };
    assert.deepEqual(readDraft(companyForm(defaultSettings), draft).problems, []);
  });

  it('never throws and never changes a prototype, whatever the names of the inputs are', () => {
    const names = [
      '__proto__.x',
      'constructor.prototype.x',
      'addresses.__proto__.x',
      'a',
      'a.b',
      'addresses.0',
      '.',
      '',
    ];
    const name = fc.oneof(fc.constantFrom(...names, 'addresses.0.city', 'addresses.x', 'address'), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (entries) => {
        for (const form of [companyForm(defaultSettings), applicantForm(defaultSettings)] as Form<FieldTable>[])
          readDraft(form, Object.fromEntries(entries));
        assert.equal('x' in {}, false);
        assert.equal('x' in [], false);
      }),
      runs,
    );
  });
});
