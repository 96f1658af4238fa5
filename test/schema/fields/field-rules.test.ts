import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import {
  applicantForm,
  applicationOf,
  applicationsOf,
  companyForm,
  defaultSettings,
  hiddenFields,
  rulesOfAll,
  settingsFor,
  toProblems,
  readDraft,
  writeDraft,
  type FieldRules,
} from '../../../src/schema/index.js';
import { sampleApplication } from '../samples.js';

const withRules = (fields: FieldRules) => ({ ...defaultSettings, fields: { ...defaultSettings.fields, ...fields } });
const drafts = () => {
  const { company, applicant } = sampleApplication();
  return {
    company: writeDraft(companyForm(defaultSettings), company),
    applicant: writeDraft(applicantForm(defaultSettings), applicant),
  };
};
const given = { region: 'GB', 'address.country_code': 'UK' };
const without = (draft: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(draft).filter(([key]) => key !== name && !key.startsWith(`${name}.`)));

const COMPANY = ['registered_name', 'registered_number', 'type', 'formation_date', 'trading_from_date'];
const APPLICANT = ['first_name', 'last_name', 'phone_number', 'country_of_residence', 'date_of_birth'];
const ADDRESS = ['house_number', 'line_1', 'city', 'postcode', 'start_date', 'status'];

describe('a field that the backend', () => {
  const cases = [
    ...COMPANY.map((name) => ['company', name, name] as const),
    ...APPLICANT.map((name) => ['applicant', name, name] as const),
    ...ADDRESS.map((name) => ['applicant', `addresses.${name}`, `addresses.0.${name}`] as const),
  ];
  for (const [step, rule, name] of cases) {
    const read = (fields: FieldRules, draft: Record<string, string>) =>
      step === 'company'
        ? readDraft(companyForm(withRules(fields)), draft, given)
        : readDraft(applicantForm(withRules(fields)), draft);

    it(`requires has a problem if it is missing: ${step}.${rule}`, () => {
      const { problems } = read({}, without(drafts()[step], name));
      assert.deepEqual(
        problems.map(({ path, reason }) => [path, reason]),
        [[name, 'empty']],
      );
    });

    it(`makes optional may be left out or blank, and is still checked: ${step}.${rule}`, () => {
      const fields = { [`${step}.${rule}`]: 'optional' as const };
      const rest = without(drafts()[step], name);
      const isDate = rule.endsWith('_date') || rule === 'date_of_birth';
      const blank = isDate ? { [`${name}.day`]: ' ' } : { [name]: ' \u200B' };
      const bad = isDate ? { [`${name}.day`]: '99' } : { [name]: 'x'.repeat(300) };
      assert.deepEqual(read(fields, rest).problems, []);
      assert.deepEqual(read(fields, { ...rest, ...blank }).problems, []);
      assert.equal(read(fields, { ...rest, ...bad }).problems.length, 1);
      assert.deepEqual(read(fields, drafts()[step]).value, read({}, drafts()[step]).value);
    });

    it(`hides is neither asked nor sent, whatever the draft has: ${step}.${rule}`, () => {
      const { value, problems } = read({ [`${step}.${rule}`]: 'hidden' }, drafts()[step]);
      assert.deepEqual(problems, []);
      const whole = JSON.stringify(value);
      assert.ok(!whole.includes(`"${rule.split('.').at(-1)!}"`) || rule === 'addresses.line_1', whole);
    });
  }

  it('asks for accepts "there is none" as its only other answer', () => {
    const asked = [
      ['company', 'address.house_number', 'address.house_number'],
      ['applicant', 'addresses.status', 'addresses.0.status'],
      ['applicant', 'addresses.house_number', 'addresses.0.house_number'],
      ['applicant', 'first_name', 'first_name'],
    ] as const;
    for (const [step, path, name] of asked) {
      const read = (draft: Record<string, string>, rules: FieldRules = {}) =>
        step === 'company'
          ? readDraft(companyForm(withRules(rules)), draft, given)
          : readDraft(applicantForm(withRules(rules)), draft);
      const rest = without(drafts()[step], name);
      const none = { [`${name}.none`]: 'true' };
      const reasons = (...[draft, rules]: Parameters<typeof read>) =>
        read(draft, rules).problems.map(({ reason }) => reason);
      assert.deepEqual(reasons(rest), ['empty'], name);
      assert.deepEqual(reasons({ ...rest, [name]: ' ' }), ['empty']);
      assert.deepEqual(reasons({ ...rest, [`${name}.none`]: 'false' }), ['empty']);
      assert.deepEqual(reasons({ ...rest, ...none }), []);
      assert.deepEqual(
        read({ ...drafts()[step], ...none }).value,
        read(drafts()[step]).value,
        'what is typed goes first',
      );
      assert.deepEqual(reasons({ ...rest, ...none }, { [`${step}.${path}`]: 'required' }), ['empty']);
      assert.doesNotMatch(JSON.stringify(read({ ...rest, ...none }).value), /none/);
    }
  });

  it('asks for by default is one that some people do not have; any other field can have that rule', () => {
    const rest = without(drafts().applicant, 'phone_number');
    const draft = { ...rest, 'phone_number.none': 'true' };
    assert.equal(readDraft(applicantForm(defaultSettings), draft).problems.length, 1);
    const form = applicantForm(withRules({ 'applicant.phone_number': 'asked' }));
    assert.deepEqual(readDraft(form, draft).problems, []);
    assert.equal(readDraft(form, rest).problems.length, 1);
  });

  for (const [given, problems] of [
    [undefined, []],
    [null, []],
    [' \u200B', []],
    [[{ x: '' }], [['0', 'unknown']]],
    [
      { x: '', day: ' ' },
      [
        ['x', 'unknown'],
        ['day', 'unknown'],
      ],
    ],
    [[''], [['0', 'unknown']]],
    [[], [['', 'empty']]],
    [{}, [['', 'empty']]],
  ] as const) {
    it(`makes optional is ${problems[0]?.[1] ?? 'blank'} on the wire with ${JSON.stringify(given)}`, () => {
      for (const name of ['registered_name', 'formation_date'] as const) {
        const body = { ...sampleApplication(), company: { ...sampleApplication().company, [name]: given } };
        const result = z.safeParse(applicationOf(withRules({ [`company.${name}`]: 'optional' }).fields), body);
        assert.deepEqual(
          result.success ? [] : toProblems(result.error).map(({ path, reason }) => [path, reason]),
          problems.map(([key, reason]) => [['company', name, key].filter(Boolean).join('.'), reason]),
        );
        if (result.success) assert.equal(result.data.company[name], undefined);
      }
    });
  }

  it('hides or makes optional may be left out on the wire, and its absence is rejected there when it is required', () => {
    const { formation_date: _, ...company } = sampleApplication().company;
    const body = { ...sampleApplication(), company };
    const passes = (fields: FieldRules) => z.safeParse(applicationOf(withRules(fields).fields), body).success;
    assert.equal(passes({}), false);
    assert.equal(passes({ 'company.formation_date': 'optional' }), true);
    assert.equal(passes({ 'company.formation_date': 'hidden' }), true);
  });

  it('requires in addition to the default rules is sent: the town and postcode of the company', () => {
    const fields = { 'company.address.city': 'required', 'company.address.postcode': 'required' } as const;
    const { problems } = readDraft(companyForm(withRules(fields)), drafts().company, given);
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['address.city', 'address.postcode'],
    );
    const more = { ...drafts().company, 'address.city': ' Sampleton ', 'address.postcode': 'SA1 1MP' };
    const { value } = readDraft(companyForm(withRules(fields)), more, given);
    assert.equal(value?.address.city, 'Sampleton');
    assert.equal(value?.address.postcode, 'SA1 1MP');
  });
});

