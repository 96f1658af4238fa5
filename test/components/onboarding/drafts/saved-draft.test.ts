import { DRAFT_DAYS } from '../../../../src/schema/calls/limits.js';
import { answeringJson, at, held, unreachable } from '../../../../stories/support/faults.js';
import { typedApplicant, typedCompany } from '../../../../stories/support/samples.mjs';
import { expect, pause, waitUntil, words } from '../../../support/component.js';
import {
  comeBack,
  device,
  draftStack,
  HALF,
  hide,
  journey,
  lateSession,
  open,
  SAYS,
  SELDOM,
  timeToWrite,
} from '../../../support/drafts.js';
import { dropHeldDraft, load, setup } from '../../../support/journey.js';

describe('the draft saved for another device', () => {
  it('is filled in on that device, at the applicant’s last step', async () => {
    const one = draftStack();
    const laptop = await open(one);
    await laptop.fill('company');
    (await laptop.reach('applicant')).type(HALF);
    hide();
    await laptop.says(SAYS.saved);
    laptop.element.remove();
    const phone = await open(one);
    expect((await phone.reach('applicant')).typed()).to.include(HALF);
    await phone.says(SAYS.taken);
    phone.back();
    expect((await phone.reach('company')).typed()).to.deep.equal(typedCompany());
  });

  it('is filled in at the review, and can be sent from that step', async () => {
    const one = draftStack();
    const laptop = await open(one);
    await laptop.fillTo('review');
    await laptop.says(SAYS.saved);
    laptop.element.remove();
    const phone = await open(one);
    const review = await phone.reach('review');
    expect(review.text('.rows')).to.include('Acme LTD');
    review.submit();
    await phone.reach('documents');
    expect(one.stack.sandbox.calls.map(({ name }) => name)).to.deep.equal(['createApplication']);
    expect((await device(one.stack).load())?.inputs ?? {}).to.not.include.any.keys('company', 'applicant');
  });

  it('contains the typed answers, but no files, no ticks and no history state', async () => {
    const page = await open();
    await page.fillTo('review');
    await waitUntil(() => page.saves().at(-1)?.body!.draft!.step === 'review', 'it is saved');
    const { draft } = page.saves().at(-1)!.body!;
    expect(Object.keys(draft!).sort()).to.deep.equal(['answers', 'inputs', 'step']);
    expect(draft!.inputs).to.deep.equal({ company: typedCompany(), applicant: typedApplicant() });
    expect(draft!.step).to.equal('review');
  });

  it('is saved as before when a long change was undone', async () => {
    const page = await open();
    const company = await page.reach('company');
    company.type({ registered_name: 'Acme' });
    await page.says(SAYS.saved);
    const change = setInterval(() => company.type({ registered_name: `Acme ${Date.now()}` }), 200);
    await page.says('Saving…');
    clearInterval(change);
    company.type({ registered_name: 'Acme' });
    await page.says(SAYS.saved);
    expect(page.saves()).to.have.length(1);
  });

  it('is saved a second after the last key press, not at each one', async () => {
    const page = await open();
    const company = await page.reach('company');
    for (const registered_name of ['A', 'Ac', 'Acm', 'Acme']) company.type({ registered_name });
    await pause(500);
    company.type({ registered_name: 'Acme L' });
    expect(page.saves()).to.be.empty;
    await waitUntil(() => page.saves().length > 0, 'it is saved');
    await page.says(SAYS.saved);
    expect(page.saves()).to.have.length(1);
    expect(page.saves()[0]!.body!.draft!.inputs.company!.registered_name).to.equal('Acme L');
  });

  it('is saved once, immediately, when the page becomes hidden, even if the page is then closed', async () => {
    const page = await open();
    (await page.reach('company')).type({ registered_name: 'Acme' });
    hide();
    hide();
    await page.says(SAYS.saved);
    hide();
    expect(page.saves().map(({ keepalive }) => keepalive)).to.deep.equal([true]);
  });

  it('is saved when the element is removed from the page', async () => {
    const page = await open();
    (await page.reach('company')).type({ registered_name: 'Acme' });
    page.element.remove();
    await waitUntil(() => page.saves().length === 1, 'it is saved');
    hide();
    comeBack();
    expect(page.sent.filter(({ body }) => body.draft)).to.have.length(1);
  });

  it('has a line that is announced only if the situation changes: not saved, and saved again', async () => {
    const page = await open();
    const line = page.screen.find('[part="saved"] [aria-live]')!;
    const spoken: (string | undefined)[] = [];
    const observer = new MutationObserver(() => spoken.push(words(line)));
    observer.observe(line, { childList: true, characterData: true, subtree: true });
    const type = async (registered_name: string) => {
      (await page.reach('company')).type({ registered_name });
      hide();
    };
    for (const name of ['A', 'Ac']) {
      await type(name);
      await page.says(SAYS.saved);
      await waitUntil(() => page.saves().at(-1)!.body!.draft!.inputs.company!.registered_name === name);
    }
    page.drafts.fault = unreachable;
    await type('Acm');
    await page.says(SAYS.failed);
    page.drafts.fault = undefined;
    dispatchEvent(new Event('online'));
    await page.says(SAYS.saved);
    await type('Acme');
    await waitUntil(() => page.saves().at(-1)!.body!.draft!.inputs.company!.registered_name === 'Acme');
    await page.element.updateComplete;
    observer.disconnect();
    expect(spoken.filter(Boolean)).to.deep.equal([SAYS.failed, SAYS.saved]);
  });

  it('has a line that says after 2 seconds without a response that it is saving, and after 8 that it is not saved', async () => {
    const page = await open();
    await page.save({ registered_name: 'Acme' });
    const { fault, release } = held();
    page.drafts.fault = fault;
    page.step().type({ registered_name: 'Acme LTD' });
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    await page.says('Saving…');
    expect(seconds()).to.be.within(1.9, 4);
    expect(page.news(), 'nobody is interrupted').to.equal('');
    await page.says(SAYS.failed);
    expect(seconds()).to.be.within(7.9, 10);
    expect(page.news()).to.equal(SAYS.failed);
    page.step().type({ registered_name: 'Acme Two LTD' });
    await pause(2500);
    expect(page.status(), 'until it is saved').to.equal(SAYS.failed);
    page.drafts.fault = undefined;
    release();
    await page.says(SAYS.saved);
    expect(page.news()).to.equal(SAYS.saved);
    expect(page.saves().at(-1)!.body!.draft!.inputs.company!.registered_name).to.equal('Acme Two LTD');
  });

  it('is one line of 46 pixels, and its details open by a button', async () => {
    const page = await open();
    await page.save({ registered_name: 'Acme' });
    const line = page.screen.part('saved');
    expect(words(line)).to.equal('Saved ✓ · Details');
    expect(line.getBoundingClientRect().height).to.be.below(60);
    const details = page.screen.button('Details')!;
    expect(details.getBoundingClientRect().height).to.be.at.least(44);
    expect(details.ariaExpanded).to.equal('false');
    await page.screen.press('Details');
    expect(details.ariaExpanded).to.equal('true');
    expect(words(line)).to.include('14 days after your last change').and.include('Delete the saved copy');
    await expect(page.element).to.be.accessible();
    await page.screen.press('Details');
    expect(words(line)).to.equal('Saved ✓ · Details');
  });

  it('does not exist before the applicant enters something, even if the form is prefilled', async () => {
    const one = draftStack({ handler: { prefill: () => ({ company: { registered_name: 'Filled in' } }) } });
    const page = await open(one);
    const company = await page.reach('company');
    await waitUntil(() => company.typed().registered_name === 'Filled in', 'it is filled in');
    company.find('h2')!.click();
    hide();
    expect(one.saves()).to.be.empty;
  });

  for (const [what, fault] of [
    ['is saved', undefined],
    ['cannot be saved', unreachable],
  ] as const)
    it(`is not mentioned before that, even if the step ${what}`, async () => {
      const one = draftStack({ handler: { prefill: () => ({ company: { registered_name: 'Filled in' } }) } });
      one.drafts.fault = fault;
      await timeToWrite();
      dropHeldDraft();
      const { screen, reach } = await load(one.stack, { introduction: true });
      await waitUntil(() => words(screen.part('saved')) === PROMISE, 'it saves');
      await screen.press('Start');
      await reach('company');
      await waitUntil(() => one.saves().length > 0, 'the step is saved');
      await timeToWrite();
      expect(words(screen.part('saved'))).to.equal(PROMISE);
      expect(JSON.stringify(one.saves()[0]!.body)).to.not.include('Filled in');
    });

  it('overrides the prefill, except in fields that are read-only', async () => {
    const one = draftStack({
      handler: {
        prefill: () => ({ company: { registered_name: 'Fixed LTD', registered_number: '777' } }),
        settings: { readOnly: ['company.registered_name'] },
      },
    });
    await device(one.stack).save(journey('Typed LTD', 'company'));
    const page = await open(one, { prefill: { company: { registered_number: '555' } } });
    await page.says(SAYS.taken);
    const company = await page.reach('company');
    await waitUntil(() => company.typed().registered_name === 'Fixed LTD', 'it is fixed');
    expect(company.typed().registered_number).to.equal(typedCompany().registered_number);
  });

  it('does not override answers that were typed on this page meanwhile, nor change the step', async () => {
    const one = draftStack();
    await device(one.stack).save();
    const { adapter, release } = lateSession(one.stack);
    history.replaceState(null, '');
    const { element, reach, step } = await load({ adapter });
    (await reach('company')).type({ registered_name: 'Newer' });
    release();
    await waitUntil(() => step().typed().registered_number, 'the rest is there');
    expect(step().typed()).to.deep.equal({ ...typedCompany(), registered_name: 'Newer' });
    expect(element.draft.answers, 'a changed field is no answer').to.not.have.property('company');
    expect(element.step).to.equal('company');
    hide();
    const name = async () => (await device(one.stack).load())!.inputs.company!.registered_name;
    await waitUntil(async () => (await name()) === 'Newer', 'it is saved', SELDOM);
    step().submit();
    expect((await reach('applicant')).typed()).to.include(HALF);
  });

  it('belongs only to the first of two journeys', async () => {
    const one = draftStack();
    await open(one);
    const second = await load(one.stack);
    (await second.reach('company')).type({ registered_name: 'Second' });
    await second.screen.event('lending-step-changed', () => void second.fill('company'));
    hide();
    expect(second.screen.part('saved')).to.be.null;
    expect(one.saves()).to.be.empty;
  });
});

