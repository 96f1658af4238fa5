import { consentText } from '../../../src/base/text/locales/en-consent.js';
import { LendingConsentElement } from '../../../src/components/consent/lending-consent.js';
import { samplePrequalification } from '../../../stories/support/samples.mjs';
import { descriptionOf, expect, focused, heard, mount, screenOf, told, waitUntil } from '../../support/component.js';
import { added, storeWith } from '../../server/stores.js';
import { requestOffers, setup, setupReceipt } from '../../support/consent.js';
import { answering, at, edge, once, silent, unreachable } from '../../../stories/support/faults.js';

const UNTICKED = 'Tick the box if you agree, or choose “I do not agree”';

describe('<lending-consent>', () => {
  describe('the tick', () => {
    for (const attribute of ['checked', 'agree', 'ticked', 'consent', 'value', 'draft', 'credit_score_check_consent']) {
      it(`cannot be set from HTML by ${attribute}`, async () => {
        const { element, asked } = await setup();
        const place = document.createElement('div');
        place.innerHTML = `<lending-consent ${attribute}="true"><input type="checkbox" id="agree" checked></lending-consent>`;
        const screen = screenOf(place.firstElementChild as LendingConsentElement);
        screen.element.adapter = element.adapter;
        element.replaceWith(screen.element);
        await waitUntil(() => screen.field('agree'), 'the notice is shown');
        expect(screen.field('agree').checked).to.be.false;
        await screen.submitRejected();
        expect(asked()).to.be.empty;
      });
    }

    it('is not set from a value or a draft', async () => {
      const { element, screen, asked } = await setup();
      element.value = { credit_score_check_consent: true };
      Object.assign(element.draft, { agree: 'true', credit_score_check_consent: 'true' });
      await element.updateComplete;
      const events = screen.heard('lending-before-submit', 'lending-submitted');
      expect(await screen.submitRejected()).to.deep.equal([{ text: UNTICKED, target: 'agree' }]);
      expect(screen.error('agree')).to.equal(UNTICKED);
      expect(screen.field('agree').ariaInvalid).to.equal('true');
      expect(screen.field('agree').getAttribute('aria-describedby')).to.equal('agree-error');
      expect(events).to.be.empty;
      expect(asked()).to.be.empty;
      await expect(element).to.be.accessible();
      screen.find('#summary a')!.click();
      expect(focused()?.id).to.equal('agree');
    });

    it('requests offers, with the shown notice and nothing else, and shows the agreement', async () => {
      const { screen, asked, box, recorded } = await setup();
      box().click();
      const events = heard(window, 'lending-before-submit', 'lending-submitted');
      await screen.finish();
      expect(asked()).to.deep.equal([{ credit_score_check_consent: true }]);
      expect(events.map(told)).to.deep.equal(['step="consent" consent', 'step="consent" consent']);
      expect(recorded().map(({ event, method }) => [event, method])).to.deep.equal([['given', 'checkbox']]);
      await screen.heading('What you agreed to');
    });

    it('requests nothing when the page prevents it', async () => {
      const { element, screen, asked, box, recorded } = await setup();
      box().click();
      element.addEventListener('lending-before-submit', (event) => event.preventDefault());
      await screen.event('lending-before-submit', () => screen.submit());
      await waitUntil(() => !screen.part('submit').ariaDisabled, 'it can be pressed again');
      expect(asked()).to.be.empty;
      expect(recorded()).to.be.empty;
    });

    it('stays after a failed call, and the next try requests offers once', async () => {
      const { element, screen, asked, box, recorded } = await setup(
        {},
        { service: at('/request-offers', once(answering('', { status: 500 }))) },
      );
      box().click();
      const error = await screen.submitFails();
      expect(error.code).to.equal('upstream-failed');
      expect(element.matches(':state(failed)')).to.be.true;
      expect(box().checked).to.be.true;
      await screen.finish();
      expect(asked()).to.deep.equal([{ credit_score_check_consent: true }]);
      expect(recorded()).to.have.length(1);
    });

    it('was not made if the service is busy, and a sentence says so', async () => {
      const service = at('/request-offers', once(answering('{}', { status: 429 })));
      const { screen, asked, box } = await setup({}, { service });
      box().click();
      await screen.submitFails();
      expect(screen.text('#failure h3')).to.equal('Your offers were not requested');
      expect(asked()).to.have.length(0);
    });

    for (const [status, were] of [
      [302, 'may not have been'],
      [503, 'may not have been'],
      [403, 'were not'],
      [413, 'were not'],
      [429, 'were not'],
    ] as const)
      it(`shows whether it was made where a proxy responds with ${status}`, async () => {
        const { screen, box } = await setup({}, { page: at('/request-offers', edge(status)) });
        box().click();
        await screen.submitFails();
        expect(screen.text('#failure h3')).to.equal(`Your offers ${were} requested`);
      });

    it('can be sent again where the outcome of the request is unknown, and a sentence says so', async () => {
      const service = at('/request-offers', once(silent));
      const { screen, asked, box } = await setup({}, { service, handler: { timeoutMs: 100 } });
      box().click();
      const error = await screen.submitFails();
      expect(error.code).to.equal('upstream-timeout');
      expect(screen.text('#failure h3')).to.equal('Your offers may not have been requested');
      expect(screen.text('#failure p')).to.equal(
        'The lending service did not confirm that it has your request for offers. You can send it again.',
      );
      await screen.finish();
      expect(asked()).to.deep.equal([{ credit_score_check_consent: true }]);
    });

    it('is required for another try', async () => {
      const { screen, asked, box } = await setup(
        {},
        { service: at('/request-offers', once(answering('', { status: 500 }))) },
      );
      box().click();
      await screen.submitFails();
      box().click();
      screen.submit();
      await screen.focus('summary');
      expect(asked()).to.be.empty;
    });

    it('is not sent if the decision cannot be recorded, and a sentence says so', async () => {
      const store = storeWith({
        change(coming) {
          if (added(coming, 'consents').some(({ event }) => event === 'given')) throw new Error('The disk is full.');
        },
      });
      const { screen, asked, box } = await setup({}, { handler: { store } });
      box().click();
      const error = await screen.submitFails();
      expect(error.code).to.equal('handler-consent-not-stored');
      expect(screen.text('#failure')).to.include('could not be recorded, so nothing was sent');
      expect(asked()).to.be.empty;
    });
  });

  describe('a rejected request', () => {
    const rejected: [string, string, (made: Awaited<ReturnType<typeof setup>>) => unknown][] = [
      [
        'the application has changed',
        'handler-consent-stale',
        ({ adapter }) => adapter.prequalify(samplePrequalification()),
      ],
      [
        'the consent was withdrawn in another tab',
        'handler-consent-withdrawn',
        async ({ adapter }) => {
          await requestOffers(adapter);
          await adapter.decide({ decision: 'withdrawn' });
        },
      ],
    ];
    for (const [what, code, change] of rejected) {
      it(`shows the notice again, unticked, with the reason: ${what}`, async () => {
        const made = await setup();
        const { agree, element, screen, box, asked } = made;
        await change(made);
        const before = asked().length;
        const old = box();
        old.click();
        const error = await screen.submitFails('summary');
        expect(error.code).to.equal(code);
        await screen.heading('Before you get offers');
        expect(box()).not.to.equal(old);
        expect(box().checked).to.be.false;
        expect(screen.summary()[0]!.text).to.match(/[Rr]ead .* again, and tick the box if you agree$/);
        expect(screen.error('agree')).to.equal(screen.summary()[0]!.text);
        await screen.alone();
        await expect(element).to.be.accessible();
        screen.submit();
        await waitUntil(() => screen.error('agree') === UNTICKED, 'the tick is asked for');
        expect(asked()).to.have.length(before);
        await agree();
        expect(asked()).to.have.length(before + 1);
      });
    }
  });

  describe('declining', () => {
    it('makes no call for offers, is recorded, and explains the next steps', async () => {
      const { element, screen, asked, box, recorded } = await setup();
      box().click();
      const declined = screen.heard('lending-declined');
      await screen.press('I do not agree');
      expect(declined.map(told)).to.deep.equal(['']);
      await screen.heading('You have not asked for offers');
      await screen.focus('heading');
      await waitUntil(() => recorded().length > 0, 'it is recorded');
      expect(recorded().map(({ event, method }) => [event, method])).to.deep.equal([['declined', 'button']]);
      expect(asked()).to.be.empty;
      await expect(element).to.be.accessible();
    });

    it('after offers were requested does not claim that they were not', async () => {
      const { element, screen } = await setup();
      element.requested = true;
      await screen.press('I do not agree');
      await screen.heading('You have not asked for more offers');
      expect(screen.text('form')).to.include('cannot be taken back').and.to.include('Back to your offers');
    });

    for (const [what, before] of [
      ['withdrew', ['given', 'withdrawn']],
      ['agreed to an application that has changed', ['given', 'changed']],
    ] as const) {
      it(`after they ${what} does not claim that no offers were requested, on a separate page`, async () => {
        const { element, adapter } = await setupReceipt();
        if (before[1] === 'withdrawn') await adapter.decide({ decision: 'withdrawn' });
        else await adapter.prequalify(samplePrequalification());
        const again = await mount(LendingConsentElement, { adapter });
        element.remove();
        await again.press('I do not agree');
        await again.focus('heading');
        expect(again.text('h2')).to.equal(consentText(again.element.text).term('consent.declined.again.heading'));
      });
    }

    it('has a button like the one for agreeing', async () => {
      const { screen } = await setup();
      const [agree, decline] = screen.all('[part="actions"] button');
      for (const property of ['height', 'width', 'fontWeight', 'fontSize', 'backgroundColor', 'color'] as const) {
        const [one, other] = [agree!, decline!].map((button) => getComputedStyle(button)[property]);
        expect(one, property).to.equal(other);
      }
      // Neither looks like the button that continues in other steps.
      expect(getComputedStyle(agree!).backgroundColor).to.equal('rgba(0, 0, 0, 0)');
    });

    it('explains the consequence of each choice, in a line that describes its button', async () => {
      const { agree, screen, adapter } = await setup();
      const outcomes = (on: typeof screen) => on.all('[part="actions"] .option button').map(descriptionOf);
      expect(outcomes(screen)).to.deep.equal([
        'Lenders get your details and can make you offers.',
        'Lenders do not get your details. Your application is saved.',
      ]);
      await agree();
      const again = await mount(LendingConsentElement, { adapter, requested: false });
      await waitUntil(() => again.field('agree'), 'the notice is shown');
      expect(outcomes(again)[1]).to.equal('Nobody checks your credit again. Your application is saved.');
      const recording = await mount(LendingConsentElement, { adapter, requested: false, recordOnly: true });
      await waitUntil(() => recording.field('agree'), 'the notice is shown');
      expect(outcomes(recording)[0]).to.equal('Your agreement is recorded with the time and this text.');
    });

    it('works even if it cannot be recorded', async () => {
      const { screen, errors } = await setup({}, { page: at('/consent', unreachable, 'decision') });
      await screen.press('I do not agree');
      await screen.heading('You have not asked for offers');
      await waitUntil(() => errors.length > 0, 'the page is told');
      expect(errors[0]!.error.code).to.equal('adapter-unreachable');
    });

    it('lets the applicant read the notice again, with the box unticked', async () => {
      const { agree, screen, asked, box } = await setup();
      box().click();
      await screen.press('I do not agree');
      await screen.press('Read the agreement again');
      await waitUntil(box, 'the notice is shown');
      await screen.focus('heading');
      expect(box().checked).to.be.false;
      await agree();
      expect(asked()).to.have.length(1);
    });
  });
});
