import { STEPS, type StepName } from '../../../src/base/step/steps.js';
import { sampleApplication } from '../../../stories/support/samples.mjs';
import { eventAfter, expect, fixture, focused, heard, html, told, waitUntil } from '../../support/component.js';
import { held } from '../../../stories/support/faults.js';
import { accepted, createStack, load, setup, type StackOptions } from '../../support/journey.js';
import { failed, missingScript } from '../../support/widget.js';

const EVENTS = [
  'before-submit',
  'submitted',
  'continued',
  'edit',
  'declined',
  'step-changed',
  'loading',
  'ready',
  'error',
];

describe('<lending-onboarding>', () => {
  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('shows the first step before the backend has responded, and does not move the focus', async () => {
    const { element, step } = await setup({}, { page: held().fault });
    expect(step().element.localName).to.equal('lending-company');
    expect(element.contains(focused()) || element.shadowRoot!.contains(focused())).to.be.false;
  });

  it('paints the first step before its first request', async () => {
    const { adapter } = createStack();
    const order: string[] = [];
    const session = (...options: Parameters<typeof adapter.session>) => {
      order.push('session');
      return adapter.session(...options);
    };
    requestAnimationFrame(() => order.push('frame'));
    await load({ adapter: { ...adapter, session } });
    await waitUntil(() => order.includes('session'), 'the backend is asked');
    expect(order).to.eql(['frame', 'session']);
  });

  it('reports each step in its events, without the applicant’s data', async () => {
    const { screen, step, reach, fill, skip } = await setup();
    const events = heard(window, ...EVENTS.map((name) => `lending-${name}`));
    // A step that is left immediately is not reported.
    await screen.event('lending-step-changed', () => void fill('company'));
    await screen.event('lending-step-changed', () => void fill('applicant'));
    (await reach('review')).submit();
    await skip();
    await fill('prequalification');
    (await reach('consent')).field('agree').click();
    await screen.event('lending-ready', () => step().submit());
    const names = (name: string) =>
      events.filter((event) => event.type === name).map((event) => (event as Event & { step?: StepName }).step);
    await waitUntil(() => names('lending-step-changed').includes('widget'), 'the last step is told');
    expect(names('lending-step-changed')).to.eql(STEPS.slice(1));
    expect(names('lending-submitted')).to.eql(['company', 'applicant', 'review', 'prequalification', 'consent']);
    expect(names('lending-continued')).to.eql(['documents']);
    expect(names('lending-error')).to.eql([]);
    const seen = events.map(told).join('\n');
    for (const text of ['Acme', '12345', 'Jane', 'jane.doe', 'EC2A', '25000', 'sandbox']) {
      expect(seen).not.to.include(text);
    }
  });

  it('leads back to the answers of the created application, which can be read and not changed', async () => {
    const { element, screen, stack, reach, fillTo, back } = await setup();
    await fillTo('prequalification');
    back();
    await reach('documents');
    back();
    const review = await reach('review');
    expect(review.text('form > p')).to.match(/^Your application has been created/);
    expect(review.text('.rows')).to.include('Acme LTD');
    expect(review.find('.action button')).to.be.null;
    expect(!screen.part('back'), 'there is nothing before it').to.be.true;
    await expect(element).to.be.accessible();
    review.submit();
    await reach('documents');
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('fits on a page of 320 pixels, with the names of the steps', async () => {
    const { element, screen, reach, fill } = await setup();
    element.parentElement!.setAttribute('style', 'width: 320px');
    await fill('company');
    await reach('applicant');
    expect(element.scrollWidth).to.be.at.most(320);
    expect(screen.text('[aria-current]')).to.equal('About you');
    await expect(element).to.be.accessible();
  });

  describe('filled in', () => {
    const { company, applicant } = sampleApplication();
    const page = { company: { registered_name: 'Known to the page', registered_number: '12345' }, applicant };

    it('shows the page’s prefill in both forms, and lets the applicant change it', async () => {
      const { reach, step } = await setup({ prefill: { ...page, company } }, { page: held().fault });
      const first = await reach('company');
      await waitUntil(() => first.typed().registered_name === 'Acme LTD', 'the first form is filled in');
      first.type({ registered_name: 'Changed' });
      first.submit();
      const second = await reach('applicant');
      await waitUntil(() => second.typed().first_name === 'Jane', 'the second form is filled in');
      expect(step().element).to.equal(second.element);
    });

    it('prefers the backend’s prefill, and makes the fields that the backend fixes read-only', async () => {
      const handler: StackOptions['handler'] = {
        settings: { readOnly: ['company.registered_name'] },
        prefill: () => ({ company: { registered_name: 'Known to the backend' } }),
      };
      const { reach } = await setup({ prefill: page }, { handler });
      const form = await reach('company');
      await waitUntil(() => form.field('registered_name').readOnly, 'the name is fixed');
      expect(form.typed()).to.include({ registered_name: 'Known to the backend', registered_number: '12345' });
    });

    it('leads to a record of the answers that the backend knew, and not of those that the page has prefilled', async () => {
      const handler = { prefill: () => ({ company: { registered_name: company.registered_name } }) };
      const planted = { company: { registered_number: '12345' }, applicant };
      const { stack, reach, fillTo } = await setup({ prefill: planted }, { handler });
      const form = await reach('company');
      await waitUntil(() => form.typed()['registered_name'] === company.registered_name, 'the backend’s name is there');
      await fillTo('documents');
      const { sources } = stack.store.entries.find(({ event }) => event === 'prefilled')!;
      expect(sources!.platform).to.deep.equal(['company.registered_name']);
      expect(sources!.applicant).to.include.members(['company.registered_number', 'applicant.email']);
    });
  });

  describe('names a contact that the partner has set', () => {
    const support = { name: 'Sample Books support', phone: '01632 960 001' };
    const handler = { settings: { partner: { support } } };
    const CONTACT = 'Contact Sample Books support: 01632 960 001';

    it('at the end', async () => {
      const { element, screen } = await setup(
        { steps: 'documents prequalification consent' },
        { done: 'requestOffers', handler },
      );
      element.step = 'end';
      await waitUntil(() => screen.text('.end')?.includes(CONTACT), 'it says whom to ask');
    });

    it('if the widget has failed', async () => {
      const { reach } = await setup({}, { done: 'requestOffers', handler: { ...handler, widget: missingScript() } });
      const widget = await reach('widget');
      await failed(widget.element);
      await waitUntil(() => widget.text('#failure')?.includes(CONTACT), 'it says whom to ask');
    });
  });

  it('rejects an endpoint of another origin in HTML', async () => {
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const made = document.createElement('lending-onboarding');
    made.setAttribute('endpoint', 'https://partner.example/api');
    const event = await eventAfter(made, 'lending-error', () => place.append(made));
    expect(event.error.code).to.equal('config-invalid');
  });
});
