import type { LendingApplicantElement } from '../../../src/components/applicant/lending-applicant.js';
import type { Settings } from '../../../src/schema/settings.js';
import { address, applicant, company, moved, shows } from '../../support/forms.js';
import { defaultSettings, expect, waitUntil, words, type Screen } from '../../support/component.js';
import { formedApplication, typedApplicant } from '../../../stories/support/samples.mjs';

const HOME = 'addresses.0.status';
const support = { name: 'Sample support', email: 'help@partner.example', phone: '+44 20 7946 0958' };
const required = {
  ...defaultSettings,
  partner: { support },
  fields: { ...defaultSettings.fields, 'applicant.addresses.status': 'required' },
} satisfies Settings;

const radios = (form: Screen, name = HOME) => form.all<HTMLInputElement>(`[name="${name}"]`);
const legendOf = (form: Screen, name = HOME) =>
  words(radios(form, name)[0]!.closest('fieldset')!.querySelector('legend'));
const wire = (form: Screen<LendingApplicantElement>) => JSON.parse(JSON.stringify(form.value)) as typeof form.value;

/** The applicant's form, complete except for the status. */
async function setup(properties: object = {}) {
  const form = await applicant(properties);
  const { [HOME]: _, ...typed } = typedApplicant();
  form.type(typed);
  return form;
}
const answer = (form: Screen, value: string, name = HOME) =>
  radios(form, name)
    .find((radio) => radio.value === value)!
    .click();
const withList = (...residentialStatuses: Settings['residentialStatuses']) => ({ settings: { residentialStatuses } });

describe('the residential status, if the list has several entries', () => {
  const rented = { value: 'tenant', tenure: 'rents' } as const;
  const owned = { value: 'x', label: 'With a loan', tenure: 'owns' } as const;
  const BOTH = 'Do you rent or own your home?';
  const WHICH = 'Which of these applies to your home?';
  for (const [how, list, question] of [
    ['names renting and owning if each entry is one of them', [rented, owned], BOTH],
    ['names neither if an entry is neither', [rented, owned, { value: 'with-family', tenure: 'neither' }], WHICH],
    ['names neither if an entry has no tenure', [rented, owned, { value: 'other' }], WHICH],
    ['names neither if nobody owns', [rented, { value: 'lodger', tenure: 'rents' }], WHICH],
    ['tests no letters of codes', [{ value: 'living with parents' }, { value: 'owner' }], WHICH],
  ] as const) {
    it(`is a question that ${how}`, async () => {
      const form = await setup(withList(...list));
      expect(legendOf(form)).to.equal(question);
    });
  }
});

