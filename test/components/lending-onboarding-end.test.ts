import { expect, fixture, html } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedFigures } from '../fixtures/samples.mjs';
import { samplePrequalification } from '../schema/samples.js';
import { answering, at, once } from '../support/faults.js';
import { all, control, eventAfter, find, focused, part, submit, words } from '../support/form.js';
import { accepted, advance, createStack } from '../support/stack.js';
import { doneIn, drive, sendDocument, setup } from '../support/journey.js';
import { waitUntil } from '../support/wait.js';

describe('the end of <lending-onboarding>', () => {
  it('shows in the last step that the widget failed, and tries again', async () => {
    const { element, reach } = await setup(
      { service: at('/auth', once(answering('', { status: 500 }))) },
      'requestOffers',
    );
    const widget = await reach('widget');
    await waitUntil(() => widget.matches(':state(failed)'), 'it has failed');
    await waitUntil(() => find(widget, '#failure')?.checkVisibility(), 'the failure is seen');
    await expect(element).to.be.accessible();
    await eventAfter(element, 'lending-ready', () => part(widget, 'retry').click());
  });

  it('shows the partner’s own message where the widget failed', async () => {
    const stack = createStack({ service: at('/auth', answering('', { status: 500 })) });
    await advance(stack, 'requestOffers');
    const { element, reach } = drive(
      await fixture<LendingOnboardingElement>(
        html`<lending-onboarding .adapter=${stack.adapter}><p slot="error">Call us.</p></lending-onboarding>`,
      ),
    );
    expect(element.querySelector('p')!.checkVisibility()).to.be.false;
    const widget = await reach('widget');
    await waitUntil(() => widget.matches(':state(failed)'), 'it has failed');
    await waitUntil(() => element.querySelector('p')!.checkVisibility(), 'the message is seen');
    expect(find(widget, '#failure')!.checkVisibility()).to.be.false;
  });

  it('stays at consent when the applicant declines, and leads on to the end without offers, and back', async () => {
    const { element, stack, reach, back } = await setup({}, 'prequalify');
    const step = await reach('consent');
    const button = (index: number) => all<HTMLButtonElement>(step, '.actions button')[index]!;
    const press = async (label: string, host = find(element, '#current')!) => {
      const found = () => all<HTMLButtonElement>(host, 'button').find((one) => words(one) === label);
      await waitUntil(found, label);
      found()!.click();
    };
    await eventAfter(element, 'lending-declined', () => button(1).click());
    await waitUntil(() => words(focused()) === 'You have not asked for offers', 'the heading has the focus');
    const { step: skipped } = await eventAfter(element, 'lending-skipped', () => button(1).click());
    expect(skipped).to.equal('consent');
    await waitUntil(() => words(focused()) === 'Your application has been created', 'the end has the focus');
    expect(element.step).to.equal('end');
    expect(doneIn(element)).to.deep.equal([
      '✓Application created',
      '✓Documents sent',
      '✓Figures sent',
      '–No offers requested',
    ]);
    await expect(element).to.be.accessible();
    back();
    await reach('consent');
    await press('I do not agree');
    await press('Continue without offers');
    await waitUntil(() => element.step === 'end', 'it has ended again');
    await press('Read the agreement again', element);
    await reach('consent');
    expect(accepted(stack)).not.to.include('requestOffers');
  });

  it('says beside the offers what was done, with what was entered', async () => {
    const { element, step, reach, fill, fillToReview } = await setup();
    await fillToReview();
    submit(step());
    await sendDocument(await reach('documents'));
    await fill('prequalification', typedFigures());
    control(await reach('consent'), 'agree').click();
    await eventAfter(element, 'lending-ready', () => submit(step()));
    expect(doneIn(element)).to.deep.equal([
      '✓Application created',
      '✓1 document sent',
      '✓You asked for £25,000, £10,000 monthly revenue, no county court judgments',
      '✓Offers requested',
    ]);
    await expect(element).to.be.accessible();
  });

  /** Goes from the offers to what was agreed to. */
  async function seeConsent({ element, step, reach }: Awaited<ReturnType<typeof setup>>) {
    await reach('widget');
    const press = (label: string) =>
      all(find(element, '#current')!, 'button')
        .find((button) => words(button) === label)!
        .click();
    find(element, '[part="done"] button')!.click();
    await waitUntil(() => words(focused()) === 'What you agreed to', 'what was agreed to has the focus');
    return { press, shown: step() };
  }

  it('has the way to what was agreed to on a line of its own, below what was done', async () => {
    const { element, reach } = await setup({}, 'requestOffers');
    await reach('widget');
    const button = find(element, '[part="done"] button')!.getBoundingClientRect();
    expect(button.top).to.be.at.least(find(element, '[part="done"] ul')!.getBoundingClientRect().bottom);
    expect(button.height).to.be.at.least(44);
  });

  it('leads from the offers to what was agreed to, and back', async () => {
    const made = await setup({}, 'requestOffers');
    const { press } = await seeConsent(made);
    await expect(made.element).to.be.accessible();
    press('Back to your offers');
    await made.reach('widget');
    expect(accepted(made.stack).filter((name) => name === 'requestOffers')).to.have.length(1);
  });

  it('keeps the offers in reach when the consent is withdrawn', async () => {
    const made = await setup({}, 'requestOffers');
    const { press } = await seeConsent(made);
    press('Withdraw');
    await waitUntil(() => focused()?.id === 'confirm', 'the question has the focus');
    await eventAfter(made.element, 'lending-withdrawn', () => press('Withdraw my agreement'));
    await waitUntil(() => words(focused()) === 'You have withdrawn your agreement', 'it is said');
    press('Back to your offers');
    await made.reach('widget');
  });

  it('asks anew where something is sent after offers were requested', async () => {
    const made = await setup({}, 'requestOffers');
    await made.reach('widget');
    made.element.step = 'prequalification';
    await made.fill('prequalification', typedFigures());
    control(await made.reach('consent'), 'agree').click();
    submit(made.step());
    await made.reach('widget');
    expect(accepted(made.stack).filter((name) => name === 'requestOffers')).to.have.length(2);
  });

  it('shows the notice anew where it was refused as stale, and loses nothing else', async () => {
    const { element, stack, step, reach } = await setup({}, 'prequalify');
    control(await reach('consent'), 'agree').click();
    await stack.adapter.prequalify(samplePrequalification());
    submit(step());
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(control(step(), 'agree').checked).to.be.false;
    expect(element.step).to.equal('consent');
    control(step(), 'agree').click();
    submit(step());
    await reach('widget');
  });
});
