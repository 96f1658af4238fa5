import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { LendingConsentElement } from '../../src/components/lending-consent.js';
import { defaultNotice } from '../../src/schema/default-notice.js';
import { checkNotice, type ConsentNotice } from '../../src/schema/notice.js';
import { noticeText, sha256 } from '../../src/schema/notice-text.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { arabicNotice, germanNotice, wordyNotice } from '../fixtures/notices.js';
import { answering, at, held, once, unreachable } from '../support/faults.js';
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
import { advance, createStack, requestOffers, type StackOptions } from '../support/stack.js';

LendingConsentElement.define();

const SERVING = '/consent?locale=en';

describe('<lending-consent>', () => {
  async function setup(options: StackOptions = {}, properties: Partial<LendingConsentElement> = {}) {
    const stack = createStack(options);
    await advance(stack, 'prequalify');
    const made = Object.assign(new LendingConsentElement(), {
      lang: 'en',
      adapter: stack.adapter,
      settings: defaultSettings,
      ...properties,
    });
    const errors = heard(made, 'lending-error') as HTMLElementEventMap['lending-error'][];
    const element = await fixture<LendingConsentElement>(html`${made}`);
    return { ...stack, errors, ...drive(element, stack) };
  }

  /** What an applicant can do with it, and what came of it. */
  function drive(element: LendingConsentElement, { sandbox, consents }: ReturnType<typeof createStack>) {
    const box = () => control(element, 'agree');
    const button = (label: string) => all<HTMLButtonElement>(element, 'button').find((one) => words(one) === label);
    const press = async (label: string) => {
      await waitUntil(() => button(label), `there is a button “${label}”`);
      button(label)!.click();
      await element.updateComplete;
    };
    const heading = (text: string) =>
      waitUntil(() => words(find(element, 'h2')) === text, `the heading is “${text}”`, { timeout: 5000 });
    const asked = () => sandbox.calls.filter(({ name }) => name === 'requestOffers').map(({ body }) => body);
    const recorded = () => consents.entries.filter(({ event }) => !['served', 'requested'].includes(event));
    return { element, box, press, heading, asked, recorded };
  }

  /** The same, once the notice is there. */
  async function notice(...options: Parameters<typeof setup>) {
    const made = await setup(...options);
    await waitUntil(made.box, 'the notice is shown');
    return made;
  }

  /** The same, with offers requested already. */
  async function receipt(options: StackOptions = {}, properties: Partial<LendingConsentElement> = {}) {
    const stack = createStack(options);
    await advance(stack, 'requestOffers');
    const made = Object.assign(new LendingConsentElement(), { lang: 'en', settings: defaultSettings, ...properties });
    const errors = heard(made, 'lending-error') as HTMLElementEventMap['lending-error'][];
    const element = await fixture<LendingConsentElement>(html`${made}`);
    element.adapter = stack.adapter;
    const driven = drive(element, stack);
    await driven.heading('What you agreed to');
    return { ...stack, errors, ...driven };
  }

  /** What stands there, line by line, as it is laid out: read off without the element's own marks. */
  const readOff = (element: HTMLElement) =>
    all(element, '[part="heading"], [part="text"] p, [part="text"] li, label').map((line) => {
      const href = line.querySelector('a')?.getAttribute('href');
      return line.innerText.replace(/\s+/g, ' ').trim() + (href ? ` (${href})` : '');
    });

  describe('the notice', () => {
    it('is accessible', async () => {
      await expect((await notice()).element).to.be.accessible();
    });

    it('conveys the four points', async () => {
      const { element } = await notice();
      expect(words(find(element, '[part="heading"]'))).to.equal('Before we ask for offers');
      const [providers, shared, soft, fraud] = all(element, '.notice p').map(words);
      expect(providers).to.match(/selected providers/);
      expect(shared).to.match(/share your details/);
      expect(soft).to.match(
        /credit reference agencies.*soft credit checks.*identity checks.*not affect your credit score/,
      );
      expect(fraud).to.match(/fraud prevention agencies.*refused certain services, finance or employment/);
    });

    it('shows all of itself without scrolling inside', async () => {
      const { element } = await notice();
      const text = find(element, '.notice')!;
      expect(text.scrollHeight).to.be.at.most(text.clientHeight + 1);
    });

    const NOTICES: [string, ConsentNotice][] = [
      ['the default one', defaultNotice],
      ['a reworded one with a broker, providers and links', wordyNotice],
      ['a German one', germanNotice],
      ['an Arabic one', arabicNotice],
    ];
    for (const [what, shown] of NOTICES) {
      it(`is recorded as it is rendered: ${what}`, async () => {
        const { element, box, recorded } = await notice({ handler: { notice: shown } });
        const text = noticeText(checkNotice(shown));
        expect(readOff(element).join('\n')).to.equal(text);
        expect(await sha256(readOff(element).join('\n'))).to.equal(await sha256(text));
        expect(find(element, '.notice')!.lang).to.equal(shown.locale);
        expect(getComputedStyle(find(element, '.notice p')!).direction).to.equal(shown.locale === 'ar' ? 'rtl' : 'ltr');
        expect(all(element, '.notice img, b, u, i')).to.be.empty;
        await expect(element).to.be.accessible();
        box().click();
        await finish(element);
        const [given] = recorded();
        expect(given).to.include({ event: 'given', translated: false });
        expect(given!.notice).to.include({ text, sha256: await sha256(text) });
      });
    }

    it('comes in the language of the element', async () => {
      const notices = [defaultNotice, germanNotice];
      const { element } = await notice({ handler: { notice: notices } }, { lang: 'de-AT' });
      expect(words(find(element, 'h2'))).to.equal(germanNotice.heading);
    });

    it('opens its links apart from the page', async () => {
      const { element } = await notice({ handler: { notice: wordyNotice } });
      const { href, rel, target } = find<HTMLAnchorElement>(element, '.notice a')!;
      expect([href, rel, target]).to.deep.equal([wordyNotice.links[0]!.url, 'noopener noreferrer', '_blank']);
    });

    it('says that it is loading until it is there', async () => {
      const { fault, release } = held();
      const { element, box } = await setup({ page: at(SERVING, fault) });
      expect(words(find(element, '[role="status"]'))).to.equal('Loading…');
      expect(control(element, 'agree')).to.be.null;
      await expect(element).to.be.accessible();
      release();
      await waitUntil(box, 'the notice is shown');
    });

    it('says that it could not be loaded, and comes at the next try', async () => {
      const { element, errors, box } = await setup({ page: at(SERVING, once(unreachable)) });
      await waitUntil(() => find(element, '#failure'), 'the failure is shown');
      expect(errors.map(({ error, step }) => [error.code, step])).to.deep.equal([['adapter-unreachable', 'consent']]);
      expect(words(find(element, '#failure'))).to.include('We could not reach this site’s server.');
      await expect(element).to.be.accessible();
      part(element, 'retry').click();
      await waitUntil(box, 'the notice is shown');
      await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
    });

    for (const [what, change] of [
      ['without one of the four points', { points: defaultNotice.points.slice(1) }],
      ['with a link over http', { links: [{ text: 'More', url: 'http://partner.example' }] }],
      ['with a link that runs a script', { links: [{ text: 'More', url: 'javascript:alert(1)' }] }],
    ] as const) {
      it(`is not shown ${what}`, async () => {
        const { adapter } = createStack();
        const consent = async () => ({ ...(await adapter.consent()), notice: { ...defaultNotice, ...change } });
        const { element, errors } = await setup({}, { adapter: { ...adapter, consent } as typeof adapter });
        await waitUntil(() => find(element, '#failure'), 'the failure is shown');
        expect(errors[0]!.error.code).to.equal('adapter-unexpected-answer');
        expect(control(element, 'agree')).to.be.null;
      });
    }

    it('gives up its call with the page, and comes when the element is back', async () => {
      const { fault, release } = held();
      let signal: AbortSignal | null | undefined;
      const { element, errors, box } = await setup({
        page: at(SERVING, (fetch) => (input, init) => {
          signal ??= init?.signal;
          return fault(fetch)(input, init);
        }),
      });
      const { parentElement } = element;
      element.remove();
      await waitUntil(() => signal?.aborted, 'the call is given up');
      release();
      parentElement!.append(element);
      await waitUntil(box, 'the notice is shown');
      expect(errors).to.be.empty;
    });
  });

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
        ({ sessions }) => void (sessions.get('applicant')!.marks.prequalify = 'another'),
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
        await heading('Before we ask for offers');
        expect(box()).not.to.equal(old);
        expect(box().checked).to.be.false;
        expect(summary(element)[0]!.text).to.match(/^Read the text again, and tick the box if you agree: /);
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

  describe('a text that was changed', () => {
    const changes: [string, (element: HTMLElement) => unknown][] = [
      [
        'a point',
        (element) => (find(element, '.notice p')!.textContent = 'Kreditangebote kommen von ausgewählten Anbietern.'),
      ],
      ['the statement', (element) => (find(element, 'label span')!.textContent = 'Yes')],
      ['the heading', (element) => (find(element, 'h2 span')!.textContent += '!')],
      [
        'where a link leads',
        (element) => (find<HTMLAnchorElement>(element, '.notice a')!.href = 'https://other.example/'),
      ],
      ['a point that is gone', (element) => find(element, '.notice p:nth-of-type(4)')!.remove()],
      ['the order', (element) => find(element, '.notice')!.append(find(element, '.notice p')!)],
      ['a line more', (element) => find(element, '.notice')!.append(find(element, '.notice p')!.cloneNode(true))],
    ];
    for (const [what, change] of changes) {
      it(`is not agreed to: ${what}`, async () => {
        const { element, box, asked, recorded } = await notice();
        change(element);
        box().click();
        submit(element);
        await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
        expect(errorOf(element, 'agree')).to.equal(
          'The text above was changed, for example by a translation. Show the original page to agree.',
        );
        expect(asked()).to.be.empty;
        expect(recorded()).to.be.empty;
      });
    }
  });

  describe('on a page that was machine-translated', () => {
    const root = document.documentElement;
    const { lang, className } = root;
    const title = document.head.appendChild(document.createElement('title'));
    afterEach(() => {
      Object.assign(root, { lang, className });
      title.removeAttribute('_msttexthash');
    });
    const marks: [string, () => void][] = [
      ['Google and Chrome', () => Object.assign(root, { lang: 'de', className: 'translated-ltr' })],
      ['Google, into Arabic', () => Object.assign(root, { lang: 'ar', className: 'translated-rtl' })],
      ['Safari and Firefox', () => (root.lang = 'de')],
      ['Edge', () => title.setAttribute('_msttexthash', '109512')],
    ];
    const note = (element: HTMLElement) => words(find(element, '.note'));
    for (const [who, translate] of marks) {
      it(`says that the notice is the original, before and after it is rendered: ${who}`, async () => {
        const { element, box, recorded } = await notice();
        expect(note(element)).to.equal('');
        translate();
        await waitUntil(() => note(element), 'the line is there');
        expect(note(element)).to.include('original language');
        await expect(element).to.be.accessible();
        const later = await notice();
        expect(note(later.element)).to.include('original language');
        box().click();
        await finish(element);
        expect(recorded()[0]).to.include({ event: 'given', translated: true });
      });
    }

    it('asks translators to leave the notice and its statement as they are', async () => {
      const { element } = await notice();
      for (const line of all(element, 'h2 span, .notice p, .notice a, label span')) expect(line.translate).to.be.false;
    });
  });

  describe('declining', () => {
    it('makes no call for offers, is recorded, and says what follows', async () => {
      const { element, press, asked, box, heading, recorded } = await notice();
      box().click();
      const declined = heard(element, 'lending-declined');
      await press('I do not agree');
      expect(declined.map(told)).to.deep.equal(['']);
      await heading('We have not asked for offers');
      await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
      await waitUntil(() => recorded().length > 0, 'it is recorded');
      expect(recorded().map(({ event, method }) => [event, method])).to.deep.equal([['declined', 'button']]);
      expect(asked()).to.be.empty;
      await expect(element).to.be.accessible();
    });

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
      await heading('We have not asked for offers');
      await waitUntil(() => errors.length > 0, 'the page is told');
      expect(errors[0]!.error.code).to.equal('adapter-unreachable');
    });

    it('lets the applicant read it again, with the box unticked', async () => {
      const { element, press, asked, box } = await notice();
      box().click();
      await press('I do not agree');
      await press('Read it again');
      await waitUntil(box, 'the notice is shown');
      await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
      expect(box().checked).to.be.false;
      box().click();
      await finish(element);
      expect(asked()).to.have.length(1);
    });
  });

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
      await press('Ask for offers');
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
      await press('Withdraw');
      await waitUntil(() => focused()?.id === 'confirm', 'the question has the focus');
      expect(words(find(element, 'section'))).to.include('What was shared before cannot be taken back');
      expect(recorded().map(({ event }) => event)).to.deep.equal(['given']);
      await expect(element).to.be.accessible();
      const { type } = await eventAfter(element, 'lending-withdrawn', () => void press('Withdraw my agreement'));
      expect(type).to.equal('lending-withdrawn');
      await heading('You have withdrawn your agreement');
      await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
      expect(recorded().map(({ event }) => event)).to.deep.equal(['given', 'withdrawn']);
      expect(words(find(element, 'form p'))).to.include(String(new Date().getFullYear()));
      await expect(element).to.be.accessible();
      await press('Read it again');
      await waitUntil(box, 'the notice is shown');
      expect(box().checked).to.be.false;
    });

    it('is kept by who does not confirm', async () => {
      const { element, press, recorded } = await receipt();
      await press('Withdraw');
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
      await press('Withdraw');
      await press('Withdraw my agreement');
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
      expect(all(element, 'button').map(words)).to.deep.equal(['Print', 'Withdraw']);
    });

    it('empties the value when the consent is withdrawn', async () => {
      const { element, press, heading } = await receipt({}, { recordOnly: true });
      const form = document.createElement('form');
      element.setAttribute('name', 'consent');
      element.replaceWith(form);
      form.append(element);
      expect(new FormData(form).get('consent')).to.match(/^[0-9a-f-]{36}$/);
      await press('Withdraw');
      await press('Withdraw my agreement');
      await heading('You have withdrawn your agreement');
      expect(new FormData(form).get('consent')).to.equal('');
    });
  });
});
