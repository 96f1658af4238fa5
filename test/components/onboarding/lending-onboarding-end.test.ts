import { consentText } from '../../../src/base/text/locales/en-consent.js';
import { expect, focused, screenOf, waitUntil, words, type Screen } from '../../support/component.js';
import { answering, at, once } from '../../../stories/support/faults.js';
import { doneIn, load, sendDocument, setup, type Journey } from '../../support/journey.js';
import { accepted, advance, createStack } from '../../../stories/support/stack.js';

describe('the end of <lending-onboarding>', () => {
  it('shows in the last step that the widget failed, and tries again', async () => {
    const { element, screen, reach } = await setup(
      {},
      { done: 'requestOffers', service: at('/auth', once(answering('', { status: 500 }))) },
    );
    const widget = await reach('widget');
    await waitUntil(() => widget.element.matches(':state(failed)'), 'it has failed');
    await waitUntil(() => widget.find('#failure')?.checkVisibility(), 'the failure is seen');
    await expect(element).to.be.accessible();
    await screen.event('lending-ready', () => widget.part('retry').click());
  });

  it('shows the partner’s own message where the widget failed', async () => {
    const stack = createStack({ service: at('/auth', answering('', { status: 500 })) });
    await advance(stack, 'requestOffers');
    const { element, reach } = await load(stack);
    element.append(Object.assign(document.createElement('p'), { slot: 'error', textContent: 'Call us.' }));
    expect(element.querySelector('p')!.checkVisibility()).to.be.false;
    const widget = await reach('widget');
    await waitUntil(() => widget.element.matches(':state(failed)'), 'it has failed');
    await waitUntil(() => element.querySelector('p')!.checkVisibility(), 'the message is seen');
    expect(widget.find('#failure')!.checkVisibility()).to.be.false;
  });

  it('stays at consent when the applicant declines, and leads on to the end without offers', async () => {
    const { element, screen, stack, reach } = await setup({}, { done: 'prequalify' });
    const consent = await reach('consent');
    await screen.event('lending-declined', () => void consent.press('I do not agree'));
    await waitUntil(() => words(focused()) === 'You have not asked for offers', 'the heading has the focus');
    await waitUntil(() => !screen.part('progress') && !screen.part('bar'), 'nothing claims that it is complete');
    expect(screen.part('back')).to.exist;
    await consent.press('Read the agreement again');
    await waitUntil(() => screen.text('[part="progress"]') === 'Step 6 of 6', 'the applicant can still agree');
    await consent.press('I do not agree');
    await waitUntil(() => !screen.part('progress'), 'the applicant has declined again');
    const { step } = await screen.event('lending-continued', () => void consent.press('Continue without offers'));
    expect(step).to.equal('consent');
    await waitUntil(() => words(focused()) === 'Your application has been created', 'the end has the focus');
    expect(element.step).to.equal('end');
    expect(screen.part('done'), 'nothing that reads like a failure').to.be.null;
    expect(screen.part('back')).to.be.null;
    await expect(element).to.be.accessible();
    await screen.press('Read the agreement again');
    await reach('consent');
    expect(accepted(stack)).not.to.include('requestOffers');
  });

  it('shows the notice again after “I do not agree” only once that is recorded, because it ends earlier notices', async () => {
    let record!: () => void;
    const held = new Promise<void>((resolve) => (record = resolve));
    const page =
      (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
      async (input, init) => {
        if (String(input).endsWith('/consent') && String(init!.body).includes('decision')) await held;
        return fetch(input, init);
      };
    const { stack, step, reach } = await setup({}, { done: 'prequalify', page });
    await (await reach('consent')).press('I do not agree');
    await step().press('Read the agreement again');
    setTimeout(record, 300);
    (await reach('consent')).field('agree').click();
    expect(step().find('.note:not([aria-live])')).to.be.null;
    step().submit();
    await reach('widget');
    const decisions = stack.store.entries.flatMap(({ event }) => (/given|declined/.test(event) ? event : []));
    expect(decisions).to.deep.equal(['declined', 'given']);
  });

  it('sums up the sent figures and documents next to the offers', async () => {
    const { element, screen, step, reach, fill, fillTo } = await setup();
    await sendDocument(await fillTo('documents'));
    await fill('prequalification');
    (await reach('consent')).field('agree').click();
    await screen.event('lending-ready', () => step().submit());
    expect(doneIn(screen)).to.equal(
      'You asked for £25,000 · Revenue £10,000 a month · no county court judgments · 1 document sent',
    );
    await expect(element).to.be.accessible();
  });

  /** Goes from the offers to the consent that is on record. */
  async function seeConsent({ screen, reach }: Pick<Journey, 'screen' | 'reach'>) {
    await reach('widget');
    screen.find('[part="done"] button')!.click();
    await waitUntil(() => words(focused()) === 'What you agreed to', 'what was agreed to has the focus');
    return screenOf(screen.find('#current')!);
  }

  it('has the button to the agreement on its own line, below the summary', async () => {
    const { screen, reach } = await setup({}, { done: 'requestOffers' });
    await reach('widget');
    const button = screen.find('[part="done"] button')!.getBoundingClientRect();
    expect(button.top).to.be.at.least(screen.find('[part="done"] p')!.getBoundingClientRect().bottom);
    expect(button.height).to.be.at.least(44);
  });

  const PARTNER = { support: { name: 'Sample Books support', email: 'help@books.example', phone: '0800 123' } };
  const withPartner = { handler: { settings: { partner: PARTNER } } };

  /** Withdraws the consent, and returns the text that the page then shows. */
  async function withdraw(made: Pick<Journey, 'screen' | 'reach'>) {
    const consent = await seeConsent(made);
    await consent.press('Withdraw my agreement');
    await consent.focus('confirm');
    await made.screen.event('lending-withdrawn', () => void consent.press('Yes, withdraw my agreement'));
    await waitUntil(() => words(focused()) === 'You have withdrawn your agreement', 'it is said');
    return consent;
  }

  async function setupWithdrawn(properties: object = {}) {
    const stack = createStack(withPartner);
    await advance(stack, 'requestOffers');
    await stack.adapter.decide({ decision: 'withdrawn' });
    return { stack, ...(await load(stack, properties)) };
  }

  /** The time of the record, as the applicant reads it. */
  const recordedAt = ({ stack }: Pick<Journey, 'stack'>) => {
    const { at: time } = stack.store.entries.findLast(({ event }) => event === 'withdrawn')!;
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
  };
  const panel = (screen: Screen) => screen.text('section[part="done"]');

  it('shows a withdrawal with its time next to the offers, and the ways to get help', async () => {
    const made = await setup({}, { done: 'requestOffers', ...withPartner });
    const { element, screen, reach } = made;
    const consent = await withdraw(made);
    for (const text of [recordedAt(made), 'offers that lenders have already made', 'help@books.example']) {
      expect(consent.text('form')).to.include(text);
    }
    await consent.press('Back to your offers');
    await reach('widget');
    await waitUntil(() => panel(screen), 'the withdrawal is shown');
    for (const text of [
      'You have withdrawn your agreement',
      recordedAt(made),
      'already made',
      'Sample Books support',
    ]) {
      expect(panel(screen)).to.include(text);
    }
    expect(panel(screen)).not.to.match(/You asked for/);
    expect(screen.all<HTMLAnchorElement>('[part="support"] a').map(({ href }) => href)).to.deep.equal([
      'mailto:help@books.example',
      'tel:0800123',
    ]);
    await expect(element).to.be.accessible();
  });

  it('shows a withdrawal from another tab after the applicant has opened the agreement', async () => {
    const made = await setup({}, { done: 'requestOffers' });
    const { element, screen, stack, reach } = made;
    await reach('widget');
    await stack.adapter.decide({ decision: 'withdrawn' });
    screen.find('[part="done"] button')!.click();
    const step = await reach('consent');
    expect(step.text('.note:not([aria-live])')).to.include(recordedAt(made));
    await step.press('I do not agree');
    await waitUntil(
      () => words(focused()) === consentText(element.text).term('consent.declined.again.heading'),
      'it is said',
    );
    await step.press('Back to your offers');
    await reach('widget');
    await waitUntil(() => panel(screen)?.includes(recordedAt(made)), 'the withdrawal is shown');
  });

  it('shows the right sentences at every step: agreed, withdrawn, agreed again', async () => {
    const made = await setup({}, { done: 'requestOffers' });
    const { element, screen, stack, step, reach } = made;
    await reach('widget');
    expect(doneIn(screen)).to.match(/^You asked for £25,000/);
    const consent = await withdraw(made);
    await consent.press('Back to your offers');
    await reach('widget');
    await waitUntil(() => panel(screen), 'the withdrawal is shown');
    screen.find('section[part="done"] button')!.click();
    (await reach('consent')).field('agree').click();
    expect(step().text('.note:not([aria-live])')).to.include(recordedAt(made));
    await expect(element).to.be.accessible();
    step().submit();
    await reach('widget');
    expect(panel(screen)).to.be.undefined;
    expect(doneIn(screen)).to.match(/^You asked for £25,000/);
    const decisions = stack.store.entries.flatMap(({ event }) => (/given|withdrawn/.test(event) ? event : []));
    expect(decisions).to.deep.equal(['given', 'withdrawn', 'given']);
    expect(accepted(stack).filter((name) => name === 'requestOffers')).to.have.length(2);
  });

  it('shows the withdrawal, its time and the button to the agreement if the journey has no widget', async () => {
    const steps = 'company applicant review documents prequalification consent';
    const { element, screen, stack, reach } = await setupWithdrawn({ steps });
    await waitUntil(() => panel(screen), 'the withdrawal is shown');
    expect(screen.text('h2')).to.equal('You have withdrawn your agreement');
    expect(screen.all('h3')).to.be.empty;
    expect(panel(screen)).to.include(recordedAt({ stack })).and.to.include('Sample Books support');
    expect(panel(screen)).not.to.include('already made');
    expect(screen.text('slot[name="next"]')).to.equal('');
    await expect(element).to.be.accessible();
    screen.find('section[part="done"] button')!.click();
    await reach('consent');
  });

  it('works with an adapter that returns no withdrawals and figures', async () => {
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
    const made = { stack, ...(await load({ adapter: older as never })) };
    const { agree, screen, reach } = made;
    const consent = await withdraw(made);
    await consent.press('Back to your offers');
    await reach('widget');
    await waitUntil(() => panel(screen)?.includes(recordedAt(made)), 'the withdrawal is shown');
    screen.find('section[part="done"] button')!.click();
    await agree();
    await reach('widget');
    expect(panel(screen)).to.be.undefined;
    expect(doneIn(screen)).to.equal('Documents sent');
  });

  it('requests offers again if figures are sent after offers were requested', async () => {
    const made = await setup({}, { done: 'requestOffers' });
    await made.reach('widget');
    made.element.step = 'prequalification';
    await made.fill('prequalification');
    await made.agree();
    await made.reach('widget');
    expect(accepted(made.stack).filter((name) => name === 'requestOffers')).to.have.length(2);
  });
});
