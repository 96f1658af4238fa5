import { typedCompany } from '../../../fixtures/samples.mjs';
import { answering, expect, focused, held, pause, unreachable, waitUntil, words } from '../../../support/component.js';
import {
  comeBack,
  device,
  draftStack,
  HALF,
  hide,
  lateSession,
  open,
  reload,
  SAYS,
  SELDOM,
  timeToWrite,
  type DraftStack,
} from '../../../support/drafts.js';
import { createStack } from '../../../support/stack.js';
import { asksToLeave, load } from '../../../support/journey.js';

const NAME = 'registered_name';

async function savedPage(one: DraftStack = draftStack()) {
  const page = await open(one);
  await page.save({ [NAME]: 'Acme LTD' });
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

  it('stays deleted after a reload, until the applicant has it saved again', async () => {
    const page = await savedPage();
    const { one, button, says } = page;
    button()!.click();
    await says(SAYS.off);
    await timeToWrite();
    const again = await reload(page, one.stack);
    await waitUntil(() => again.screen.part('saved'), 'it saves');
    const status = () => again.screen.text('[part="saved"] [role="status"]');
    expect(status()).to.equal(SAYS.off);
    (await again.reach('company')).type({ [NAME]: 'Acme Two LTD' });
    hide();
    await timeToWrite();
    expect(await device(one.stack).load()).to.be.undefined;
    again.screen.find('[part="saved"] button')!.click();
    await waitUntil(() => status() === SAYS.saved, 'it is saved');
    expect((await device(one.stack).load())!.inputs.company![NAME]).to.equal('Acme Two LTD');
  });

  it('is not made again by a save that was under way when it was deleted', async () => {
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

  it('that could not be deleted is said to be there', async () => {
    const { one, button, says } = await savedPage();
    one.drafts.fault = unreachable;
    button()!.click();
    await says('The saved copy could not be deleted. Try again.');
    one.drafts.fault = undefined;
    button()!.click();
    await says(SAYS.off);
    expect(await device(one.stack).load()).to.be.undefined;
  });

  for (const [what, end] of [
    ['was deleted on another device', ({ stack }: DraftStack) => device(stack).delete()],
    ['was deleted by the partner', ({ stack }: DraftStack) => stack.handle.forget({ subject: 'applicant' })],
  ] as const) {
    it(`is not made again by a page that was open when it ${what}`, async () => {
      const page = await savedPage();
      await end(page.one);
      page.step().type({ [NAME]: 'Stale LTD' });
      hide();
      await page.says(SAYS.off);
      expect(await device(page.one.stack).load()).to.be.undefined;
      expect(page.step().typed()[NAME]).to.equal('Stale LTD');
    });
  }

  it('is said to be gone where the page comes into sight again', async () => {
    const { one, says } = await savedPage();
    await device(one.stack).delete();
    await waitUntil(() => (comeBack(), one.sent.at(-1)!.method === 'GET'), 'it looks', SELDOM);
    await says(SAYS.off);
  });

  it('is nothing any more once the application is created, and neither is its line', async () => {
    const page = await open();
    await page.fillTo('documents');
    expect(page.screen.part('saved')).to.be.null;
    const count = page.sent.length;
    page.back();
    await page.reach('review');
    hide();
    comeBack();
    await timeToWrite();
    expect(page.sent).to.have.length(count);
    expect(page.element.draft.saving).to.be.undefined;
    expect(await device(page.stack).load()).to.be.undefined;
  });

  it('of one user is neither read nor written by a page of another’s that was open before', async () => {
    let subject = 'jane';
    const page = await savedPage(draftStack({ handler: { authorize: () => ({ subject }) } }));
    const { one, step, says, element, screen } = page;
    subject = 'tom';
    const toms = device(one.stack);
    await toms.save({ inputs: { company: { [NAME]: 'Tom LTD' } }, answers: {} });
    const stranger = 'Another person has signed in on this device, so your answers are not saved.';
    await waitUntil(() => (comeBack(), one.sent.at(-1)!.method === 'GET'), 'it looks', SELDOM);
    await says(stranger);
    expect(step().typed()[NAME], 'nothing of his is shown').to.equal('Acme LTD');
    expect(screen.part('saved').querySelector('button')).to.be.null;
    step().type({ [NAME]: 'Jane LTD' });
    hide();
    await timeToWrite();
    expect((await toms.load())!.inputs.company![NAME]).to.equal('Tom LTD');
    await expect(element).to.be.accessible();
  });

  it('of one user is not written by a page that finds out only when it saves', async () => {
    let subject = 'jane';
    const { one, step, says } = await savedPage(draftStack({ handler: { authorize: () => ({ subject }) } }));
    subject = 'tom';
    step().type({ [NAME]: 'Jane LTD' });
    hide();
    await says('Another person has signed in on this device, so your answers are not saved.');
    // Tom's page begins with a session of its own.
    await one.stack.adapter.session();
    expect(await device(one.stack).load()).to.be.undefined;
  });
});

describe('a backend that cannot save', () => {
  for (const [what, fault] of [
    ['is away', unreachable],
    ['fails', answering('{}', { status: 500 })],
  ] as const) {
    it(`and ${what} costs nothing but the saving, and it is tried again`, async () => {
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

  it('is asked again after 2 seconds, and then after twice as long', async () => {
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
    await waitUntil(() => page.status() === SAYS.saved, 'it is saved', { timeout: 5000 });
  });

  it('makes the browser ask before the page is left, until a save is confirmed', async () => {
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

  it('makes it ask for a draft that is too large to be sent while the page is left', async () => {
    const page = await open();
    (await page.reach('company')).type({ [NAME]: 'x'.repeat(30_000) });
    expect(asksToLeave()).to.be.true;
    hide();
    await page.says(SAYS.saved);
    expect(page.saves()[0]!.keepalive).to.be.false;
    await page.element.updateComplete;
    expect(asksToLeave()).to.be.false;
  });

  it('because the session has ended shows the panel that asks to sign in, and saves after that', async () => {
    let subject: string | undefined = 'jane';
    const page = await savedPage(draftStack({ handler: { authorize: () => (subject ? { subject } : null) } }));
    subject = undefined;
    page.step().type({ [NAME]: 'Acme Two LTD' });
    hide();
    await waitUntil(() => page.screen.part('signed-out'), 'the panel is shown');
    expect(page.step().typed()[NAME]).to.equal('Acme Two LTD');
    await expect(page.element).to.be.accessible();
    subject = 'jane';
    page.screen.part('retry').click();
    await page.says(SAYS.saved);
    expect(page.screen.part('signed-out')).to.be.null;
    expect((await device(page.stack).load())!.inputs.company![NAME]).to.equal('Acme Two LTD');
  });

  it('rejects a draft that is too large: the page says so, does not send it again, and all else goes on', async () => {
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

  it('may return the saved draft late: the page takes it up when it arrives', async function () {
    this.timeout(15_000);
    const one = draftStack();
    await device(one.stack).save();
    const { adapter, release } = lateSession(one.stack);
    const { reach } = await load({ adapter });
    await pause(4500);
    release();
    expect((await reach('applicant')).typed()).to.include(HALF);
  });

  for (const [what, properties] of [
    ['none is asked for', () => createStack()],
    ['drafts are off', () => createStack({ handler: { drafts: false } })],
    [
      'the adapter is one of the page’s own',
      () => {
        const { adapter, ...stack } = draftStack().stack;
        const { loadDraft: _l, saveDraft: _s, deleteDraft: _d, ...own } = adapter;
        return { ...stack, adapter: own };
      },
    ],
  ] as const) {
    it(`says nothing of it where ${what}`, async () => {
      const stack = properties();
      const page = await load(stack);
      (await page.fillTo('review')).submit();
      await page.reach('documents');
      expect(page.screen.part('saved')).to.be.null;
    });
  }
});
