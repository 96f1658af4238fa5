import { expect } from '@open-wc/testing';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { all, control, find, part, summary, type, words } from '../support/form.js';
import { setup } from '../support/journey.js';
import { accepted } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

const FINGER = { clientX: 200, clientY: 500 };

/** Presses as a pointer does: with a count, and at a place. */
const tap = (target: Element, place: MouseEventInit = FINGER) =>
  target.dispatchEvent(
    new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1, ...FINGER, ...place }),
  );
const later = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

describe('the second of two taps in <lending-onboarding>', () => {
  /** A journey whose part that watches the taps has loaded, at the second step by a tap. */
  async function tapped() {
    const journey = await setup();
    const { element, reach, step } = journey;
    type(await reach('company'), typedCompany());
    await waitUntil(() => element.shadowRoot!.querySelector('[role="status"]'));
    await import('../../src/components/later-steps.js');
    await later(0);
    tap(part(step(), 'submit'));
    const applicant = await reach('applicant');
    return { ...journey, applicant };
  }

  it('presses no button of the next step', async () => {
    const { element, applicant } = await tapped();
    tap(part(applicant, 'submit'));
    tap(part(element, 'back'));
    tap(part(applicant, 'submit'), { clientX: FINGER.clientX + 15, clientY: FINGER.clientY - 15 });
    await later(50);
    expect(element.step).to.equal('applicant');
    expect(summary(applicant)).to.be.empty;
  });

  for (const [how, place] of [
    ['in another place', { clientY: FINGER.clientY - 60 }],
    ['by a key or a screen reader', { detail: 0 }],
  ] as const) {
    it(`is none ${how}`, async () => {
      const { applicant } = await tapped();
      tap(part(applicant, 'submit'), place);
      await waitUntil(() => summary(applicant).length > 0, 'the form was sent');
    });
  }

  it('is none half a second after the first, though it was ignored meanwhile', async () => {
    const { applicant } = await tapped();
    await later(300);
    tap(part(applicant, 'submit'));
    await later(220);
    expect(summary(applicant), 'too early').to.be.empty;
    tap(part(applicant, 'submit'));
    await waitUntil(() => summary(applicant).length > 0, 'the form was sent');
  });

  it('reaches inputs of the next step at once', async () => {
    const { fill, skip, reach, step, applicant } = await tapped();
    const radio = find<HTMLInputElement>(applicant, 'input[type="radio"]')!;
    tap(radio);
    expect(radio.checked).to.be.true;
    await fill('applicant', typedApplicant());
    await reach('review');
    part(step(), 'submit').click();
    await skip();
    await fill('prequalification', { funding_amount: '1', monthly_revenue: '1', any_ccj: 'no' });
    const consent = await reach('consent');
    tap(control(consent, 'agree'));
    expect(control(consent, 'agree').checked).to.be.true;
  });

  it('reaches a button that stayed as it was', async () => {
    const { element, applicant, reach } = await tapped();
    await later(500);
    tap(part(applicant, 'submit'));
    await waitUntil(() => summary(applicant).length > 0, 'the form was sent');
    type(applicant, typedApplicant());
    tap(part(applicant, 'submit'));
    await reach('review');
    expect(element.step).to.equal('review');
  });

  it('presses nothing that comes up within the step', async () => {
    const { stack, skip, fill, reach, step, applicant } = await tapped();
    type(applicant, typedApplicant());
    part(applicant, 'submit').click();
    await reach('review');
    part(step(), 'submit').click();
    await skip();
    await fill('prequalification', { funding_amount: '1', monthly_revenue: '1', any_ccj: 'no' });
    const consent = await reach('consent');
    await later(500);
    tap(find(consent, '[part="submit"] + button')!);
    await waitUntil(() => !control(consent, 'agree') && find(consent, 'button'), 'it is declined');
    const asked = words(find(consent, 'h2'));
    for (const button of all(consent, 'button')) tap(button);
    await later(50);
    expect(words(find(consent, 'h2'))).to.equal(asked);
    expect(step().localName).to.equal('lending-consent');
    expect(accepted(stack)).to.not.include('requestOffers');
  });
});
