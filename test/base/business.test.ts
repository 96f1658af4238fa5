import type { ServerAdapter } from '../../src/adapter/types.js';
import { LendingApplicantElement } from '../../src/components/applicant/lending-applicant.js';
import { LendingCompanyElement } from '../../src/components/company/lending-company.js';
import { LendingConsentElement } from '../../src/components/consent/lending-consent.js';
import { LendingDocumentsElement } from '../../src/components/documents/lending-documents.js';
import { LendingPrequalificationElement } from '../../src/components/prequalification/lending-prequalification.js';
import { LendingReviewElement } from '../../src/components/review/lending-review.js';
import { choose } from '../support/documents.js';
import {
  expect,
  held,
  mount,
  pause,
  sampleApplication,
  sampleFile,
  silent,
  typedApplicant,
  typedCompany,
  typedFigures,
  unreachable,
  waitUntil,
} from '../support/component.js';
import { advance, bodiesOf, createStack, type StackOptions } from '../../stories/support/stack.js';

/** The backend of one business. */
function client(business: string, options?: StackOptions) {
  const stack = createStack(options);
  const adapter: ServerAdapter = { ...stack.adapter, business };
  return { ...stack, adapter };
}

describe('a change of business in a step that is used alone', () => {
  for (const [Step, typed] of [
    [LendingCompanyElement, typedCompany],
    [LendingApplicantElement, typedApplicant],
    [LendingPrequalificationElement, typedFigures],
  ] as const)
    it(`empties <${Step.tag}>`, async () => {
      const step = await mount<LendingCompanyElement>(Step as never, { adapter: client('first').adapter, prefill: {} });
      step.type(typed());
      const { draft } = step.element;
      step.element.adapter = client('second').adapter;
      await step.updated();
      expect(Object.values(step.typed()).join('')).to.equal('');
      expect(step.element.draft).to.deep.equal({});
      expect(step.element.value).to.be.undefined;
      expect(draft, 'the object of the page stays as it is').not.to.be.empty;
    });

  it('drops the values that the page has filled in for the business before, and uses those for the new one', async () => {
    const prefill = { registered_name: 'First LTD', registered_number: '01234567' };
    const step = await mount(LendingCompanyElement, { adapter: client('first').adapter, prefill });
    await waitUntil(() => step.typed()['registered_name'] === 'First LTD', 'the name is filled in');
    const second = { adapter: client('second').adapter, prefill: { registered_name: 'Second LTD' } };
    Object.assign(step.element, second);
    await waitUntil(() => step.typed()['registered_name'] === 'Second LTD', 'the other name is filled in');
    expect(step.typed()['registered_number']).to.equal('');
    step.element.adapter = client('third').adapter;
    await step.updated();
    expect(step.typed()['registered_name']).to.equal('');
  });

  it('keeps the applicant’s input if the page sets another adapter for the same business', async () => {
    const { adapter } = client('first');
    const step = await mount(LendingCompanyElement, { adapter });
    step.type({ registered_name: 'Acme LTD' });
    step.element.adapter = { ...adapter };
    await step.updated();
    expect(step.typed()['registered_name']).to.equal('Acme LTD');
  });

  it('shows neither the answers nor a late failure of the business before in <lending-review>', async () => {
    const late = held();
    const one = client('first', { page: (fetch) => late.fault(unreachable(fetch)) });
    const step = await mount(LendingReviewElement, { adapter: one.adapter, settings: {}, value: sampleApplication() });
    step.submit();
    await waitUntil(() => step.element.matches(':state(pending)'), 'the call is pending');
    step.element.adapter = client('second').adapter;
    await step.updated();
    late.release();
    await pause(200);
    expect(step.text('form')).not.to.include('Acme');
    expect(step.find('#failure')).to.be.null;
    expect(step.element.matches(':state(pending), :state(failed)')).to.be.false;
    expect(step.errors).to.be.empty;
  });

  it('does not send the answers of the business before with the new adapter', async () => {
    const [one, other] = [client('first', { page: silent }), client('second')];
    const step = await mount(LendingReviewElement, { adapter: one.adapter, settings: {}, value: sampleApplication() });
    step.submit();
    step.element.adapter = other.adapter;
    await step.updated();
    await pause(100);
    expect(bodiesOf(other, 'createApplication')).to.be.empty;
  });

  it('shows the notice of the new business with an unticked box in <lending-consent>', async () => {
    const [one, other] = [client('first'), client('second')];
    for (const stack of [one, other]) await advance(stack, 'prequalify');
    const step = await mount(LendingConsentElement, { adapter: one.adapter, settings: {} });
    await waitUntil(() => step.field('agree'), 'the notice is shown');
    const before = step.field('agree');
    before.click();
    step.element.adapter = other.adapter;
    await waitUntil(() => step.field('agree') && step.field('agree') !== before, 'another notice is shown');
    expect(step.field('agree').checked).to.be.false;
  });

  it('does not show the receipt of the business before in <lending-consent>, even if it comes late', async () => {
    const late = held();
    const one = client('first', { page: (fetch) => (input, init) => (held_ ? late.fault(fetch) : fetch)(input, init) });
    let held_ = false;
    await advance(one, 'requestOffers');
    held_ = true;
    const other = client('second');
    await advance(other, 'prequalify');
    const step = await mount(LendingConsentElement, { adapter: one.adapter, settings: {} });
    step.element.adapter = other.adapter;
    await waitUntil(() => step.field('agree'), 'the notice is shown');
    late.release();
    await pause(200);
    expect(step.field('agree')).not.to.be.null;
    expect(step.text('h2')).not.to.equal('What you agreed to');
  });

  it('drops the files of the business before in <lending-documents>, and reports none of their uploads', async () => {
    const one = client('first');
    await advance(one, 'createApplication');
    const late = held();
    const adapter: ServerAdapter = {
      ...one.adapter,
      uploadDocument: (document) => late.fault(() => one.adapter.uploadDocument(document) as never)('') as never,
    };
    const step = await mount(LendingDocumentsElement, { adapter, settings: {} });
    await choose(step, sampleFile('first.pdf'));
    step.submit();
    await waitUntil(() => step.element.matches(':state(pending)'), 'the file is being sent');
    step.element.adapter = client('second').adapter;
    await step.updated();
    late.release();
    await pause(200);
    expect(step.element.files).to.be.empty;
    expect(step.part('file')).to.be.null;
    expect(step.text('form')).not.to.include('first.pdf');
    expect(step.element.matches(':state(pending), :state(done)')).to.be.false;
  });

  it('creates another adapter for its endpoint', async () => {
    const step = await mount(LendingConsentElement, { endpoint: '/nowhere', business: 'first', diagnostics: 'off' });
    await waitUntil(() => step.element.adapter, 'it has an adapter');
    const { adapter } = step.element;
    expect(adapter!.business).to.equal('first');
    step.element.business = 'second';
    await waitUntil(() => step.element.adapter && step.element.adapter !== adapter, 'it has another adapter');
    expect(step.element.namedBusiness).to.equal('second');
  });

  it('does not use the adapter of the business before if the new business is not valid', async () => {
    const step = await mount(LendingConsentElement, { endpoint: '/nowhere', business: 'first', diagnostics: 'off' });
    await waitUntil(() => step.element.adapter, 'it has an adapter');
    const event = step.event('lending-error', () => (step.element.business = ' '));
    expect((await event).error.code).to.equal('config-invalid');
    expect(step.element.adapter).to.be.undefined;
  });
});
