import { LendingConsentElement } from '../../../src/components/consent/lending-consent.js';
import { checkNotice } from '../../../src/schema/consent/notice.js';
import { linkLine, noticeText } from '../../../src/schema/consent/notice-text.js';
import { arabicNotice, broker, plainNotice, polishNotice, wordyNotice } from '../../../stories/support/notices.js';
import { samplePrequalification } from '../../../stories/support/samples.mjs';
import { at, expect, mount, switched, told, unreachable, waitUntil, words } from '../../support/component.js';
import { createStack, setup, setupReceipt } from '../../support/consent.js';

/** Puts a form of the page's around the element, whose value is its `consent`. */
function formAround(element: HTMLElement) {
  const form = document.createElement('form');
  element.setAttribute('name', 'consent');
  element.replaceWith(form);
  form.append(element);
  return form;
}

describe('the receipt of <lending-consent>', () => {
  describe('the agreement', () => {
    it('is shown to an applicant with an earlier consent: its text, time and parties', async () => {
      const { element, screen, store } = await setupReceipt(
        {},
        { handler: { notice: wordyNotice, settings: { partner: { broker } } } },
      );
      const { at: time, entryId } = store.entries.find(({ event }) => event === 'given')!;
      const shown = screen.text('.receipt')!;
      for (const line of noticeText(checkNotice(wordyNotice)).split('\n')) expect(shown).to.include(line);
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
      expect(shown).to.include(day);
      expect(shown).to.include('Sample Broker Ltd, Sample Bank, <i>Example</i> Finance');
      expect(shown).to.include(`Receipt number ${entryId.slice(0, 8)}`);
      expect(shown).not.to.include(entryId);
      await expect(element).to.be.accessible();
    });

    it('has “Print” and “Download” with the same edges and sizes, in a narrow and in a wide place', async () => {
      const { screen, element } = await setupReceipt();
      const look = (part: HTMLElement) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(part);
        return [borderTopColor, borderTopWidth, part.offsetHeight, part.offsetWidth];
      };
      for (const width of [350, 640]) {
        element.parentElement!.style.width = `${width}px`;
        expect(look(screen.find('.button')!)).to.deep.equal(look(screen.button('Print')!));
      }
    });

    it('can be read with a button below the notice if the applicant must agree again', async () => {
      const { screen, adapter, element, box } = await setupReceipt();
      const again = await mount(LendingConsentElement, { adapter, requested: false });
      await waitUntil(() => again.field('agree'), 'the notice is shown');
      await again.press('See what you agreed to');
      await again.heading('What you agreed to');
      again.element.replaceWith(element);
      await screen.heading('What you agreed to');
      await screen.press('Get offers');
      await waitUntil(box, 'the notice is shown');
    });

    it('has a button back to the requested offers', async () => {
      const { screen } = await setupReceipt({ requested: true });
      const skipped = screen.heard('lending-continued');
      await screen.press('Back to your offers');
      expect(skipped.map(told)).to.deep.equal(['step="consent" consent']);
    });

    it('is shown as it was recorded before notices had leads', async () => {
      const { adapter, element } = await setupReceipt();
      const consent: typeof adapter.consent = async (options) => {
        const served = await adapter.consent(options);
        const { leads: _, ...privacy_notice } = served.receipt!.pii_processing.privacy_notice;
        const text = `${plainNotice.heading}\nCredit offers come from selected lenders.\n${plainNotice.statement}`;
        const pii_processing = {
          ...served.receipt!.pii_processing,
          privacy_notice: { ...privacy_notice, version: '4', text },
        };
        return { ...served, receipt: { ...served.receipt!, pii_processing } };
      };
      const again = await mount(LendingConsentElement, { adapter: { ...adapter, consent }, requested: true });
      await again.heading('What you agreed to');
      const [, ...lines] = again.texts('.receipt [part="text"] p');
      expect(lines).to.deep.equal(['Credit offers come from selected lenders.', plainNotice.statement]);
      expect(again.find('.receipt .lead')).to.be.null;
      element.remove();
    });

    /** Prints, and returns the lines on the paper, and whether they are bold. */
    async function print({ element, screen }: Pick<Awaited<ReturnType<typeof setup>>, 'element' | 'screen'>) {
      const printed = new Promise<[string, boolean][]>((resolve) =>
        new MutationObserver((records) => {
          const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
          const frame = added.find((one) => one instanceof HTMLIFrameElement);
          // The paper is read here in place of the dialog, which nobody could close.
          const read = () => {
            const view = frame!.contentWindow!;
            view.print = () => {
              const lines = [...view.document.querySelectorAll('[part="text"] p')];
              resolve(lines.map((line) => [words(line)!, view.getComputedStyle(line).fontWeight === '600']));
            };
          };
          if (frame) read();
          // Some browsers give the frame another window when it has loaded.
          frame?.addEventListener('load', read);
        }).observe(element.shadowRoot!, { childList: true }),
      );
      await screen.press('Print');
      return printed;
    }

    it('is printed with the same lines, and its heading and leads in bold', async () => {
      const all = await setupReceipt();
      const lines = await print(all);
      expect(lines.map(([line]) => line)).to.deep.equal(all.screen.texts('.receipt [part="text"] p'));
      const bold = lines.flatMap(([line, isBold]) => (isBold ? line : []));
      expect(bold).to.deep.equal([plainNotice.heading, ...plainNotice.points.flatMap(({ lead }) => lead ?? [])]);
    });

    for (const notice of [plainNotice, polishNotice, arabicNotice])
      it(`has all disclosures of the broker on the page, in the record, on the receipt and on paper: ${notice.locale}`, async () => {
        const all = await setup({}, { handler: { notice, settings: { partner: { broker } } } });
        const { agree, element, recorded, screen } = all;
        const shown = screen.all('[data-line]').map((line) => linkLine(words(line)!, line.closest('a')?.href ?? null));
        const texts = broker.disclosures.map(({ text }) => text[notice.locale as 'en']);
        expect(shown.slice(1, 9)).to.include.members(texts);
        expect(shown[2]).to.include(' 12');
        await expect(element).to.be.accessible();
        await agree();
        await screen.heading('What you agreed to');
        expect(recorded()[0]!.notice!.text.split('\n')).to.deep.equal(shown);
        expect(screen.texts('.receipt [part="text"] p')).to.deep.equal(shown);
        expect((await print(all)).map(([line]) => line)).to.deep.equal(shown);
      });

    it('is downloaded as a file, whose URL is revoked with the element', async () => {
      const { element, screen, adapter } = await setupReceipt();
      const link = screen.find<HTMLAnchorElement>('a[download]')!;
      element.addEventListener('click', (event) => event.preventDefault(), { once: true });
      link.click();
      expect(link.protocol).to.equal('blob:');
      const { receipt: stored } = await adapter.consent();
      expect(await (await fetch(link.href)).json()).to.deep.equal(JSON.parse(JSON.stringify(stored)));
      element.remove();
      const gone = await fetch(link.href).catch((error: unknown) => error);
      expect(gone).to.be.instanceOf(TypeError);
    });

    it('is withdrawn once the applicant has confirmed that, and shows the time and the limits of the withdrawal', async () => {
      const { decisions, element, screen, box } = await setupReceipt();
      await screen.press('Withdraw my agreement');
      await screen.focus('confirm');
      expect(screen.text('section')).to.include('Details that were already shared cannot be taken back');
      expect(decisions()).to.deep.equal(['given']);
      await expect(element).to.be.accessible();
      const { type } = await screen.event('lending-withdrawn', () => void screen.press('Yes, withdraw my agreement'));
      expect(type).to.equal('lending-withdrawn');
      await screen.heading('You have withdrawn your agreement');
      await screen.focus('heading');
      expect(decisions()).to.deep.equal(['given', 'withdrawn']);
      expect(screen.text('form p')).to.include(String(new Date().getFullYear()));
      await expect(element).to.be.accessible();
      await screen.press('Read the agreement again');
      await waitUntil(box, 'the notice is shown');
      expect(box().checked).to.be.false;
    });

    it('is not withdrawn without a confirmation', async () => {
      const { decisions, screen } = await setupReceipt();
      await screen.press('Withdraw my agreement');
      await screen.press('Keep my agreement');
      await screen.focus('withdraw');
      expect(screen.find('#confirm')).to.be.null;
      expect(decisions()).to.deep.equal(['given']);
    });

    it('shows that the withdrawal failed, and tries again', async () => {
      const broken = switched(unreachable);
      const { element, screen, errors } = await setupReceipt({}, { page: at('/consent', broken.fault) });
      broken.isOn = true;
      await screen.press('Withdraw my agreement');
      await screen.press('Yes, withdraw my agreement');
      await screen.focus('failure');
      expect(errors.map(({ error }) => error.code)).to.deep.equal(['adapter-unreachable']);
      await expect(element).to.be.accessible();
      broken.isOn = false;
      await screen.event('lending-withdrawn', () => void screen.press('Try again'));
    });
  });

  describe('with record-only', () => {
    it('records the consent, requests nothing, and gives the page’s form the id of the receipt', async () => {
      const { decisions, element, screen, box, asked, store } = await setup();
      const form = formAround(element);
      element.setAttribute('record-only', '');
      await element.updateComplete;
      expect(screen.text('[part="submit"]')).to.equal('I agree');
      const value = () => new FormData(form).get('consent');
      box().click();
      expect(value()).to.equal('');
      await screen.finish();
      expect(value()).to.equal(store.entries.at(-1)!.entryId);
      expect(decisions()).to.deep.equal(['given']);
      expect(asked()).to.be.empty;
      await screen.heading('What you agreed to');
      expect(value()).to.equal(store.entries.at(-1)!.entryId);
      expect(screen.texts('button')).to.deep.equal(['Print', 'Withdraw my agreement']);
    });

    for (const what of ['the application has changed', 'the notice is another']) {
      it(`shows the notice again if ${what}, gives the form no value until then, and still shows the agreement`, async () => {
        const secret = crypto.randomUUID();
        const before = await setup({ recordOnly: true }, { handler: { secret } });
        await before.agree();
        let { adapter } = before;
        if (what === 'the application has changed') await adapter.prequalify(samplePrequalification());
        else {
          const another = { ...plainNotice, version: 'next', heading: 'Once more' };
          ({ adapter } = createStack({ handler: { secret, store: before.store, notice: another } }));
        }
        const screen = await mount(LendingConsentElement, { recordOnly: true });
        const form = formAround(screen.element);
        screen.element.adapter = adapter;
        await waitUntil(() => screen.field('agree'), 'the notice is shown');
        expect(new FormData(form).get('consent')).to.equal('');
        await screen.press('See what you agreed to');
        await screen.heading('What you agreed to');
      });
    }

    it('empties the value when the consent is withdrawn', async () => {
      const { element, screen } = await setupReceipt({ recordOnly: true });
      const form = formAround(element);
      expect(new FormData(form).get('consent')).to.match(/^[0-9a-f-]{36}$/);
      await screen.press('Withdraw my agreement');
      await screen.press('Yes, withdraw my agreement');
      await screen.heading('You have withdrawn your agreement');
      expect(new FormData(form).get('consent')).to.equal('');
    });
  });
});
