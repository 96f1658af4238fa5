import { sampleLookups } from '../../../src/sandbox/lender/lookups.js';
import { expect, setup, waitUntil, typedApplicant, type Journey } from '../../support/journey.js';
import { answeringJson, at, once } from '../../../stories/support/faults.js';

const TRADED = { 'trading_from_date.day': '1', 'trading_from_date.month': '8', 'trading_from_date.year': '2017' };
const handler = sampleLookups();
const REJECTED = 'Check the registration number. The lending service did not accept it';
const person = () => Object.fromEntries(Object.entries(typedApplicant()).filter(([name]) => !/0\.[hlcp]/.test(name)));

async function choose({ reach }: Pick<Journey, 'reach'>, step: 'company' | 'applicant', text: string) {
  const form = await reach(step);
  const box = () => form.find<HTMLInputElement>('[role="combobox"]');
  await waitUntil(box, 'the search has loaded');
  form.type({ [box()!.name]: text });
  await waitUntil(() => form.find('[role="option"]'), 'there is a result');
  form.find('[role="option"]')!.click();
  await waitUntil(() => form.part('card'), 'the card is shown');
  return form;
}

async function toReview(journey: Journey) {
  (await choose(journey, 'company', 'willow')).type(TRADED);
  journey.step().submit();
  (await choose(journey, 'applicant', 'zz1 1ab 12')).type(person());
  journey.step().submit();
  return journey.reach('review');
}

describe('<lending-onboarding> with lookups', () => {
  it('leads from a rejected answer that came from a result to its field, which is shown again with the error', async () => {
    const issues = [{ path: 'company.registered_number', reason: 'rejected' }];
    const init = { status: 422, headers: { 'x-lending-elements': '1' } };
    const rejecting = answeringJson({ code: 'handler-invalid', message: 'Rejected.', issues }, init);
    const journey = await setup({}, { handler, page: at('/applications', once(rejecting)) });
    await (await toReview(journey)).submitRejected();
    await journey.step().press(REJECTED);
    const form = await journey.reach('company');
    await journey.screen.focus('registered_number');
    expect(form.typed()).to.include({
      registered_number: '99000112',
      registered_name: 'Willow Sample Accountants Ltd',
    });
    expect(form.error('registered_number')).to.equal(REJECTED);
    form.type({ registered_number: '99000113' });
    form.submit();
    await (await journey.reach('review')).finish();
    const [created] = journey.stack.sandbox.calls;
    expect(created!.body).to.have.nested.property('company.registered_number', '99000113');
  });

  it('leads from an unusual answer that came from a result to the button of its card', async () => {
    const [found] = handler.lookupCompany({ query: 'willow' });
    const lookupCompany = () => [{ ...found!, registered_number: '12345' }];
    const journey = await setup({}, { handler: { ...handler, lookupCompany } });
    const review = await toReview(journey);
    await waitUntil(() => review.find('.warning'), 'the review asks about the number');
    await review.press('Check the registration number. Most have 8 characters, like 01234567');
    const form = await journey.reach('company');
    await waitUntil(() => form.element.shadowRoot!.activeElement === form.part('change'), 'the button has the focus');
  });
});
