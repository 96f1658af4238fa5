import { expect } from '@open-wc/testing';
import { typedFigures } from '../fixtures/samples.mjs';
import { control, submit, type } from '../support/form.js';
import { setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

describe('<lending-onboarding leave-guard>', () => {
  /** Whether the browser would ask. */
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const guarded = async () => {
    const all = await setup({}, undefined, { leaveGuard: true });
    // Its part loads beside the first step.
    await waitUntil(() => {
      type(all.step(), { registered_name: 'A' });
      return asks();
    }, 'it asks');
    return all;
  };

  it('asks before the page is left while something is not sent, and not once it is', async () => {
    const { step, fillToReview, reach, fill, skip } = await guarded();
    await fillToReview();
    expect(asks(), 'typed, and not sent').to.be.true;
    submit(step());
    await reach('documents');
    expect(asks(), 'sent').to.be.false;
    await skip();
    type(await reach('prequalification'), typedFigures());
    expect(asks(), 'figures').to.be.true;
    await fill('prequalification', {});
    control(await reach('consent'), 'agree').click();
    expect(asks(), 'a tick').to.be.false;
  });

  it('asks no more once it is off the page', async () => {
    const { element } = await guarded();
    element.remove();
    await Promise.resolve();
    expect(asks()).to.be.false;
  });

  it('asks nothing without the attribute', async () => {
    const { fillToReview, back, reach } = await setup();
    await import('../../src/base/journey-guard.js');
    await fillToReview();
    back();
    type(await reach('applicant'), { first_name: 'Changed' });
    expect(asks()).to.be.false;
  });
});
