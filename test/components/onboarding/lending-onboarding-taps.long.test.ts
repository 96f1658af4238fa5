import { accepted, expect, pause, setup, typedApplicant, typedCompany, waitUntil } from '../../support/journey.js';

const FINGER = { clientX: 200, clientY: 500 };

/** Presses as a pointer does: with a click count and a position. */
const tap = (target: Element, place: MouseEventInit = FINGER) =>
  target.dispatchEvent(
    new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1, ...FINGER, ...place }),
  );

describe('the second of two taps in <lending-onboarding>', () => {
  /** A journey at its second step, reached by a tap, after the part that watches taps has loaded. */
  async function tapped() {
    const journey = await setup();
    const { element, reach, step } = journey;
    (await reach('company')).type(typedCompany());
    await waitUntil(() => element.shadowRoot!.querySelector('[aria-live]'));
    await import('../../../src/components/onboarding/later-steps.js');
    await pause();
    tap(step().part('submit'));
    return { ...journey, applicant: await reach('applicant') };
  }

  it('presses no button of the next step', async () => {
    const { element, screen, applicant } = await tapped();
    tap(applicant.part('submit'));
    tap(screen.part('back'));
    tap(applicant.part('submit'), { clientX: FINGER.clientX + 15, clientY: FINGER.clientY - 15 });
    await pause(50);
    expect(element.step).to.equal('applicant');
    expect(applicant.summary()).to.be.empty;
  });

  for (const [how, place] of [
    ['in another place', { clientY: FINGER.clientY - 60 }],
    ['by a key or a screen reader', { detail: 0 }],
  ] as const) {
    it(`is a new tap ${how}`, async () => {
      const { applicant } = await tapped();
      tap(applicant.part('submit'), place);
      await waitUntil(() => applicant.summary().length > 0, 'the form was sent');
    });
  }

  it('is a new tap half a second after the first, even if another tap was ignored meanwhile', async () => {
    const { applicant } = await tapped();
    await pause(300);
    tap(applicant.part('submit'));
    await pause(220);
    expect(applicant.summary(), 'too early').to.be.empty;
    tap(applicant.part('submit'));
    await waitUntil(() => applicant.summary().length > 0, 'the form was sent');
  });

  it('reaches inputs of the next step immediately', async () => {
    const { fill, skip, reach, applicant } = await tapped();
    const radio = applicant.find<HTMLInputElement>('input[type="radio"]')!;
    tap(radio);
    expect(radio.checked).to.be.true;
    await fill('applicant');
    (await reach('review')).submit();
    await skip();
    await fill('prequalification', { funding_amount: '1', monthly_revenue: '1', any_ccj: 'no' });
    const consent = await reach('consent');
    tap(consent.field('agree'));
    expect(consent.field('agree').checked).to.be.true;
  });

  it('reaches a button that has not changed', async () => {
    const { element, applicant, reach } = await tapped();
    await pause(500);
    tap(applicant.part('submit'));
    await waitUntil(() => applicant.summary().length > 0, 'the form was sent');
    applicant.type(typedApplicant());
    tap(applicant.part('submit'));
    await reach('review');
    expect(element.step).to.equal('review');
  });

  it('presses no button that appears within the step', async () => {
    const { stack, skip, fill, reach, step, applicant } = await tapped();
    applicant.type(typedApplicant());
    applicant.submit();
    (await reach('review')).submit();
    await skip();
    await fill('prequalification', { funding_amount: '1', monthly_revenue: '1', any_ccj: 'no' });
    const consent = await reach('consent');
    await pause(500);
    tap(consent.button('I do not agree')!);
    await waitUntil(() => !consent.field('agree') && consent.find('button'), 'it is declined');
    const asked = consent.text('h2');
    for (const button of consent.all('button')) tap(button);
    await pause(50);
    expect(consent.text('h2')).to.equal(asked);
    expect(step().element.localName).to.equal('lending-consent');
    expect(accepted(stack)).to.not.include('requestOffers');
  });
});
