import { expect } from '@open-wc/testing';
import { LendingConsentElement } from '../../src/components/lending-consent.js';
import { samplePrequalification } from '../schema/samples.js';
import { answering, at, once, silent, unreachable } from '../support/faults.js';
import {
  all,
  control,
  errorOf,
  eventAfter,
  find,
  finish,
  focused,
  heard,
  part,
  submit,
  summary,
  told,
  words,
} from '../support/form.js';
import { createStack, requestOffers } from '../support/stack.js';
import { notice, receipt } from '../support/consent.js';
import { waitUntil } from '../support/wait.js';

describe('<lending-consent>', () => {
  describe('the tick', () => {
    it('is not there at first', async () => {
      expect((await notice()).box().checked).to.be.false;
    });

    for (const attribute of ['checked', 'agree', 'ticked', 'consent', 'value', 'draft', 'credit_score_check_consent']) {
      it(`cannot be set from HTML by ${attribute}`, async () => {
        const { element, asked } = await notice();
        const copy = document.createElement('div');
        copy.innerHTML = `<lending-consent ${attribute}="true"><input type="checkbox" id="agree" checked></lending-consent>`;
        const made = copy.firstElementChild as LendingConsentElement;
        made.adapter = element.adapter;
        element.replaceWith(made);
        await waitUntil(() => control(made, 'agree'), 'the notice is shown');
        expect(control(made, 'agree').checked).to.be.false;
        submit(made);
        await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
        expect(asked()).to.be.empty;
      });
    }

    it('is not taken from a value or a draft that says so', async () => {
      const { element, asked } = await notice();
      element.value = { credit_score_check_consent: true };
      Object.assign(element.draft, { agree: 'true', credit_score_check_consent: 'true' });
      await element.updateComplete;
      const events = heard(element, 'lending-submit', 'lending-submitted');
      submit(element);
      await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
      const text = 'Tick the box if you agree, or choose “I do not agree”';
      expect(summary(element)).to.deep.equal([{ text, target: 'agree' }]);
      expect(errorOf(element, 'agree')).to.equal(text);
      expect(control(element, 'agree').ariaInvalid).to.equal('true');
      expect(control(element, 'agree').getAttribute('aria-describedby')).to.equal('agree-error');
      expect(events).to.be.empty;
      expect(asked()).to.be.empty;
      await expect(element).to.be.accessible();
      find(element, '#summary a')!.click();
      expect(focused()?.id).to.equal('agree');
    });

    it('requests offers, with what was shown and nothing else', async () => {
      const { element, asked, box, recorded } = await notice();
      box().click();
      const events = heard(window, 'lending-submit', 'lending-submitted');
      await finish(element);
      expect(asked()).to.deep.equal([{ credit_score_check_consent: true }]);
      expect(events.map(told)).to.deep.equal(['step="consent" consent', 'step="consent" consent']);
      expect(recorded().map(({ event, method }) => [event, method])).to.deep.equal([['given', 'checkbox']]);
    });

    it('requests nothing when the page refuses', async () => {
      const { element, asked, box, recorded } = await notice();
      box().click();
      element.addEventListener('lending-submit', (event) => event.preventDefault());
      await eventAfter(element, 'lending-submit', () => submit(element));
      await waitUntil(() => !part(element, 'submit').ariaDisabled, 'it can be pressed again');
      expect(asked()).to.be.empty;
      expect(recorded()).to.be.empty;
    });

    it('counts no more when it was taken back', async () => {
      const { element, asked, box } = await notice();
      box().click();
      box().click();
      submit(element);
      await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
      expect(asked()).to.be.empty;
    });

    it('stays when the call failed, and offers are asked for once at the next try', async () => {
      const { element, asked, box, recorded } = await notice({
        service: at('/request-offers', once(answering('', { status: 500 }))),
      });
      box().click();
      const { error } = await eventAfter(element, 'lending-error', () => submit(element));
      expect(error.code).to.equal('upstream-failed');
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      expect(element.matches(':state(failed)')).to.be.true;
      expect(box().checked).to.be.true;
      await eventAfter(element, 'lending-submitted', () => part(element, 'retry').click());
      expect(asked()).to.deep.equal([{ credit_score_check_consent: true }]);
      expect(recorded()).to.have.length(1);
    });

    it('can be sent again where nobody knows whether the request arrived, and that is said', async () => {
      const service = at('/request-offers', once(silent));
      const { element, asked, box } = await notice({ service, handler: { timeout: 100 } });
      box().click();
      const { error } = await eventAfter(element, 'lending-error', () => submit(element));
      expect(error.code).to.equal('upstream-timeout');
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      expect(words(find(element, '#failure h3'))).to.equal('Your offers may not have been requested');
      expect(words(find(element, '#failure p'))).to.equal(
        'The lending service did not confirm that it has your request for offers. You can send it again.',
      );
      await eventAfter(element, 'lending-submitted', () => part(element, 'retry').click());
      expect(asked()).to.deep.equal([{ credit_score_check_consent: true }]);
    });

    it('is needed for another try', async () => {
      const { element, asked, box } = await notice({
        service: at('/request-offers', once(answering('', { status: 500 }))),
      });
      box().click();
      await eventAfter(element, 'lending-error', () => submit(element));
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      box().click();
      part(element, 'retry').click();
      await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
      expect(asked()).to.be.empty;
    });

    it('is not sent where the record fails, and the applicant reads that', async () => {
      const { consents } = createStack();
      const append = (entry: Parameters<typeof consents.append>[0]) =>
        entry.event === 'given' ? Promise.reject(new Error('The disk is full.')) : consents.append(entry);
      const { element, asked, box } = await notice({ handler: { consents: { ...consents, append } } });
      box().click();
      const { error } = await eventAfter(element, 'lending-error', () => submit(element));
      expect(error.code).to.equal('handler-consent-not-stored');
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      expect(words(find(element, '#failure'))).to.include('could not be recorded, so nothing was sent');
      expect(asked()).to.be.empty;
    });
  });

  describe('a refusal', () => {
    const refused: [string, string, (made: Awaited<ReturnType<typeof notice>>) => unknown][] = [
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
    for (const [what, code, change] of refused) {
      it(`shows the notice anew, unticked, and says why: ${what}`, async () => {
        const made = await notice();
        const { element, box, asked, heading } = made;
        await change(made);
        const before = asked().length;
        const old = box();
        old.click();
        const { error } = await eventAfter(element, 'lending-error', () => submit(element));
        expect(error.code).to.equal(code);
        await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
        await heading('Before you get offers');
        expect(box()).not.to.equal(old);
        expect(box().checked).to.be.false;
        expect(summary(element)[0]!.text).to.match(/[Rr]ead .* again, and tick the box if you agree$/);
        expect(errorOf(element, 'agree')).to.equal(summary(element)[0]!.text);
        await expect(element).to.be.accessible();
        submit(element);
        await waitUntil(() => errorOf(element, 'agree')?.startsWith('Tick the box'), 'the tick is asked for');
        expect(asked()).to.have.length(before);
        box().click();
        await finish(element);
        expect(asked()).to.have.length(before + 1);
      });
    }
  });

  describe('declining', () => {
    it('makes no call for offers, is recorded, and says what follows', async () => {
      const { element, press, asked, box, heading, recorded } = await notice();
      box().click();
      const declined = heard(element, 'lending-declined');
      await press('I do not agree');
      expect(declined.map(told)).to.deep.equal(['']);
      await heading('You have not asked for offers');
      await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
      await waitUntil(() => recorded().length > 0, 'it is recorded');
      expect(recorded().map(({ event, method }) => [event, method])).to.deep.equal([['declined', 'button']]);
      expect(asked()).to.be.empty;
      await expect(element).to.be.accessible();
    });

    it('after offers were requested does not say that they were not', async () => {
      const { element, press, heading } = await notice();
      element.requested = true;
      await press('I do not agree');
      await heading('You have not asked for more offers');
      expect(words(find(element, 'form')))
        .to.include('cannot be taken back')
        .and.to.include('Back to your offers');
    });

    for (const [what, before] of [
      ['withdrew', ['given', 'withdrawn']],
      ['agreed to an application that has changed', ['given', 'changed']],
    ] as const) {
      it(`after they ${what} does not say that no offers were requested, on a page of its own`, async () => {
        const made = await receipt();
        const { element, adapter } = made;
        if (before[1] === 'withdrawn') await adapter.decide({ decision: 'withdrawn' });
        else await adapter.prequalify(samplePrequalification());
        const again = Object.assign(new LendingConsentElement(), { lang: 'en', adapter });
        element.replaceWith(again);
        await waitUntil(() => control(again, 'agree'), 'the notice is shown');
        find(again, '[part="submit"] + button')!.click();
        await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
        expect(words(find(again, 'h2'))).to.equal(again.text.term('consent.declined.again.heading'));
      });
    }

    it('has a button like the one for agreeing', async () => {
      const { element } = await notice();
      const [agree, decline] = all(element, '[part="actions"] button');
      for (const property of ['height', 'width', 'fontWeight', 'fontSize', 'backgroundColor', 'color'] as const) {
        const [one, other] = [agree!, decline!].map((button) => getComputedStyle(button)[property]);
        expect(one, property).to.equal(other);
      }
    });

    it('is not held up where it cannot be recorded', async () => {
      const { press, heading, errors } = await notice({ page: at('/consent', unreachable) });
      await press('I do not agree');
      await heading('You have not asked for offers');
      await waitUntil(() => errors.length > 0, 'the page is told');
      expect(errors[0]!.error.code).to.equal('adapter-unreachable');
    });

    it('lets the applicant read it again, with the box unticked', async () => {
      const { element, press, asked, box } = await notice();
      box().click();
      await press('I do not agree');
      await press('Read the agreement again');
      await waitUntil(box, 'the notice is shown');
      await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
      expect(box().checked).to.be.false;
      box().click();
      await finish(element);
      expect(asked()).to.have.length(1);
    });
  });
});
