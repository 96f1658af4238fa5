import { expect } from '@open-wc/testing';
import type { ServerAdapter } from '../../src/adapter.js';
import { LendingConsentElement } from '../../src/components/lending-consent.js';
import { checkNotice } from '../../src/schema/notice.js';
import { noticeText } from '../../src/schema/notice-text.js';
import type { ExistingApplication } from '../../src/server/existing.js';
import { plainNotice, wordyNotice } from '../fixtures/notices.js';
import { samplePrequalification } from '../schema/samples.js';
import { at, unreachable } from '../support/faults.js';
import { all, control, eventAfter, find, finish, focused, heard, part, told, words } from '../support/form.js';
import { notice, receipt } from '../support/consent.js';
import { createStack } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

/** Asks to withdraw; a question follows. */
const withdraw = (element: HTMLElement) => find(element, '#withdraw')!.click();

describe('the receipt of <lending-consent>', () => {
  describe('what was agreed to', () => {
    it('is shown to who has agreed before: what, when, with whom', async () => {
      const { element, consents } = await receipt({ handler: { notice: wordyNotice } });
      const { at: time, entry_id } = consents.entries.find(({ event }) => event === 'given')!;
      const shown = words(find(element, '.receipt'))!;
      for (const line of noticeText(checkNotice(wordyNotice)).split('\n')) expect(shown).to.include(line);
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
      expect(shown).to.include(day);
      expect(shown).to.include('Sample Broker Ltd, Sample Bank, <i>Example</i> Finance');
      expect(shown).to.include(entry_id);
      await expect(element).to.be.accessible();
    });

    it('is shown after agreeing, where the element stands alone', async () => {
      const { element, box, heading } = await notice();
      box().click();
      await finish(element);
      await heading('What you agreed to');
    });

    it('leaves the notice to who has to agree anew, with a way to it', async () => {
      const { press, heading, adapter, element, box } = await receipt();
      const made = Object.assign(new LendingConsentElement(), { lang: 'en', adapter, requested: false });
      element.replaceWith(made);
      await waitUntil(() => control(made, 'agree'), 'the notice is shown');
      all(made, 'button')
        .find((button) => words(button) === 'See what you agreed to')!
        .click();
      await waitUntil(() => words(find(made, 'h2')) === 'What you agreed to', 'it is shown');
      made.replaceWith(element);
      await heading('What you agreed to');
      await press('Get offers');
      await waitUntil(box, 'the notice is shown');
    });

    it('leads back to the offers that were requested', async () => {
      const { element, press } = await receipt({}, { requested: true });
      const skipped = heard(element, 'lending-skipped');
      await press('Back to your offers');
      expect(skipped.map(told)).to.deep.equal(['step="consent" consent']);
    });

    it('is printed in a document of its own', async () => {
      const { element, press } = await receipt();
      // It goes before it is printed: nobody is there to close the dialog.
      const frame = new Promise<Node>((resolve) =>
        new MutationObserver((records) =>
          records
            .flatMap(({ addedNodes }) => [...addedNodes])
            .forEach((node) => {
              (node as Element).remove();
              resolve(node);
            }),
        ).observe(element.shadowRoot!, { childList: true }),
      );
      await press('Print');
      expect((await frame).nodeName).to.equal('IFRAME');
    });

    it('is downloaded as a file, whose address is given up with the element', async () => {
      const { element, adapter } = await receipt();
      const link = find<HTMLAnchorElement>(element, 'a[download]')!;
      element.addEventListener('click', (event) => event.preventDefault(), { once: true });
      link.click();
      expect(link.protocol).to.equal('blob:');
      const { receipt: stored } = await adapter.consent();
      expect(await (await fetch(link.href)).json()).to.deep.equal(JSON.parse(JSON.stringify(stored)));
      element.remove();
      const gone = await fetch(link.href).catch((error: unknown) => error);
      expect(gone).to.be.instanceOf(TypeError);
    });

    it('is withdrawn once the applicant has confirmed it, and says when and what that does not do', async () => {
      const { element, press, heading, recorded, box } = await receipt();
      withdraw(element);
      await waitUntil(() => focused()?.id === 'confirm', 'the question has the focus');
      expect(words(find(element, 'section'))).to.include('Details that were already shared cannot be taken back');
      expect(recorded().map(({ event }) => event)).to.deep.equal(['given']);
      await expect(element).to.be.accessible();
      const { type } = await eventAfter(element, 'lending-withdrawn', () => void press('Yes, withdraw my agreement'));
      expect(type).to.equal('lending-withdrawn');
      await heading('You have withdrawn your agreement');
      await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
      expect(recorded().map(({ event }) => event)).to.deep.equal(['given', 'withdrawn']);
      expect(words(find(element, 'form p'))).to.include(String(new Date().getFullYear()));
      await expect(element).to.be.accessible();
      await press('Read the agreement again');
      await waitUntil(box, 'the notice is shown');
      expect(box().checked).to.be.false;
    });

    it('is kept by who does not confirm', async () => {
      const { element, press, recorded } = await receipt();
      withdraw(element);
      await press('Keep my agreement');
      await waitUntil(() => focused()?.id === 'withdraw', 'the button has the focus');
      expect(find(element, '#confirm')).to.be.null;
      expect(recorded().map(({ event }) => event)).to.deep.equal(['given']);
    });

    it('says that it could not be withdrawn, and tries again', async () => {
      let isBroken = false;
      const fault = at(
        '/consent',
        (fetch) => (input, init) => (isBroken ? unreachable : (same: typeof fetch) => same)(fetch)(input, init),
      );
      const { element, press, errors } = await receipt({ page: fault });
      isBroken = true;
      withdraw(element);
      await press('Yes, withdraw my agreement');
      await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
      expect(errors.map(({ error }) => error.code)).to.deep.equal(['adapter-unreachable']);
      await expect(element).to.be.accessible();
      isBroken = false;
      await eventAfter(element, 'lending-withdrawn', () => part(element, 'retry').click());
    });
  });

  describe('with record-only', () => {
    it('records the consent, requests nothing, and gives the page’s form the id of the receipt', async () => {
      const { element, box, asked, recorded, heading, consents } = await notice();
      const form = document.createElement('form');
      element.replaceWith(form);
      form.append(element);
      element.setAttribute('name', 'consent');
      element.setAttribute('record-only', '');
      await element.updateComplete;
      expect(words(part(element, 'submit'))).to.equal('I agree');
      const value = () => new FormData(form).get('consent');
      box().click();
      expect(value()).to.equal('');
      await finish(element);
      expect(value()).to.equal(consents.entries.at(-1)!.entry_id);
      expect(recorded().map(({ event }) => event)).to.deep.equal(['given']);
      expect(asked()).to.be.empty;
      await heading('What you agreed to');
      expect(value()).to.equal(consents.entries.at(-1)!.entry_id);
      expect(all(element, 'button').map(words)).to.deep.equal(['Print', 'Withdraw my agreement']);
    });

    for (const [what, change] of [
      [
        'the application has changed',
        async ({ adapter }) => (await adapter.prequalify(samplePrequalification()), adapter),
      ],
      ['the notice is another', ({ reworded }) => reworded()],
    ] satisfies [
      string,
      (made: Record<'adapter', ServerAdapter> & Record<'reworded', () => ServerAdapter>) => unknown,
    ][]) {
      it(`asks again where ${what}, gives the form nothing until then, and still shows what was agreed to`, async () => {
        const before = await notice({}, { recordOnly: true });
        before.box().click();
        await finish(before.element);
        const reworded = () => {
          const another = { ...plainNotice, version: 'next', heading: 'Once more' };
          const existingApplication = () => before.sessions.get('applicant') as ExistingApplication;
          return createStack({ handler: { consents: before.consents, notice: another, existingApplication } }).adapter;
        };
        const adapter = (await change({ adapter: before.adapter, reworded })) as ServerAdapter;
        const form = document.createElement('form');
        const element = Object.assign(new LendingConsentElement(), { lang: 'en', recordOnly: true });
        element.setAttribute('name', 'consent');
        form.append(element);
        document.body.append(form);
        element.adapter = adapter;
        await waitUntil(() => control(element, 'agree'), 'the notice is shown');
        expect(new FormData(form).get('consent')).to.equal('');
        all(element, 'button')
          .find((one) => words(one) === 'See what you agreed to')!
          .click();
        await waitUntil(() => words(find(element, 'h2')) === 'What you agreed to', 'the receipt is shown');
        form.remove();
      });
    }

    it('empties the value when the consent is withdrawn', async () => {
      const { element, press, heading } = await receipt({}, { recordOnly: true });
      const form = document.createElement('form');
      element.setAttribute('name', 'consent');
      element.replaceWith(form);
      form.append(element);
      expect(new FormData(form).get('consent')).to.match(/^[0-9a-f-]{36}$/);
      withdraw(element);
      await press('Yes, withdraw my agreement');
      await heading('You have withdrawn your agreement');
      expect(new FormData(form).get('consent')).to.equal('');
    });
  });
});
