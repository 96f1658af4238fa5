import { expect } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { memoryDrafts } from '../../src/server/draft-store.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { answering, held, unreachable } from '../support/faults.js';
import { find, focused, part, submit, type, typedIn, words } from '../support/form.js';
import { load, reload, timeToWrite } from '../support/kept-draft.js';
import {
  comeBack,
  device,
  draftStack,
  FAILED,
  leave,
  OFF,
  open,
  SAVED,
  type DraftStack,
} from '../support/saved-draft.js';
import { createStack } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

LendingOnboardingElement.define();

const NAME = 'registered_name';

/** A page that has saved. */
async function savedPage(one: DraftStack = draftStack()) {
  const page = await open(one);
  type(await page.reach('company'), { [NAME]: 'Acme LTD' });
  leave();
  await page.says(SAVED);
  return { ...page, one };
}

describe('the saved copy', () => {
  afterEach(() => history.replaceState(null, ''));

  it('is deleted when the applicant wants it: what is on the page stays, and nothing more is saved', async () => {
    const page = await savedPage();
    const { one, button, step, says, element } = page;
    expect(words(button())).to.equal('Delete the saved copy');
    button()!.focus();
    button()!.click();
    await says(OFF);
    expect(await device(one.stack).load()).to.be.undefined;
    expect(typedIn(step())[NAME]).to.equal('Acme LTD');
    expect(focused() === button(), 'the focus stays').to.be.true;
    expect(words(button())).to.equal('Save for another device');
    await expect(element).to.be.accessible();
    const count = one.saves().length;
    type(step(), { [NAME]: 'Acme Two LTD' });
    leave();
    comeBack();
    await timeToWrite();
    expect(one.saves()).to.have.length(count);
  });

  it('stays deleted after a reload, until the applicant has it saved again', async () => {
    const page = await savedPage();
    const { one, button, says } = page;
    button()!.click();
    await says(OFF);
    await timeToWrite();
    const again = await reload(page, one.stack);
    await waitUntil(() => part(again.element, 'saved'), 'it saves');
    const status = () => words(find(again.element, '[part="saved"] [role="status"]'));
    expect(status()).to.equal(OFF);
    type(await again.reach('company'), { [NAME]: 'Acme Two LTD' });
    leave();
    await timeToWrite();
    expect(await device(one.stack).load()).to.be.undefined;
    find(again.element, '[part="saved"] button')!.click();
    await waitUntil(() => status() === SAVED, 'it is saved');
    expect((await device(one.stack).load())!.inputs.company![NAME]).to.equal('Acme Two LTD');
  });

  it('is not saved by what was under way when it was deleted', async () => {
    const page = await savedPage();
    const { one, button, step, says } = page;
    const { fault, release } = held();
    one.drafts.fault = fault;
    type(step(), { [NAME]: 'Late LTD' });
    leave();
    button()!.click();
    await says('Deleting…');
    expect(button()!.ariaDisabled).to.equal('true');
    button()!.click();
    release();
    await says(OFF);
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
    await says(OFF);
    expect(await device(one.stack).load()).to.be.undefined;
  });

  for (const [what, end] of [
    ['was deleted on another device', ({ stack }: DraftStack) => device(stack).delete()],
    ['ended with a sign-out', (_: DraftStack, forget: () => Promise<void>) => forget()],
  ] as const) {
    it(`is not made again by a page that was open when it ${what}`, async () => {
      const store = memoryDrafts();
      const keys: string[] = [];
      const watched = {
        ...store,
        set: (...row: Parameters<typeof store.set>) => (keys.push(row[0]), store.set(...row)),
      };
      const page = await savedPage(draftStack({ handler: { drafts: { store: watched } } }));
      await end(page.one, async () => store.delete(keys[0]!));
      type(page.step(), { [NAME]: 'Stale LTD' });
      leave();
      await page.says(OFF);
      expect(await device(page.one.stack).load()).to.be.undefined;
      expect(typedIn(page.step())[NAME]).to.equal('Stale LTD');
    });
  }

  it('is said to be gone where the page comes into sight again', async () => {
    const { one, says } = await savedPage();
    await device(one.stack).delete();
    await waitUntil(() => (comeBack(), one.sent.at(-1)!.method === 'GET'), 'it looks', {
      timeout: 8000,
      interval: 500,
    });
    await says(OFF);
  });

  it('is nothing any more once the application is created, and neither is its line', async () => {
    const one = draftStack();
    const page = await open(one);
    await page.fillToReview();
    submit(page.step());
    await page.reach('documents');
    expect(part(page.element, 'saved')).to.be.null;
    const count = one.sent.length;
    part(page.element, 'back').click();
    await page.reach('review');
    leave();
    comeBack();
    await timeToWrite();
    expect(one.sent).to.have.length(count);
    expect(page.element.draft.saving).to.be.undefined;
    expect(await device(one.stack).load()).to.be.undefined;
  });

  it('of one user is neither read nor written by a page of another’s that was open before', async () => {
    let subject = 'jane';
    const page = await savedPage(draftStack({ handler: { authorize: () => ({ subject }) } }));
    const { one, step, says, element } = page;
    subject = 'tom';
    const toms = device(one.stack);
    await toms.save({ inputs: { company: { [NAME]: 'Tom LTD' } }, answers: {} });
    const stranger = 'Another person has signed in on this device, so your answers are not saved.';
    await waitUntil(() => (comeBack(), one.sent.at(-1)!.method === 'GET'), 'it looks', {
      timeout: 8000,
      interval: 500,
    });
    await says(stranger);
    expect(typedIn(step())[NAME], 'nothing of his is shown').to.equal('Acme LTD');
    expect(part(element, 'saved').querySelector('button')).to.be.null;
    type(step(), { [NAME]: 'Jane LTD' });
    leave();
    await timeToWrite();
    expect((await toms.load())!.inputs.company![NAME]).to.equal('Tom LTD');
    await expect(element).to.be.accessible();
  });

  it('of one user is not written by a page that finds out only when it saves', async () => {
    let subject = 'jane';
    const { one, step, says } = await savedPage(draftStack({ handler: { authorize: () => ({ subject }) } }));
    subject = 'tom';
    type(step(), { [NAME]: 'Jane LTD' });
    leave();
    await says('Another person has signed in on this device, so your answers are not saved.');
    expect(await device(one.stack).load()).to.be.undefined;
  });
});

