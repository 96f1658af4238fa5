import { DRAFT_DAYS } from '../../../../src/schema/calls/limits.js';
import { answeringJson, expect, waitUntil, words } from '../../../support/component.js';
import { draftStack, hide, open, SAYS } from '../../../support/drafts.js';
import { load, setup } from '../../../support/journey.js';

const PROMISE = `Your answers are kept for ${DRAFT_DAYS} days, so that you can carry on later.`;
const PAGE_ONLY = 'Your answers are only on this page until you send them.';

const lendingErrorOf = (code: string) =>
  answeringJson({ code, message: 'Rejected.' }, { status: 409, headers: { 'x-lending-elements': '1' } });

describe('the line about where answers are kept', () => {
  it('promises before the first save that the answers are kept', async () => {
    const { screen, element, status } = await open();
    expect(words(screen.part('saved'))).to.equal(PROMISE);
    expect(status(), 'screen readers are not interrupted').to.equal('');
    await expect(element).to.be.accessible();
  });

  it('is replaced by the status of the saved copy', async () => {
    const page = await open();
    await page.save({ registered_name: 'Acme LTD' });
    expect(words(page.screen.part('saved')))
      .to.include(SAYS.saved)
      .and.not.to.include(PROMISE);
  });

  it('says if the backend saves no drafts that the answers are only on this page', async () => {
    const { element, screen } = await setup({}, { handler: { drafts: false } });
    await waitUntil(() => words(screen.part('saved')) === PAGE_ONLY, 'the line is shown');
    await expect(element).to.be.accessible();
  });

  it('says the same with an adapter that cannot save drafts', async () => {
    const { stack } = draftStack();
    const { saveDraft: _, ...adapter } = stack.adapter;
    await setup();
    const { screen } = await load({ adapter });
    await waitUntil(() => words(screen.part('saved')) === PAGE_ONLY, 'the line is shown');
  });

  it('disappears when the application exists', async () => {
    const { screen, fillTo, reach } = await setup({}, { handler: { drafts: false } });
    (await fillTo('review')).submit();
    expect(words(screen.part('saved'))).to.equal(PAGE_ONLY);
    await reach('documents');
    expect(screen.part('saved')).to.be.null;
  });

  for (const [code, sentence] of [
    [
      'handler-closed',
      'A new application was started in another tab or on another device, so your answers are not saved.',
    ],
    ['handler-other-applicant', 'Another person has signed in on this device, so your answers are not saved.'],
  ] as const)
    it(`says why nothing is saved after ${code}, and does not try again`, async () => {
      const page = await open();
      page.drafts.fault = lendingErrorOf(code);
      (await page.reach('company')).type({ registered_name: 'Acme LTD' });
      hide();
      await page.says(sentence);
      const { length } = page.saves();
      page.step().type({ registered_name: 'Acme Two LTD' });
      hide();
      expect(page.saves()).to.have.length(length);
      expect(page.button()).to.be.null;
    });
});
