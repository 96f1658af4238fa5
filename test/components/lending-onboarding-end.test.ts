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
    expect(part(element, 'done'), 'nothing that reads like a failure').to.be.null;
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

  it('says next to the offers what was done, with what was entered', async () => {
    const { element, step, reach, fill, fillToReview } = await setup();
    await fillToReview();
    submit(step());
    await sendDocument(await reach('documents'));
    await fill('prequalification', typedFigures());
    control(await reach('consent'), 'agree').click();
    await eventAfter(element, 'lending-ready', () => submit(step()));
    expect(doneIn(element)).to.equal(
      'You asked for £25,000 · £10,000 revenue a month · no county court judgments · 1 document sent',
    );
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
    expect(button.top).to.be.at.least(find(element, '[part="done"] p')!.getBoundingClientRect().bottom);
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

  const PARTNER = { support: { name: 'Sample Books support', address: 'help@books.example', phone: '0800 123' } };
  const withPartner = { handler: { settings: { partner: PARTNER } } };

  /** Withdraws what was agreed to, and answers with what the page shows then. */
  async function withdraw(made: Awaited<ReturnType<typeof setup>>) {
    const { press, shown } = await seeConsent(made);
    find(shown, '#withdraw')!.click();
    await waitUntil(() => focused()?.id === 'confirm', 'the question has the focus');
    await eventAfter(made.element, 'lending-withdrawn', () => press('Yes, withdraw my agreement'));
    await waitUntil(() => words(focused()) === 'You have withdrawn your agreement', 'it is said');
    return { press, shown };
  }

  /** When that was recorded, as the applicant reads it. */
  const recordedAt = ({ stack }: Awaited<ReturnType<typeof setup>>) => {
    const { at: time } = stack.consents.entries.findLast(({ event }) => event === 'withdrawn')!;
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
  };
  const panel = (element: HTMLElement) => words(find(element, 'section[part="done"]'));

  it('shows a withdrawal with its time next to the offers, and what the applicant can still do', async () => {
    const made = await setup(withPartner, 'requestOffers');
    const { element, reach } = made;
    const { press, shown } = await withdraw(made);
    for (const text of [recordedAt(made), 'offers that lenders have already made', 'help@books.example']) {
      expect(words(find(shown, 'form'))).to.include(text);
    }
    press('Back to your offers');
    await reach('widget');
    await waitUntil(() => panel(element), 'the withdrawal is shown');
    for (const text of [
      'You have withdrawn your agreement',
      recordedAt(made),
      'already made',
      'Sample Books support',
    ]) {
      expect(panel(element)).to.include(text);
    }
    expect(panel(element)).not.to.match(/You asked for/);
    expect(all<HTMLAnchorElement>(element, '[part="support"] a').map(({ href }) => href)).to.deep.equal([
      'mailto:help@books.example',
      'tel:0800123',
    ]);
    await expect(element).to.be.accessible();
  });

  it('shows a withdrawal of another day, tab or device as soon as the page is there', async () => {
    const stack = createStack(withPartner);
    await advance(stack, 'requestOffers');
    await stack.adapter.decide({ decision: 'withdrawn' });
    const made = {
      stack,
      ...drive(
        await fixture(
          html`<lending-onboarding lang="en" history="off" .adapter=${stack.adapter}></lending-onboarding>`,
        ),
      ),
    };
    await made.reach('widget');
    await waitUntil(() => panel(made.element)?.includes(recordedAt(made as never)), 'the withdrawal is shown');
  });

  it('shows a withdrawal that another tab made, once the agreement was looked at', async () => {
    const made = await setup({}, 'requestOffers');
    const { element, stack, reach } = made;
    await reach('widget');
    await stack.adapter.decide({ decision: 'withdrawn' });
    find(element, '[part="done"] button')!.click();
    const step = await reach('consent');
    expect(words(find(step, '.note:not([role])'))).to.include(recordedAt(made));
    find(step, '[part="submit"] + button')!.click();
    await waitUntil(() => words(focused()) === element.text.term('consent.declined.again.heading'), 'it is said');
    find(step, '.actions button + button')!.click();
    await reach('widget');
    await waitUntil(() => panel(element)?.includes(recordedAt(made)), 'the withdrawal is shown');
  });

  it('shows the right thing at every step: declined, agreed, withdrawn, agreed again', async () => {
    const made = await setup({}, 'prequalify');
    const { element, stack, step, reach } = made;
    find(await reach('consent'), '[part="submit"] + button')!.click();
    await waitUntil(() => focused()?.id === 'heading' && !control(step(), 'agree'), 'it is declined');
    find(step(), '.actions button')!.click();
    control(await reach('consent'), 'agree').click();
    expect(find(step(), '.note:not([role])')).to.be.null;
    submit(step());
    await reach('widget');
    expect(doneIn(element)).to.match(/^You asked for £25,000/);
    const { press } = await withdraw(made);
    press('Back to your offers');
    await reach('widget');
    await waitUntil(() => panel(element), 'the withdrawal is shown');
    find(element, 'section[part="done"] button')!.click();
    control(await reach('consent'), 'agree').click();
    expect(words(find(step(), '.note:not([role])'))).to.include(recordedAt(made));
    await expect(element).to.be.accessible();
    submit(step());
    await reach('widget');
    expect(panel(element)).to.be.undefined;
    expect(doneIn(element)).to.match(/^You asked for £25,000/);
    const decisions = stack.consents.entries
      .map(({ event }) => event)
      .filter((event) => /given|declined|withdrawn/.test(event));
    expect(decisions).to.deep.equal(['declined', 'given', 'withdrawn', 'given']);
    expect(accepted(stack).filter((name) => name === 'requestOffers')).to.have.length(2);
  });

  it('ends without the widget with the withdrawal, its time, and the way to the agreement', async () => {
    const steps = 'company applicant review documents prequalification consent';
    const stack = createStack(withPartner);
    await advance(stack, 'requestOffers');
    await stack.adapter.decide({ decision: 'withdrawn' });
    const { element, reach } = drive(
      await fixture(
        html`<lending-onboarding
          lang="en"
          history="off"
          steps=${steps}
          .adapter=${stack.adapter}
        ></lending-onboarding>`,
      ),
    );
    await waitUntil(() => panel(element), 'the withdrawal is shown');
    expect(words(find(element, 'h2'))).to.equal('You have withdrawn your agreement');
    expect(all(element, 'h3')).to.be.empty;
    expect(panel(element))
      .to.include(recordedAt({ stack } as never))
      .and.to.include('Sample Books support');
    expect(panel(element)).not.to.include('already made');
    expect(words(find(element, 'slot[name="next"]'))).to.equal('');
    await expect(element).to.be.accessible();
    find(element, 'section[part="done"] button')!.click();
    await reach('consent');
  });

  it('keeps working with an adapter that tells nothing of withdrawals and figures', async () => {
    const stack = createStack();
    await advance(stack, 'requestOffers');
    const { adapter } = stack;
    const older = {
      ...adapter,
      session: async () => {
        const { figures: _, progress, ...session } = await adapter.session();
        return { ...session, progress: { done: progress.done } };
      },
      consent: async () => {
        const { figures: _, withdrawnAt: _at, ...consent } = await adapter.consent();
        return consent;
      },
    };
    const made = {
      stack,
      ...drive(
        await fixture<LendingOnboardingElement>(
          html`<lending-onboarding lang="en" history="off" .adapter=${older}></lending-onboarding>`,
        ),
      ),
    };
    const { element, reach, step } = made;
    const { press } = await withdraw(made as never);
    press('Back to your offers');
    await reach('widget');
    await waitUntil(() => panel(element)?.includes(recordedAt(made as never)), 'the withdrawal is shown');
    find(element, 'section[part="done"] button')!.click();
    control(await reach('consent'), 'agree').click();
    submit(step());
    await reach('widget');
    expect(panel(element)).to.be.undefined;
    expect(doneIn(element)).to.equal('You asked for offers · documents sent');
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