const PROMISE = `Your answers are kept for ${DRAFT_DAYS} days, so that you can carry on later.`;
const PAGE_ONLY = 'Your answers are only on this page until you send them. A reload loses them.';

describe('the line about where answers are kept', () => {
  it('promises before the first save that the answers are kept', async () => {
    const { screen, element, news, save } = await open();
    expect(words(screen.part('saved'))).to.equal(PROMISE);
    expect(news(), 'screen readers are not interrupted').to.equal('');
    await expect(element).to.be.accessible();
    await save({ registered_name: 'Acme LTD' });
    expect(words(screen.part('saved')))
      .to.include(SAYS.saved)
      .and.not.to.include(PROMISE);
  });

  it('warns before anything is typed that a reload loses the answers, without moving the page, until all are sent', async () => {
    const { fault, release } = held();
    const options = { handler: { drafts: false }, page: at('/session', fault) };
    const { element, screen, fill, fillTo, skip, reach } = await setup({}, options);
    await reach('company');
    const topOf = () => Math.round(screen.find('.below')!.getBoundingClientRect().top);
    const top = topOf();
    release();
    await waitUntil(() => words(screen.part('saved')) === PAGE_ONLY, 'the line is shown');
    expect(topOf()).to.equal(top);
    await expect(element).to.be.accessible();
    (await fillTo('review')).submit();
    await skip();
    await reach('prequalification');
    expect(words(screen.part('saved')), 'the figures can be lost, too').to.equal(PAGE_ONLY);
    await fill('prequalification');
    await reach('consent');
    expect(screen.part('saved')).to.be.null;
    expect(element.shadowRoot!.textContent).to.not.include('true');
  });

  it('says the same with an adapter that cannot save drafts', async () => {
    const { stack } = draftStack();
    const { saveDraft: _, ...adapter } = stack.adapter;
    await setup();
    const { screen } = await load({ adapter });
    await waitUntil(() => words(screen.part('saved')) === PAGE_ONLY, 'the line is shown');
  });

  it('says why nothing is saved if another tab has started a new application, and does not try again', async () => {
    const page = await open();
    const closed = { code: 'handler-closed', message: 'Rejected.' };
    page.drafts.fault = answeringJson(closed, { status: 409, headers: { 'x-lending-elements': '1' } });
    (await page.reach('company')).type({ registered_name: 'Acme LTD' });
    hide();
    await page.says(
      'A new application was started in another tab or on another device, so your answers are not saved.',
    );
    const { length } = page.saves();
    page.step().type({ registered_name: 'Acme Two LTD' });
    hide();
    expect(page.saves()).to.have.length(length);
    expect(page.button()).to.be.null;
  });
});