describe('the residential status, if the list has one entry', () => {
  it('is a yes-or-no question without a default answer', async () => {
    const form = await setup();
    expect(legendOf(form)).to.equal('Do you rent your home?');
    expect(radios(form).map((radio) => words(radio.closest('label')))).to.deep.equal(['Yes', 'No']);
    expect(radios(form).some(({ checked }) => checked)).to.be.false;
    await expect(form.element).to.be.accessible();
  });

  it('must be answered', async () => {
    const form = await setup();
    expect(await form.submitRejected()).to.deep.equal([{ text: 'Answer “Do you rent your home?”', target: HOME }]);
    expect(form.error(HOME)).to.equal('Answer “Do you rent your home?”');
    form.find<HTMLAnchorElement>('#summary a')!.click();
    expect(form.element.shadowRoot!.activeElement?.id).to.equal(HOME);
  });

  it('sends the entry for "Yes", and leaves the field out for "No"', async () => {
    const { status: _, ...home } = formedApplication().applicant.addresses[0]!;
    for (const [value, sent] of [
      ['tenant', { ...home, status: 'tenant' }],
      ['', home],
    ] as const) {
      const form = await setup();
      answer(form, value);
      await form.finish();
      expect(wire(form)).to.deep.equal({ ...formedApplication().applicant, addresses: [sent] });
    }
  });

  it('keeps "No" in the draft, in the state that the browser restores, and in another element', async () => {
    const draft = {};
    const form = await setup({ draft });
    answer(form, '');
    const checked = (one: Screen) => radios(one).map((radio) => radio.checked);
    expect(draft).to.have.property(HOME, '');
    const other = await applicant({ draft });
    expect(checked(other)).to.deep.equal([false, true]);
    await other.finish();
    const restored = await applicant();
    restored.element.formStateRestoreCallback(JSON.stringify({ draft }));
    await restored.updated();
    expect(checked(restored)).to.deep.equal([false, true]);
  });

  it('asks about an earlier address in the past', async () => {
    const form = await setup();
    answer(form, 'tenant');
    form.type(moved(0, 1));
    await shows(form, 1);
    const name = 'addresses.1.status';
    expect(legendOf(form, name)).to.equal('Did you rent your home there?');
    const { [name]: __, ...former } = address(1, 10);
    form.type(former);
    expect((await form.submitRejected()).map(({ text, target }) => [text, target])).to.deep.equal([
      ['Answer “Did you rent your home there?”', name],
    ]);
    answer(form, '', name);
    await form.finish();
    const statuses = wire(form)!.addresses.map((one) => ('status' in one ? one.status : 'not sent'));
    expect(statuses).to.deep.equal(['tenant', 'not sent']);
  });

  const own = { value: 'owner', question: 'Do you own your home?', pastQuestion: 'Did you own your home there?' };
  const parents = { value: 'with-parents', label: 'I live with my parents' };
  for (const [how, choice, question, past] of [
    ['in the partner’s words', own, own.question, own.pastQuestion],
    [
      'in general words about a code that this library does not know',
      parents,
      'Does “I live with my parents” apply to your home?',
      'Did “I live with my parents” apply to this home?',
    ],
  ] as const) {
    it(`asks ${how}`, async () => {
      const form = await setup(withList(choice));
      expect(legendOf(form)).to.equal(question);
      form.type(moved(0, 1));
      await shows(form, 1);
      expect(legendOf(form, 'addresses.1.status')).to.contain(past);
    });
  }

  it('is a choice without "No" if the list has several entries', async () => {
    const form = await setup(withList({ value: 'tenant' }, { value: 'owner', label: 'I own it' }));
    expect(radios(form).map((radio) => radio.value)).to.deep.equal(['tenant', 'owner']);
    expect(form.texts('.choices .choice')).to.deep.equal(['I rent it (tenant)', 'I own it']);
    form.element.draft[HOME] = '';
    expect((await form.submitRejected()).map(({ target }) => target)).to.deep.equal([HOME]);
  });

  it('may stay unanswered if the rules make it optional, and is not shown if they hide it', async () => {
    for (const rule of ['optional', 'hidden'] as const) {
      const fields = { ...defaultSettings.fields, 'applicant.addresses.status': rule };
      const form = await setup({ settings: { fields } });
      expect(radios(form)).to.have.length(rule === 'optional' ? 2 : 0);
      if (rule === 'optional') expect(legendOf(form)).to.equal('Do you rent your home? (optional)');
      await form.finish();
      expect(wire(form)!.addresses[0]).not.to.have.property('status');
    }
  });

  it('is prefilled, and can still be answered by "No"', async () => {
    const form = await setup({ prefill: formedApplication().applicant });
    await waitUntil(() => form.field(HOME).checked, '"Yes" is chosen');
    answer(form, '');
    await form.finish();
    expect(wire(form)!.addresses[0]).not.to.have.property('status');
  });

  for (const [what, status, choice] of [
    ['cannot be changed where it is read-only', 'tenant', 'Yes'],
    ['shows a read-only value that is not in the list unchanged', 'owner', 'owner'],
  ] as const) {
    it(what, async () => {
      const prefill = formedApplication().applicant;
      prefill.addresses[0]!.status = status;
      const form = await setup({ settings: { readOnly: ['applicant.addresses.status'] }, prefill });
      await waitUntil(() => form.element.fixed.length > 0, 'it is filled in');
      await form.updated();
      expect(radios(form).map((radio) => [words(radio.closest('label')), radio.checked])).to.deep.equal([
        [choice, true],
      ]);
      await form.finish();
      expect(wire(form)!.addresses[0]!.status).to.equal(status);
    });
  }

  it('is not sent if the prefilled entry is not in the list', async () => {
    const prefill = formedApplication().applicant;
    prefill.addresses[0]!.status = 'owner';
    const form = await setup({ prefill });
    await waitUntil(() => form.element.draft[HOME] === 'owner', 'it is filled in');
    expect((await form.submitRejected()).map(({ target }) => target)).to.deep.equal([HOME]);
    answer(form, '');
    await form.finish();
    expect(wire(form)!.addresses[0]).not.to.have.property('status');
  });
});

