import { typedCompany, typedFigures } from '../../../../stories/support/samples.mjs';
import { answering, expect, focused, held, pause, unreachable, waitUntil, words } from '../../../support/component.js';
import {
  comeBack,
  device,
  draftStack,
  hide,
  open,
  reload,
  SAYS,
  SELDOM,
  timeToWrite,
  type DraftStack,
} from '../../../support/drafts.js';
import { asksToLeave } from '../../../support/journey.js';
import { advance } from '../../../../stories/support/stack.js';

const NAME = 'registered_name';

async function savedPage(one: DraftStack = draftStack()) {
  const page = await open(one);
  await page.save({ [NAME]: 'Acme LTD' });
  await page.screen.press('Details');
  return { ...page, one };
}

describe('the saved copy', () => {
  it('is deleted at the applicant’s request: the answers on the page stay, and nothing more is saved', async () => {
    const page = await savedPage();
    const { one, button, step, says, element } = page;
    expect(words(button())).to.equal('Delete the saved copy');
    button()!.focus();
    button()!.click();
    await says(SAYS.off);
    expect(await device(one.stack).load()).to.be.undefined;
    expect(step().typed()[NAME]).to.equal('Acme LTD');
    expect(focused() === button(), 'the focus stays').to.be.true;
    expect(words(button())).to.equal('Save for another device');
    await expect(element).to.be.accessible();
    const count = one.saves().length;
    step().type({ [NAME]: 'Acme Two LTD' });
    hide();
    comeBack();
    await timeToWrite();
    expect(one.saves()).to.have.length(count);
  });

  it('is not restored after a reload if it was deleted; the browser asks before the reload', async () => {
    const page = await savedPage();
    const { one, button, says, element } = page;
    button()!.click();
    await says(SAYS.off);
    await element.updateComplete;
    expect(asksToLeave()).to.be.true;
    const again = await reload(page, one.stack);
    await waitUntil(() => again.screen.part('saved'), 'it saves');
    expect((await again.reach('company')).typed()[NAME]).to.equal('');
    expect(await device(one.stack).load()).to.be.undefined;
  });

  it('is saved again when the applicant wants it', async () => {
    const { one, button, says, element } = await savedPage();
    button()!.click();
    await says(SAYS.off);
    button()!.click();
    await says(SAYS.saved);
    await element.updateComplete;
    expect(asksToLeave()).to.be.false;
    expect((await device(one.stack).load())!.inputs.company![NAME]).to.equal('Acme LTD');
  });

  it('is not created again by a save that was under way when it was deleted', async () => {
    const { one, button, step, says } = await savedPage();
    const { fault, release } = held();
    one.drafts.fault = fault;
    step().type({ [NAME]: 'Late LTD' });
    hide();
    button()!.click();
    await says('Deleting…');
    expect(button()!.ariaDisabled).to.equal('true');
    button()!.click();
    release();
    await says(SAYS.off);
    expect(await device(one.stack).load()).to.be.undefined;
    expect(one.sent.filter(({ body }) => body?.delete)).to.have.length(1);
  });

  it('is reported if it could not be deleted, and can be deleted at the next attempt', async () => {
    const { one, button, says } = await savedPage();
    one.drafts.fault = unreachable;
    button()!.click();
    await says('The saved copy may not have been deleted. Try again.');
    one.drafts.fault = undefined;
    button()!.click();
    await says(SAYS.off);
    expect(await device(one.stack).load()).to.be.undefined;
  });

  for (const [what, end] of [
    ['was deleted on another device', ({ stack }: DraftStack) => device(stack).delete()],
    ['was deleted by the partner', ({ stack }: DraftStack) => stack.handle.forget({ subject: 'applicant' })],
  ] as const) {
    it(`is not created again by a page that was open when it ${what}`, async () => {
      const page = await savedPage();
      await end(page.one);
      page.step().type({ [NAME]: 'Stale LTD' });
      hide();
      await page.says(SAYS.ended);
      expect(await device(page.one.stack).load()).to.be.undefined;
      expect(page.step().typed()[NAME]).to.equal('Stale LTD');
    });
  }

  it('is reported as deleted when the page becomes visible again', async () => {
    const { one, says } = await savedPage();
    await device(one.stack).delete();
    await waitUntil(() => (comeBack(), one.sent.at(-1)!.body.load), 'it looks', SELDOM);
    await says(SAYS.ended);
  });

  it('contains no sent answer once the application is created, and the status line disappears', async () => {
    const page = await open();
    await page.fillTo('documents');
    expect(page.screen.part('saved')).to.be.null;
    page.back();
    await page.reach('review');
    hide();
    await timeToWrite();
    expect(await device(page.stack).load()).to.deep.equal({
      step: 'review',
      inputs: { documents: {} },
      answers: {},
      files: [],
    });
    expect(page.screen.part('choice')).to.be.null;
  });

  it('is gone once another page creates the application, but its answers stay on a page that is open', async () => {
    const page = await savedPage();
    await advance(page.one.stack, 'createApplication');
    await device(page.one.stack).save({ step: 'documents', inputs: {}, answers: {} });
    await waitUntil(() => (comeBack(), page.status() === SAYS.ended), 'it says that the copy is gone', SELDOM);
    expect(page.step().typed()[NAME]).to.equal('Acme LTD');
  });

  it('of one user is neither read nor overwritten by a page that another user had opened', async () => {
    let subject = 'jane';
    const page = await savedPage(draftStack({ handler: { authorize: () => ({ subject }) } }));
    const { one, step, element, screen } = page;
    subject = 'tom';
    const toms = device(one.stack);
    await toms.save({ inputs: { company: { [NAME]: 'Tom LTD' } }, answers: {} });
    await waitUntil(() => (comeBack(), one.sent.at(-1)!.body.load), 'it looks', SELDOM);
    await waitUntil(() => step().text('#failure')?.includes('Someone else has signed in'), 'it says so');
    let renders = 0;
    element.addController({ hostUpdated: () => void (renders += 1) });
    await pause(200);
    expect(renders, 'and then the page is at rest').to.be.below(3);
    expect(step().typed()[NAME], 'nothing of his is shown').to.equal('Acme LTD');
    expect(screen.part('saved').querySelector('button')!.checkVisibility()).to.be.false;
    step().type({ [NAME]: 'Jane LTD' });
    hide();
    await timeToWrite();
    expect((await toms.load())!.inputs.company![NAME]).to.equal('Tom LTD');
    await expect(element).to.be.accessible();
  });

  it('of one user is not written by a page that learns of the new user only when it saves', async () => {
    let subject = 'jane';
    const { one, step, says } = await savedPage(draftStack({ handler: { authorize: () => ({ subject }) } }));
    subject = 'tom';
    step().type({ [NAME]: 'Jane LTD' });
    hide();
    await says(SAYS.stranger);
    expect(await device(one.stack).load()).to.be.undefined;
  });
});

