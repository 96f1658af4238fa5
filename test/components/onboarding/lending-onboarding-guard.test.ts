import type { Draft } from '../../../src/schema/fields/form.js';
import {
  asksToLeave as asks,
  expect,
  setup,
  typedFigures,
  waitUntil,
  type JourneyProperties,
} from '../../support/journey.js';

describe('<lending-onboarding leave-guard>', () => {
  const guarded = async (properties: JourneyProperties = {}, typed: Draft = { registered_name: 'A' }) => {
    const all = await setup({ leaveGuard: true, ...properties });
    await all.reach(all.element.step);
    // The leave guard loads after the first step.
    await waitUntil(() => {
      all.step().type(typed);
      return asks();
    }, 'it asks');
    return all;
  };

  it('asks before the applicant leaves the page while an answer is not sent, and not after that', async () => {
    const { fillTo, reach, fill, skip } = await guarded();
    const review = await fillTo('review');
    expect(asks(), 'typed, and not sent').to.be.true;
    review.submit();
    await reach('documents');
    expect(asks(), 'sent').to.be.false;
    await skip();
    (await reach('prequalification')).type(typedFigures());
    expect(asks(), 'figures').to.be.true;
    await fill('prequalification', {});
    (await reach('consent')).field('agree').click();
    expect(asks(), 'a tick').to.be.false;
  });

  it('asks until the figures are sent, if these come first', async () => {
    const steps = 'prequalification company applicant review documents';
    const { reach, fill } = await guarded({ steps }, { funding_amount: '1' });
    await fill('prequalification');
    await reach('company');
    expect(asks(), 'kept').to.be.true;
    await fill('company');
    await fill('applicant');
    (await reach('review')).submit();
    await reach('documents');
    expect(asks(), 'sent').to.be.false;
  });

  it('does not ask once it is removed from the page', async () => {
    const { element } = await guarded();
    element.remove();
    await Promise.resolve();
    expect(asks()).to.be.false;
  });

  it('asks without the attribute if the backend saves no drafts', async () => {
    const { reach, fillTo, step } = await setup({}, { handler: { drafts: false } });
    await reach('company');
    await waitUntil(() => {
      step().type({ registered_name: 'A' });
      return asks();
    }, 'it asks');
    (await fillTo('review')).submit();
    await reach('documents');
    expect(asks(), 'sent').to.be.false;
  });

  it('does not ask without the attribute if the backend saves drafts', async () => {
    const { fillTo, back, reach } = await setup();
    await import('../../../src/components/onboarding/page/leave-guard.js');
    await fillTo('review');
    back();
    (await reach('applicant')).type({ first_name: 'Changed' });
    expect(asks()).to.be.false;
  });
});