describe('the residential status, if the backend requires the one entry', () => {
  const notice = (form: Screen) => form.text('form > [part="notice"]');
  const ONLY = 'You can only apply here if you rent your home, and have rented for the last 3 years.';
  const CONTACT = 'Contact Sample support: help@partner.example or +44 20 7946 0958';

  it('is announced with a contact before anything is typed, on the first step and on the applicant’s step', async () => {
    for (const mountForm of [company, applicant]) {
      const form: Screen = await mountForm({ settings: required });
      await waitUntil(() => notice(form)?.startsWith(ONLY), `${form.element.localName} says it`);
      expect(notice(form)).to.contain(CONTACT);
      expect(form.find('.head + *')!.matches('[part="notice"]'), 'it comes first').to.be.true;
      const links = form.all<HTMLAnchorElement>('[part="support"] a').map(({ href }) => href);
      expect(links).to.include.members(['mailto:help@partner.example', 'tel:+442079460958']);
      await expect(form.element).to.be.accessible();
    }
  });

  for (const [how, settings, sentence] of [
    ['of the current home alone where no history is asked', { addressHistoryYears: 0 }, 'if you rent your home.'],
    [
      'in the words of the partner’s question',
      { residentialStatuses: [{ value: 'tenant', question: 'Do you pay rent?' }] },
      'if you answer yes to “Do you pay rent?” for every home in the last 3 years.',
    ],
  ] as const) {
    it(`is shown ${how}`, async () => {
      const form = await setup({ settings: { ...required, ...settings } });
      await waitUntil(() => notice(form)?.startsWith('You can only apply here'), 'it is said');
      expect(notice(form)).to.contain(sentence);
    });
  }

  it('is shown to no other applicant', async () => {
    const form = await setup();
    await import('../../../src/base/fields/rare-input.js');
    form.element.requestUpdate();
    await form.updated();
    expect(notice(form)).to.be.undefined;
  });

  it('accepts "No" as the end: nothing is sent, and "Yes" is still there', async () => {
    const form = await setup({ settings: required });
    await waitUntil(() => notice(form)?.startsWith(ONLY), 'it is said');
    const done = form.heard('lending-before-submit', 'lending-submitted');
    const end = () => form.text('.field [part="notice"]');
    expect(end()).to.be.undefined;
    answer(form, '');
    await form.updated();
    expect(end()).to.equal(`You can only apply here if you rent your home. Nothing has been sent. ${CONTACT}`);
    expect(form.find('.field [part="notice"]')!.closest('[aria-live]')).to.exist;
    const text = 'You can only apply here if you rent your home';
    expect(await form.submitRejected()).to.deep.equal([{ text, target: HOME }]);
    await expect(form.element).to.be.accessible();
    expect(done).to.be.empty;
    answer(form, 'tenant');
    await form.updated();
    expect(end()).to.be.undefined;
    await form.finish();
  });

  it('accepts "No" to an earlier address as the end', async () => {
    const form = await setup({ settings: required });
    answer(form, 'tenant');
    form.type(moved(0, 1));
    await shows(form, 1);
    form.type({ ...address(1, 10), 'addresses.1.status': '' });
    expect(form.summary()).to.be.empty;
    const text = 'You can only apply here if you rented your home there';
    expect(await form.submitRejected()).to.deep.equal([{ text, target: 'addresses.1.status' }]);
  });
});
