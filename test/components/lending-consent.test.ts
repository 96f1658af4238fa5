import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { LendingConsentElement } from '../../src/components/lending-consent.js';
import { defaultNotice } from '../../src/schema/default-notice.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { answering, at, once } from '../support/faults.js';
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
import { advance, createStack, type StackOptions } from '../support/stack.js';

LendingConsentElement.define();

describe('<lending-consent>', () => {
  async function setup(options: StackOptions = {}, notice = defaultNotice) {
    const stack = createStack(options);
    await advance(stack, 'prequalify');
    const made = Object.assign(new LendingConsentElement(), {
      adapter: stack.adapter,
      settings: defaultSettings,
      notice,
    });
    const element = await fixture<LendingConsentElement>(html`${made}`);
    const press = async (label: string) => {
      all<HTMLButtonElement>(element, 'button')
        .find((button) => words(button) === label)!
        .click();
      await element.updateComplete;
    };
    const asked = () => stack.sandbox.calls.filter(({ name }) => name === 'requestOffers').map(({ body }) => body);
    return { element, press, asked, box: () => control(element, 'agree') };
  }

  it('is accessible', async () => {
    await expect((await setup()).element).to.be.accessible();
  });

  it('conveys the four points', async () => {
    const { element } = await setup();
    expect(words(find(element, '[part="heading"]'))).to.equal('Before we ask for offers');
    const [providers, shared, soft, fraud] = all(element, '.notice p').map(words);
    expect(providers).to.match(/selected providers/);
    expect(shared).to.match(/share your details/);
    expect(soft).to.match(
      /credit reference agencies.*soft credit checks.*identity checks.*not affect your credit score/,
    );
    expect(fraud).to.match(/fraud prevention agencies.*refused certain services, finance or employment/);
  });

  it('shows all of the notice without scrolling inside it', async () => {
    const { element } = await setup();
    const notice = find(element, '.notice')!;
    expect(notice.scrollHeight).to.be.at.most(notice.clientHeight + 1);
  });

  it('shows the partner’s notice as text, names the providers and links to more', async () => {
    const notice = {
      ...defaultNotice,
      locale: 'cy',
      heading: 'Ours <b>first</b>',
      points: defaultNotice.points.map(({ id }) => ({ id, text: `<img src=x> ${id}` })),
      providers: [{ name: 'Sample Bank' }, { name: '<i>Example</i> Finance' }],
      links: [{ text: 'More about this', url: 'https://partner.example/privacy' }],
      statement: 'I <u>agree</u>.',
    };
    const { element } = await setup({}, notice);
    expect(words(find(element, '[part="heading"]'))).to.equal(notice.heading);
    expect(words(find(element, 'label'))).to.equal(notice.statement);
    for (const { text } of notice.points) expect(words(find(element, '.notice'))).to.include(text);
    expect(all(element, '.notice li').map(words)).to.deep.equal(['Sample Bank', '<i>Example</i> Finance']);
    expect(all(element, '.notice img, b, u, i')).to.be.empty;
    expect(find(element, '.notice')!.lang).to.equal('cy');
    const { href, rel } = find<HTMLAnchorElement>(element, '.notice a')!;
    expect([href, rel]).to.deep.equal(['https://partner.example/privacy', 'noopener noreferrer']);
    await expect(element).to.be.accessible();
  });

  it('leaves the box unticked', async () => {
    expect((await setup()).box().checked).to.be.false;
  });

  for (const attribute of ['checked', 'agree', 'ticked', 'consent', 'value', 'draft', 'credit_score_check_consent']) {
    it(`cannot be ticked from HTML by ${attribute}`, async () => {
      const { element, asked } = await setup();
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

  it('makes no call without the tick, not even for a value that says so', async () => {
    const { element, asked } = await setup();
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
  });

  it('leads from the summary to the box', async () => {
    const { element } = await setup();
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    find(element, '#summary a')!.click();
    expect(focused()?.id).to.equal('agree');
  });

  it('requests offers with the tick, and with nothing else', async () => {
    const { element, asked, box } = await setup();
    box().click();
    const events = heard(window, 'lending-submit', 'lending-submitted');
    await finish(element);
    expect(asked()).to.deep.equal([{ credit_score_check_consent: true }]);
    expect(events.map(told)).to.deep.equal(['step="consent" consent', 'step="consent" consent']);
  });

  it('makes no call when the page refuses', async () => {
    const { element, asked, box } = await setup();
    box().click();
    element.addEventListener('lending-submit', (event) => event.preventDefault());
    await eventAfter(element, 'lending-submit', () => submit(element));
    await waitUntil(() => !part(element, 'submit').ariaDisabled, 'it can be pressed again');
    expect(asked()).to.be.empty;
  });

  it('does not take a tick that was taken back', async () => {
    const { element, asked, box } = await setup();
    box().click();
    box().click();
    submit(element);
    await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
    expect(asked()).to.be.empty;
  });

  it('makes no call when the applicant declines, and says what that means', async () => {
    const { element, press, asked, box } = await setup();
    box().click();
    const declined = heard(element, 'lending-declined');
    await press('I do not agree');
    expect(declined.map(told)).to.deep.equal(['']);
    expect(words(find(element, 'h2'))).to.equal('We have not asked for offers');
    await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
    expect(asked()).to.be.empty;
    await expect(element).to.be.accessible();
  });

  it('lets the applicant read it again, with the box unticked', async () => {
    const { element, press, asked, box } = await setup();
    box().click();
    await press('I do not agree');
    await press('Read it again');
    await waitUntil(() => focused()?.id === 'heading', 'the heading has the focus');
    expect(box().checked).to.be.false;
    box().click();
    await finish(element);
    expect(asked()).to.have.length(1);
  });

  it('says that the call failed, keeps the tick, and asks once at the next try', async () => {
    const { element, asked, box } = await setup({
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
  });

  it('does not try again without the tick', async () => {
    const { element, asked, box } = await setup({
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
});
