import { LendingReviewElement } from '../../../src/components/review/lending-review.js';
import type { LendingErrorCode } from '../../../src/errors.js';
import { answeringJson, at, expect, mount, sampleApplication, words } from '../../support/component.js';
import { createStack } from '../../../stories/support/stack.js';

/** The step after the backend has rejected the application with this code. */
async function rejectedWith(code: LendingErrorCode) {
  const lendingErrorOf = answeringJson(
    { code, message: 'Rejected.', requestId: 'r-12345678' },
    { status: 409, headers: { 'x-lending-elements': '1' } },
  );
  const { adapter } = createStack({ page: at('/applications', lendingErrorOf) });
  const step = await mount(LendingReviewElement, { adapter, settings: {}, value: sampleApplication() });
  const error = await step.submitFails();
  expect(error.code).to.equal(code);
  await expect(step.element).to.be.accessible();
  return { step, panel: step.text('#failure')!, button: words(step.part('retry')) };
}

describe('an application that the backend does not accept from this page', () => {
  for (const [code, sentence] of [
    ['handler-other-applicant', 'Someone else has signed in since you opened this page'],
    ['handler-closed', 'so this one is closed'],
  ] as const)
    it(`offers a reload, and makes no promise about the answers: ${code}`, async () => {
      const { panel, button } = await rejectedWith(code);
      expect(panel).to.include(sentence).and.to.include('Nothing was sent').and.not.to.include('still here');
      expect(button).to.equal('Reload this page');
    });

  it('keeps the answers if an application for another company exists, and names a contact', async () => {
    const { step, panel, button } = await rejectedWith('handler-other-company');
    expect(panel).to.include('already has an application from you for another company, so nothing was sent');
    expect(panel).to.include('Everything you entered is still here.').and.to.include('r-123456');
    expect(button).to.be.undefined;
    expect(step.text('dl')).to.include('Acme LTD');
    expect(step.part('submit').checkVisibility()).to.be.true;
  });
});