describe('a backend that cannot save', () => {
  afterEach(() => history.replaceState(null, ''));

  for (const [what, fault] of [
    ['is away', unreachable],
    ['fails', answering('{}', { status: 500 })],
  ] as const) {
    it(`and ${what} costs nothing but the saving, and it is tried again`, async () => {
      const one = draftStack();
      one.drafts.fault = fault;
      const page = await open(one);
      type(await page.reach('company'), typedCompany());
      leave();
      await page.says(FAILED);
      expect(page.button(), 'there is nothing to delete').to.be.null;
      await expect(page.element).to.be.accessible();
      one.drafts.fault = undefined;
      dispatchEvent(new Event('online'));
      await page.says(SAVED);
      submit(page.step());
      await page.reach('applicant');
    });
  }

  it('is not asked again and again', async () => {
    const one = draftStack();
    one.drafts.fault = unreachable;
    const page = await open(one);
    const company = await page.reach('company');
    type(company, { [NAME]: 'A' });
    leave();
    await page.says(FAILED);
    const count = one.saves().length;
    type(company, { [NAME]: 'Acme' });
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(one.saves()).to.have.length(count);
  });

  it('refuses what is too large: it is said, not sent again, and all else goes on', async () => {
    const one = draftStack();
    const page = await open(one);
    const company = await page.reach('company');
    type(company, { ...typedCompany(), registered_number: 'x'.repeat(70_000) });
    leave();
    await page.says(FAILED);
    dispatchEvent(new Event('online'));
    leave();
    await timeToWrite();
    expect(one.saves()).to.have.length(1);
    type(company, typedCompany());
    leave();
    await page.says(SAVED);
    submit(company);
    await page.reach('applicant');
  });

  it('may be slow to say what is saved: it is taken up when it comes', async function () {
    this.timeout(15_000);
    const one = draftStack();
    await device(one.stack).save();
    const { fault, release } = held();
    one.drafts.fault = fault;
    const { reach, element } = await load(one.stack);
    await waitUntil(() => part(element, 'saved'), 'it saves');
    await new Promise((resolve) => setTimeout(resolve, 4500));
    release();
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
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
      await page.fill('company', typedCompany());
      await page.fill('applicant', typedApplicant());
      submit(await page.reach('review'));
      await page.reach('documents');
      expect(part(page.element, 'saved')).to.be.null;
    });
  }
});