describe('the type of business', () => {
  const number = 'company.registered_number';
  const settings = {
    ...withRules({ 'company.address.county': 'optional' }),
    companyTypes: [
      { value: 'ltd' },
      { value: 'sole-trader', fields: { [number]: 'hidden', 'company.formation_date': 'optional' } as const },
      { value: 'charity', fields: { [number]: 'optional', 'company.address.postcode': 'required' } as const },
    ],
  };
  const read = (type: string, draft: Record<string, string> = drafts().company) =>
    readDraft(companyForm(settingsFor(settings, type)), { ...draft, type }, given);

  it('decides which fields a form requires, over the rules for all types', () => {
    const blank = without(without(drafts().company, 'registered_number'), 'formation_date');
    const missing = (type: string) => read(type, blank).problems.map(({ path }) => path);
    assert.deepEqual(missing('ltd'), ['registered_number', 'formation_date']);
    assert.deepEqual(missing('sole-trader'), []);
    assert.deepEqual(missing('charity'), ['formation_date', 'address.postcode']);
    assert.deepEqual(missing('unknown'), missing('ltd'));
  });

  it('hides a field that is never sent, and keeps it in the draft for another type', () => {
    assert.equal(read('sole-trader').value?.registered_number, undefined);
    assert.equal(read('ltd').value?.registered_number, '12345');
  });

  it('decides with its labels, and needs no answer if there is only one', () => {
    const labels = { 'company.registered_name': 'Name of the charity' };
    const only = { ...settings, companyTypes: [{ value: 'charity', labels }] };
    assert.deepEqual([settingsFor(only).labels, settingsFor(only, 'charity').labels], [labels, labels]);
    assert.equal(settingsFor(settings, 'charity').labels, undefined);
    assert.equal(settingsFor(settings), settings);
  });

  it('decides the same on the wire, by the type in the body, and finds the fields that it hides', () => {
    const bodyOf = (type: string | undefined, more: object = {}) => {
      const { registered_number: _, ...company } = sampleApplication().company;
      return { ...sampleApplication(), company: { ...company, type, ...more } };
    };
    const paths = (type: string | undefined, more?: object) => {
      const { success, error } = z.safeParse(applicationsOf(settings)(bodyOf(type, more)), bodyOf(type, more));
      return success ? [] : toProblems(error).map(({ path }) => path);
    };
    assert.deepEqual(paths('ltd'), [number]);
    assert.deepEqual(paths(' sole-trader '), []);
    assert.deepEqual(paths('charity'), ['company.address.postcode']);
    assert.deepEqual(paths('unknown'), [number]);
    assert.deepEqual(paths(undefined), [number, 'company.type']);
    for (const body of [null, 5, [], {}, { company: 'sole-trader' }])
      assert.equal(z.safeParse(applicationsOf(settings)(body), body).success, false);
    const hidden = (type: string) => hiddenFields(settings, bodyOf(type, { registered_number: '1' }));
    assert.deepEqual([hidden('sole-trader').map(({ path }) => path), hidden('charity')], [[number], []]);
  });

  it('leaves a field required for any business only if each type requires it', () => {
    const {
      [number]: rule,
      'company.formation_date': date,
      'company.address.postcode': postcode,
    } = rulesOfAll(settings);
    assert.deepEqual([rule, date, postcode], ['optional', 'optional', 'hidden']);
  });
});
