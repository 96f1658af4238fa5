import { expect, fixture, html } from '@open-wc/testing';
import { LendingPrequalificationElement } from '../../src/components/lending-prequalification.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { typedFigures } from '../fixtures/samples.mjs';
import { samplePrequalification } from '../fixtures/wire.js';
import { answering, at, once, silent, unreachable } from '../support/faults.js';
import {
  all,
  errorOf,
  eventAfter,
  find,
  finish,
  focused,
  part,
  submit,
  summary,
  type,
  typedIn,
  words,
} from '../support/form.js';
import { formTests } from '../support/form-tests.js';
import { advance, createStack, type StackOptions } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

LendingPrequalificationElement.define();

const MONEY = 'The amount you want to borrow must be an amount of money, like 25,000';

describe('<lending-prequalification>', () => {
  async function setup(properties: object = {}, options: StackOptions = {}) {
    const stack = createStack(options);
    await advance(stack, 'createApplication');
    const made = Object.assign(
      new LendingPrequalificationElement(),
      { adapter: stack.adapter, settings: defaultSettings },
      properties,
    );
    const element = await fixture<LendingPrequalificationElement>(html`${made}`);
    return { element, stack };
  }

  formTests({
    setup: async (properties) => (await setup(properties)).element,
    typed: typedFigures,
    value: samplePrequalification,
    empty: [
      ['Enter the amount you want to borrow', 'funding_amount'],
      ['Enter the business’s monthly revenue', 'monthly_revenue'],
      ['Select yes if the business has any county court judgments', 'any_ccj'],
    ],
    bad: [
      [
        'less than nothing',
        { funding_amount: '-1' },
        'The amount you want to borrow must be more than £0',
        'funding_amount',
      ],
      ['nothing', { funding_amount: '0' }, 'The amount you want to borrow must be more than £0', 'funding_amount'],
      [
        'a negative revenue',
        { monthly_revenue: '-1' },
        'The business’s monthly revenue must be £0 or more',
        'monthly_revenue',
      ],
      [
        'more than there is',
        { funding_amount: '999999999999999' },
        'The amount you want to borrow must be £1,000,000,000,000 or less',
        'funding_amount',
      ],
      ['letters', { funding_amount: 'abc' }, MONEY, 'funding_amount'],
      ['an exponent', { funding_amount: '1e400' }, MONEY, 'funding_amount'],
      [
        'three decimals',
        { funding_amount: '25.000' },
        'The amount you want to borrow must have no more than 2 decimal places. For thousands, use a comma, like 25,000',
        'funding_amount',
      ],
      ['300 letters', { funding_amount: 'x'.repeat(300) }, MONEY, 'funding_amount'],
      [
        '300 digits',
        { funding_amount: '9'.repeat(300) },
        'The amount you want to borrow must be £1,000,000,000,000 or less',
        'funding_amount',
      ],
      ['markup', { funding_amount: '<b>1</b>' }, MONEY, 'funding_amount'],
      [
        'characters that nobody sees',
        { funding_amount: '\u200B' },
        'Enter the amount you want to borrow',
        'funding_amount',
      ],
    ],
    good: [
      ['money with its sign and spaces', { funding_amount: ' £ 25 000.00 ' }],
      ['full-width digits', { funding_amount: '２５０００' }],
    ],
  });

  it('sends numbers and a boolean to the lender, once', async () => {
    const { element, stack } = await setup();
    type(element, typedFigures());
    await finish(element);
    const bodies = stack.sandbox.calls.filter(({ name }) => name === 'prequalify').map(({ body }) => body);
    expect(bodies).to.deep.equal([{ funding_amount: 25000, monthly_revenue: 10000, any_ccj: false }]);
  });

  it('asks as the backend’s rules say', async () => {
    const fields = {
      'prequalification.monthly_revenue': 'optional',
      'prequalification.funding_amount': 'hidden',
      'prequalification.any_ccj': 'hidden',
    } as const;
    const { element } = await setup({ settings: { ...defaultSettings, fields } });
    expect(all(element, 'input').map(({ id }) => id)).to.deep.equal(['monthly_revenue']);
    expect(words(find(element, 'label'))).to.equal('What is the business’s monthly revenue? (optional)');
    await expect(element).to.be.accessible();
  });

  it('shows the partner’s currency', async () => {
    const { element } = await setup({ settings: { ...defaultSettings, currency_sign: '€' } });
    expect(words(find(element, '.money span'))).to.equal('€');
  });

  it('says that the lender failed, keeps the figures, and sends them at the next attempt', async () => {
    const { element, stack } = await setup(
      {},
      { service: at('/prequalification', once(answering('', { status: 500 }))) },
    );
    type(element, typedFigures());
    const { error } = await eventAfter(element, 'lending-error', () => submit(element));
    expect(error.code).to.equal('upstream-failed');
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    expect(words(find(element, '#failure'))).to.include('The lending service is not responding.');
    expect(typedIn(element)).to.deep.equal(typedFigures());
    await expect(element).to.be.accessible();
    await eventAfter(element, 'lending-submitted', () => part(element, 'retry').click());
    expect(stack.sandbox.calls.filter(({ name }) => name === 'prequalify')).to.have.length(1);
  });

  const json = (body: object, init: ResponseInit = {}) => answering(JSON.stringify(body), init);

  it('names the figures that the lender refuses, beside them and in the summary', async () => {
    const refused = json({ errors: { fundingAmount: ['too much'], any_ccj: ['no'] } }, { status: 422 });
    const { element } = await setup({}, { service: at('/prequalification', once(refused)) });
    type(element, typedFigures());
    await eventAfter(element, 'lending-error', () => submit(element));
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(summary(element)).to.deep.equal([
      { text: 'Check the amount you want to borrow. The lending service did not accept it', target: 'funding_amount' },
      {
        text: 'Check whether the business has any county court judgments. The lending service did not accept it',
        target: 'any_ccj',
      },
    ]);
    expect(errorOf(element, 'funding_amount')).to.include('The lending service did not accept it');
    await finish(element);
  });

  it('takes the blame where a figure is refused that is not asked for', async () => {
    const fields = { 'prequalification.any_ccj': 'hidden' } as const;
    const refused = json({ errors: { any_ccj: ['is required'] } }, { status: 422 });
    const { element } = await setup(
      { settings: { ...defaultSettings, fields } },
      { service: at('/prequalification', once(refused)), handler: { settings: { fields } } },
    );
    type(element, { funding_amount: '25,000', monthly_revenue: '10,000' });
    const { error } = await eventAfter(element, 'lending-error', () => submit(element));
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    expect(error.issues).to.deep.equal([{ path: 'any_ccj', reason: 'refused' }]);
    const said = words(find(element, '#failure'));
    expect(said).to.include('Nothing is wrong with your answers.').and.to.include(error.request_id!.slice(0, 8));
    expect(find(element, '#summary')).to.be.null;
    expect(part(element, 'retry')).to.be.null;
  });

  for (const [what, fault] of [
    ['never answers', silent],
    ['breaks the line', unreachable],
    ['answers with a page', answering('<p>')],
  ] as const) {
    it(`says that they can be sent again where the lender ${what}, and does`, async () => {
      const service = at('/prequalification', once(fault));
      const { element, stack } = await setup({}, { service, handler: { timeout: 100 } });
      type(element, typedFigures());
      await eventAfter(element, 'lending-error', () => submit(element));
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      expect(words(find(element, '#failure h3'))).to.equal('Your figures may not have been sent');
      expect(words(find(element, '#failure p'))).to.equal(
        'The lending service did not confirm that it has your figures. You can send them again.',
      );
      await eventAfter(element, 'lending-submitted', () => part(element, 'retry').click());
      expect(stack.sandbox.calls.filter(({ name }) => name === 'prequalify')).to.have.length(1);
    });
  }

  it('says so where no application has been created', async () => {
    const { adapter } = createStack();
    const { element } = await setup({ adapter });
    type(element, typedFigures());
    const { error } = await eventAfter(element, 'lending-error', () => submit(element));
    expect(error.code).to.equal('handler-not-created');
    await element.updateComplete;
    expect(words(find(element, '#failure'))).to.include('Your application has not been created yet.');
  });

  it('tells the developer that it has no adapter', async () => {
    const { element } = await setup({ adapter: undefined });
    type(element, typedFigures());
    const { error } = await eventAfter(element, 'lending-error', () => submit(element));
    expect(error.code).to.equal('config-invalid');
    expect(error.message).to.include('Set its adapter property');
  });
});
