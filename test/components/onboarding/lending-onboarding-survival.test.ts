import { answeringJson, at, once, times, unreachable } from '../../../stories/support/faults.js';
import { typedApplicant, typedCompany } from '../../../stories/support/samples.mjs';
import { accepted } from '../../../stories/support/stack.js';
import { expect, fixture, focused, html, pause, waitUntil, words } from '../../support/component.js';
import { rowsOf, SECRET } from '../../server/stores.js';
import { load, setup } from '../../support/journey.js';
import type { ServerAdapter } from '../../../src/adapter/types.js';

describe('<lending-onboarding> and the entered answers', () => {
  it('keeps typed answers when the applicant goes back and forth', async () => {
    const { reach, fill, step, back, screen } = await setup();
    expect(!screen.part('back'), 'there is nothing before the first step').to.be.true;
    await fill('company');
    (await reach('applicant')).type({ first_name: 'Jane', email: 'half@' });
    back();
    expect((await reach('company')).typed()).to.deep.equal(typedCompany());
    step().submit();
    expect((await reach('applicant')).typed()).to.include({ first_name: 'Jane', email: 'half@' });
  });

  it('works without the backend up to the review, and shows the failure there', async () => {
    const { element, screen, errors, reach, fill, stack } = await setup(
      {},
      { page: at('/session', times(2, unreachable)) },
    );
    await fill('company');
    await fill('applicant');
    await screen.focus('failure');
    expect(errors.map(({ error }) => error.code)).to.include('adapter-unreachable');
    expect(screen.text('#failure')).to.include('This site is not responding.');
    await expect(element).to.be.accessible();
    screen.part('retry').click();
    const review = await reach('review');
    expect(review.text('.rows')).to.include('Acme LTD');
    await review.finish();
    expect(accepted(stack)).to.eql(['createApplication']);
  });

  for (const [how, move] of [
    ['moved', (element: HTMLElement, place: HTMLElement) => void place.append(element)],
    [
      'taken away and put back later',
      async (element: HTMLElement, place: HTMLElement) => {
        element.remove();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        place.append(element);
      },
    ],
  ] as const) {
    it(`loses nothing when it is ${how} in the middle of a step`, async () => {
      const { element, step, reach, fill } = await setup();
      const place = await fixture<HTMLElement>(html`<section></section>`);
      await fill('company');
      const typed = { first_name: 'Jane', 'date_of_birth.month': '7', 'addresses.0.status': 'tenant' };
      (await reach('applicant')).type(typed);
      await move(element, place);
      await element.updateComplete;
      expect((await reach('applicant')).typed()).to.include(typed);
      step().type(typedApplicant());
      step().submit();
      expect((await reach('review')).text('.rows')).to.include('Acme LTD');
    });
  }

  it('continues in a new element with the answers of the earlier element', async () => {
    const first = await setup();
    await first.fill('company');
    (await first.reach('applicant')).type({ first_name: 'Jane', email: 'half@' });
    first.element.remove();
    const { step, screen, reach, back } = await setup({ draft: first.element.draft });
    await reach('applicant');
    expect(step().typed()).to.include({ first_name: 'Jane', email: 'half@' });
    await waitUntil(() => screen.part('back'), 'the Back button is there');
    back();
    expect((await reach('company')).typed()).to.deep.equal(typedCompany());
  });

  it('leads from an answer that the backend rejects to its field, and back to the review', async () => {
    const issues = [
      { path: 'applicant.email', reason: 'format' },
      { path: 'company.registered_name', reason: 'too-long', params: { maximum: 9 } },
      { path: 'applicant.addresses.0.city', reason: 'empty' },
    ];
    const init = { status: 422, headers: { 'x-lending-elements': '1' } };
    const rejecting = answeringJson({ code: 'handler-invalid', message: 'Rejected.', issues }, init);
    const { screen, stack, step, fill, reach, fillTo } = await setup(
      {},
      { page: at('/applications', once(rejecting)) },
    );
    await (await fillTo('review')).submitRejected();
    await expect(step().element).to.be.accessible();
    await step().press('Enter an email address in the correct format, like name@example.com');
    const form = await reach('applicant');
    await screen.focus('email');
    expect(form.texts('#summary li')).to.have.length(2);
    expect(form.error('email')).to.equal('Enter an email address in the correct format, like name@example.com');
    await fill('applicant', { email: 'jane.doe@example.com' });
    await reach('review');
    await waitUntil(() => words(focused()) === 'Check your answers', 'the heading has the focus');
    await step().finish();
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('requests the session once if a step needs it before the first paint: a second response could undo progress', async () => {
    const { stack } = await setup();
    let asked = 0;
    const session: ServerAdapter['session'] = (options) => {
      asked++;
      return stack.adapter.session(options);
    };
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = () => 0;
    try {
      const { element } = await load({ adapter: { ...stack.adapter, session } });
      element.step = 'documents';
      await waitUntil(() => asked === 1, 'it is asked for');
      // A page that is not painted is taken for painted after half a second.
      await pause(800);
      expect(asked).to.equal(1);
    } finally {
      window.requestAnimationFrame = requestAnimationFrame;
    }
  });

  it('leads back to the answers if the backend no longer has the application', async () => {
    const { stack, step, reach, fill, fillTo, skip, back } = await setup({}, { handler: { secret: SECRET } });
    await fillTo('prequalification');
    // Somebody has restored a backup from before the application, and settled nothing.
    const rows = await rowsOf(stack.store);
    const owner = { subject: 'applicant', business: 'applicant' };
    const lost = { applications: [], calls: [] };
    await rows.change(
      owner,
      (records) => [{ ...records, ...lost, owner: { ...records.owner, number: 0 } }, undefined],
      {
        all: ['calls'],
      },
    );
    await fill('prequalification');
    await waitUntil(() => step().find('#failure'), 'it says so');
    back();
    (await reach('review')).submit();
    await skip();
    expect((await reach('prequalification')).typed()).to.include({ funding_amount: '25,000' });
    await step().finish();
    expect(accepted(stack)).to.deep.equal(['createApplication', 'createApplication', 'prequalify']);
  });

  it('does not change when the tab becomes visible after the applicant was signed out', async () => {
    let user: string | undefined = 'applicant';
    const authorize = () => (user ? { subject: user } : null);
    const { stack, step, fillTo, errors, screen } = await setup({}, { handler: { authorize } });
    await fillTo('review');
    await waitUntil(() => screen.text('[part="saved"]')?.includes('Saved'), 'the draft is saved');
    user = undefined;
    step().submit();
    await waitUntil(() => step().find('#failure'), 'it says so');
    expect(errors[0]!.error.code).to.equal('handler-signed-out');
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    user = 'applicant';
    expect(step().text('.rows')).to.include('Acme LTD');
    await step().finish();
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('says that it is not the applicant’s fault if authorize() returns a wrong shape', async () => {
    const authorize = () => ({ subject: 5 }) as never;
    const { element, screen, errors, fill } = await setup({}, { handler: { authorize } });
    await fill('company');
    await fill('applicant');
    await waitUntil(() => screen.find('#failure'), 'it says what failed');
    expect(screen.text('#failure')).to.include(element.text.failure('config-invalid'));
    expect(screen.text('#failure')).to.include(element.text.term('failure.kept'));
    expect(errors[0]!.error.code).to.equal('config-invalid');
    expect(errors[0]!.error.message).to.include('the subject is of the type number');
  });
});