describe('a backend that cannot save', () => {
  for (const [what, fault] of [
    ['is away', unreachable],
    ['fails', answering('{}', { status: 500 })],
  ] as const) {
    it(`and ${what} affects only the saving, which is retried`, async () => {
      const one = draftStack();
      one.drafts.fault = fault;
      const page = await open(one);
      (await page.reach('company')).type(typedCompany());
      hide();
      await page.says(SAYS.failed);
      expect(page.button(), 'there is nothing to delete').to.be.null;
      await expect(page.element).to.be.accessible();
      one.drafts.fault = undefined;
      dispatchEvent(new Event('online'));
      await page.says(SAYS.saved);
      page.step().submit();
      await page.reach('applicant');
    });
  }

  it('gets another save request after 2 seconds, and the next after twice as long', async () => {
    const one = draftStack();
    one.drafts.fault = unreachable;
    const page = await open(one);
    const company = await page.reach('company');
    company.type({ [NAME]: 'A' });
    hide();
    await page.says(SAYS.failed);
    const count = one.saves().length;
    company.type({ [NAME]: 'Acme' });
    await pause(4000);
    expect(one.saves()).to.have.length(count + 1);
    one.drafts.fault = undefined;
    await waitUntil(() => page.status() === SAYS.saved, 'it is saved');
  });

  it('makes the browser ask before the applicant leaves the page, until a save is confirmed', async () => {
    const page = await open();
    (await page.reach('company')).type({ [NAME]: 'Acme' });
    expect(asksToLeave(), 'the save is sent while the page is left').to.be.false;
    page.drafts.fault = unreachable;
    hide();
    await page.says(SAYS.failed);
    expect(asksToLeave()).to.be.true;
    page.drafts.fault = undefined;
    dispatchEvent(new Event('online'));
    await page.says(SAYS.saved);
    await page.element.updateComplete;
    expect(asksToLeave()).to.be.false;
  });

  it('is also reported after the application was created, and makes the browser ask', async () => {
    const page = await open();
    await page.fillTo('documents');
    await page.skip();
    page.drafts.fault = unreachable;
    (await page.reach('prequalification')).type({ funding_amount: '25,000' });
    hide();
    await page.says(SAYS.failed);
    expect(page.button()).to.be.null;
    expect(asksToLeave()).to.be.true;
    page.drafts.fault = undefined;
    dispatchEvent(new Event('online'));
    await waitUntil(() => !page.screen.part('saved'), 'the line is gone');
    await page.element.updateComplete;
    expect((await device(page.stack).load())!.inputs.prequalification).to.include({ funding_amount: '25,000' });
  });

  it('makes the browser ask if the draft is too large to be sent while the applicant leaves the page', async () => {
    const page = await open();
    (await page.reach('company')).type({ [NAME]: 'x'.repeat(30_000) });
    await pause();
    expect(asksToLeave()).to.be.true;
    hide();
    await page.says(SAYS.saved);
    expect(page.saves()[0]!.keepalive).to.be.false;
    await page.element.updateComplete;
    expect(asksToLeave()).to.be.false;
  });

  it('because the session has ended shows a panel above the form, which stays until Continue, and saves after the next sign-in', async () => {
    let subject: string | undefined = 'jane';
    const page = await savedPage(draftStack({ handler: { authorize: () => (subject ? { subject } : null) } }));
    const { screen, element, fill } = page;
    const panel = () => screen.part('signed-out');
    const field = page.step().field(NAME);
    field.focus();
    // The step may still be moving to its place.
    await Promise.all(element.shadowRoot!.getAnimations().map(({ finished }) => finished));
    const topOf = () => Math.round(field.getBoundingClientRect().top);
    const top = topOf();
    const announced = new Set<string>();
    const alert = () => panel()?.querySelector('[role="alert"]');
    let arrivedAsAlert: boolean | undefined;
    const listen = () => {
      announced.add(words(element.shadowRoot!.querySelector('[part="saved"] [aria-live]')) ?? '');
      if (panel()) arrivedAsAlert ??= !!alert();
    };
    new MutationObserver(listen).observe(element.shadowRoot!, { subtree: true, childList: true, characterData: true });
    subject = undefined;
    page.step().type({ [NAME]: 'Acme Two LTD' });
    hide();
    await waitUntil(panel, 'the panel is shown');
    await element.updateComplete;
    expect(words(panel()))
      .to.include('Sign in again to continue')
      .and.include('What you have entered stays on this page.');
    await waitUntil(alert, 'it is announced');
    expect(arrivedAsAlert, 'but not together with its button: Orca would skip it').to.be.false;
    expect(screen.part('saved'), 'and nothing else tells it').to.be.null;
    expect([...announced].join(''), 'not even for a moment').to.equal('');
    expect(focused() === field && field.value === 'Acme Two LTD', 'the applicant goes on typing').to.be.true;
    expect(panel().compareDocumentPosition(page.step().element) & Node.DOCUMENT_POSITION_FOLLOWING).to.not.equal(0);
    await waitUntil(() => topOf() === top, 'the field keeps its place');
    expect(asksToLeave()).to.be.true;
    await expect(element).to.be.accessible();
    await fill('company', { ...typedCompany(), [NAME]: 'Acme Two LTD' });
    await waitUntil(() => !screen.find('#current'), 'it takes the place of the next form');
    await waitUntil(() => focused()?.textContent === 'Sign in again to continue', 'and has the focus');
    await screen.alone();
    subject = 'jane';
    screen.part('retry').click();
    await page.says(SAYS.saved);
    expect(panel()).to.be.null;
    await page.reach('applicant');
    expect((await device(page.stack).load())!.inputs.company![NAME]).to.equal('Acme Two LTD');
  });

  it('because the session has ended shows a panel whose button leaves after the focus has moved to the step', async () => {
    let subject: string | undefined = 'jane';
    const page = await savedPage(draftStack({ handler: { authorize: () => (subject ? { subject } : null) } }));
    const { screen, element } = page;
    const panel = () => element.shadowRoot!.querySelector('[part="signed-out"]');
    subject = undefined;
    page.step().type({ [NAME]: 'Acme Two LTD' });
    hide();
    await waitUntil(panel, 'the panel is shown');
    subject = 'jane';
    screen.part('retry').focus();
    screen.part('retry').click();
    await waitUntil(() => focused()?.id === 'heading', 'the step has the focus');
    expect(panel()?.closest('.leaving'), 'the panel is there, out of sight').to.exist;
    await waitUntil(() => !panel(), 'the panel is gone');
    expect(focused()!.id).to.equal('heading');
  });

  it('because the session has ended also shows the panel after the application was created, until the step tells it', async () => {
    let subject: string | undefined = 'jane';
    const page = await open(draftStack({ handler: { authorize: () => (subject ? { subject } : null) } }));
    await page.fillTo('documents');
    await page.skip();
    const figures = await page.reach('prequalification');
    subject = undefined;
    figures.type(typedFigures());
    hide();
    await waitUntil(() => page.screen.part('signed-out'), 'the panel is shown');
    expect(figures.typed().funding_amount).to.equal('25,000');
    expect((await figures.submitFails()).code).to.equal('handler-signed-out');
    await waitUntil(() => !page.screen.part('signed-out'), 'it is said once');
    expect(page.screen.part('saved')).to.be.null;
  });

  it('tells after the application was created only of answers that are not sent', async () => {
    const page = await savedPage();
    page.button()!.click();
    await page.says(SAYS.off);
    await page.fillTo('documents');
    const line = () => words(page.screen.part('saved'));
    const unsent =
      'Your answers are only on this page until you send them. A reload loses them. Save for another device';
    expect(line()).to.equal(unsent);
    await page.skip();
    await page.fill('prequalification');
    await page.reach('consent');
    expect(line(), 'all answers are sent').to.be.undefined;
    page.back();
    await page.reach('prequalification');
    expect(line()).to.equal(unsent);
    page.button()!.click();
    await waitUntil(() => line() === undefined, 'it saves again');
    await waitUntil(() => focused()?.localName === 'h2', 'the button does not take the focus with it');
  });

  it('because the draft is too large gets it only once, causes a sentence in the page, and does not stop the journey', async () => {
    const page = await open();
    const company = await page.reach('company');
    company.type({ ...typedCompany(), registered_number: 'x'.repeat(70_000) });
    hide();
    await page.says(SAYS.failed);
    dispatchEvent(new Event('online'));
    hide();
    await timeToWrite();
    expect(page.saves()).to.have.length(1);
    company.type(typedCompany());
    hide();
    await page.says(SAYS.saved);
    company.submit();
    await page.reach('applicant');
  });
});
