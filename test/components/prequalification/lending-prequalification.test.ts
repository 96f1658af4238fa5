import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { answering, answeringJson, at, edge, once, silent, unreachable } from '../../../stories/support/faults.js';
import { samplePrequalification, typedFigures } from '../../../stories/support/samples.mjs';
import { advance, bodiesOf, createStack, type StackOptions } from '../../../stories/support/stack.js';
import { expect, messageAndRemedy, mount, waitUntil } from '../../support/component.js';
import { formTests } from '../../support/form-tests.js';

const AMOUNT = 'The amount you want to borrow must';
const MONEY = 'Enter the amount you want to borrow in digits, like 25,000';

describe('<lending-prequalification>', () => {
  async function setup(properties: object = {}, options: StackOptions = {}) {
    const stack = createStack(options);
    await advance(stack, 'createApplication');
    const screen = await mount(LendingPrequalificationElement, { adapter: stack.adapter, settings: {}, ...properties });
    return { screen, element: screen.element, sent: () => bodiesOf(stack, 'prequalify') };
  }

  formTests({
    setup: async (properties) => (await setup(properties)).screen,
    typed: typedFigures,
    value: samplePrequalification,
    empty: [
      ['Enter the amount you want to borrow', 'funding_amount'],
      ['Enter the business’s monthly revenue', 'monthly_revenue'],
      ['Select yes if the business has any county court judgments', 'any_ccj'],
    ],
    bad: [
      ['nothing', { funding_amount: '0' }, `${AMOUNT} be more than £0`],
      ['letters', { funding_amount: 'abc' }, MONEY],
    ],
    good: [
      ['money with its sign and spaces', { funding_amount: ' £ 25 000.00 ' }],
      ['full-width digits', { funding_amount: '２５０００' }],
    ],
  });

  it('shows the source of prefilled figures until the applicant changes them', async () => {
    const settings = { partner: { name: 'Sample Books' }, readOnly: ['prequalification.any_ccj'] };
    const prefill = { monthly_revenue: 700, any_ccj: false };
    const { screen, element } = await setup({ settings, prefill });
    await waitUntil(() => screen.field('monthly_revenue').value, 'the figures are filled in');
    const hint = (name: string) => screen.text(`[id="${name}-hint"]`);
    expect(hint('monthly_revenue')).to.match(/From your Sample Books account\.$/);
    expect(hint('funding_amount')).not.to.include('Sample Books');
    expect(hint('any_ccj')).to.equal('Sample Books filled this in. You cannot change it here.');
    await expect(element).to.be.accessible();
    screen.type({ monthly_revenue: '900' });
    await screen.updated();
    expect(hint('monthly_revenue')).not.to.include('Sample Books');
  });

  it('groups the digits of prefilled figures as people type them, and sends the same figures', async () => {
    const prefill = { funding_amount: 25_000, monthly_revenue: 1000.5, any_ccj: false };
    const { screen, sent } = await setup({ prefill });
    await waitUntil(() => screen.field('funding_amount').value, 'the figures are filled in');
    const values = ['funding_amount', 'monthly_revenue'].map((name) => screen.field(name).value);
    expect(values).to.deep.equal(['25,000', '1,000.5']);
    await screen.finish();
    expect(sent()).to.deep.equal([prefill]);
  });

  for (const [what, properties, value] of [
    ['a saved draft', { draft: { monthly_revenue: '' } }, ''],
    ['the figures that were sent', { sent: { monthly_revenue: 900 } }, '900'],
  ] as const)
    it(`shows ${what} instead of the prefill`, async () => {
      const { screen } = await setup({ prefill: { funding_amount: 5, monthly_revenue: 700 }, ...properties });
      await waitUntil(() => screen.field('funding_amount').value === '5', 'the other figure is filled in');
      expect(screen.field('monthly_revenue').value).to.equal(value);
      expect(screen.text('[id="monthly_revenue-hint"]') ?? '').not.to.include('account');
    });

  it('asks according to the backend’s rules', async () => {
    const fields = {
      'prequalification.monthly_revenue': 'optional',
      'prequalification.funding_amount': 'hidden',
      'prequalification.any_ccj': 'hidden',
    } as const;
    const { element, screen } = await setup({ settings: { fields } });
    expect(screen.all('input').map(({ id }) => id)).to.deep.equal(['monthly_revenue']);
    expect(screen.text('label')).to.equal('What is the business’s monthly revenue? (optional)');
    await expect(element).to.be.accessible();
  });

  it('shows the partner’s currency', async () => {
    const { screen } = await setup({ settings: { currencySign: '€' } });
    expect(screen.text('.money span')).to.equal('€');
  });

  it('shows that the service failed, keeps the figures, and sends them at the next attempt', async () => {
    const { element, screen, sent } = await setup(
      {},
      { service: at('/prequalification', once(answering('', { status: 500 }))) },
    );
    screen.type(typedFigures());
    const error = await screen.submitFails();
    expect(error.code).to.equal('upstream-failed');
    expect(screen.text('#failure')).to.include('The lending service is not responding.');
    expect(screen.typed()).to.deep.equal(typedFigures());
    await expect(element).to.be.accessible();
    expect(screen.texts('button')).to.deep.equal(['Try again']);
    await screen.finish();
    expect(sent()).to.have.length(1);
  });

  it('shows an error next to each figure that the service rejects, and in the summary', async () => {
    const rejected = answeringJson({ errors: { funding_amount: ['too much'], any_ccj: ['no'] } }, { status: 422 });
    const { screen } = await setup({}, { service: at('/prequalification', once(rejected)) });
    const reported = screen.heard('lending-problems') as HTMLElementEventMap['lending-problems'][];
    screen.type(typedFigures());
    await screen.submitFails('summary');
    expect(reported.map(({ problems }) => problems)).to.deep.equal([
      ['funding_amount', 'any_ccj'].map((path) => ({ path, reason: 'rejected' })),
    ]);
    expect(screen.summary()).to.deep.equal([
      { text: 'Check the amount you want to borrow. The lending service did not accept it', target: 'funding_amount' },
      {
        text: 'Check whether the business has any county court judgments. The lending service did not accept it',
        target: 'any_ccj',
      },
    ]);
    expect(screen.error('funding_amount')).to.include('The lending service did not accept it');
    await screen.finish();
  });

  it('says that it is not the applicant’s fault if the service rejects a figure that the form does not ask for', async () => {
    const fields = { 'prequalification.any_ccj': 'hidden' } as const;
    const rejected = answeringJson({ errors: { any_ccj: ['is required'] } }, { status: 422 });
    const { screen } = await setup(
      { settings: { fields } },
      { service: at('/prequalification', once(rejected)), handler: { settings: { fields } } },
    );
    screen.type({ funding_amount: '25,000', monthly_revenue: '10,000' });
    const error = await screen.submitFails();
    expect(error.issues).to.deep.equal([{ path: 'any_ccj', reason: 'needed' }]);
    const said = screen.text('#failure');
    expect(said).to.include('Nothing is wrong with your answers.').and.to.include(error.requestId!.slice(0, 8));
    expect(screen.find('#summary')).to.be.null;
    expect(screen.part('retry')).to.be.null;
  });

  for (const [what, fault] of [
    ['never responds', silent],
    ['breaks the line', unreachable],
    ['responds with a page', answering('<p>')],
  ] as const) {
    it(`shows that they can be sent again where the lender ${what}, and sends them`, async () => {
      const service = at('/prequalification', once(fault));
      const { screen, sent } = await setup({}, { service, handler: { timeoutMs: 100 } });
      screen.type(typedFigures());
      await screen.submitFails();
      expect(screen.text('#failure h3')).to.equal('Your figures may not have been sent');
      expect(screen.text('#failure p')).to.equal(
        'The lending service did not confirm that it has your figures. You can send them again.',
      );
      await screen.finish();
      expect(sent()).to.have.length(1);
    });
  }

  for (const [status, were] of [
    [302, 'may not have been'],
    [503, 'may not have been'],
    [403, 'were not'],
    [413, 'were not'],
    [429, 'were not'],
  ] as const)
    it(`shows whether they were sent where a proxy responds with ${status}`, async () => {
      const { screen } = await setup({}, { page: at('/prequalification', edge(status)) });
      screen.type(typedFigures());
      await screen.submitFails();
      expect(screen.text('#failure h3')).to.equal(`Your figures ${were} sent`);
    });

  for (const status of [429, 503, 403]) {
    it(`shows that they were not sent where the lender responds with ${status}`, async () => {
      const service = at('/prequalification', once(answering('{}', { status })));
      const { screen, sent } = await setup({}, { service });
      screen.type(typedFigures());
      await screen.submitFails();
      expect(screen.text('#failure h3')).to.equal('Your figures were not sent');
      expect(sent()).to.have.length(0);
    });
  }

  it('reports that no application has been created', async () => {
    const { adapter } = createStack();
    const { element, screen } = await setup({ adapter });
    screen.type(typedFigures());
    const { error } = await screen.event('lending-error', () => screen.submit());
    expect(error.code).to.equal('handler-not-created');
    await element.updateComplete;
    expect(screen.text('#failure')).to.include('Your application has not been created yet.');
  });

  it('reports to the developer that it has no backend', async () => {
    const { screen } = await setup({ adapter: undefined });
    screen.type(typedFigures());
    const { error } = await screen.event('lending-error', () => screen.submit());
    expect(error.code).to.equal('config-invalid');
    expect(messageAndRemedy(error)).to.match(
      /neither the endpoint nor the adapter property is set\. → Set endpoint=.*or use the step inside/,
    );
  });
});
