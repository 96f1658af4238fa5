import { expect, fixture, html } from '@open-wc/testing';
import type { StepName } from '../../src/base/journey.js';
import { entryOf } from '../../src/base/journey-entry.js';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedCompany } from '../fixtures/samples.mjs';
import { eventAfter, part, submit, type, typedIn } from '../support/form.js';
import { kept, load, reload, timeToWrite, typed, written, type Kept } from '../support/kept-draft.js';
import { createStack } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

LendingOnboardingElement.define();

describe('what is kept in the history of a page', () => {
  afterEach(() => history.replaceState(null, ''));

  describe('that is loaded anew', () => {
    async function framed() {
      const frame = await fixture<HTMLIFrameElement>(
        html`<iframe src="/test/fixtures/reload.html" data-secret=${crypto.randomUUID()}></iframe>`,
      );
      const journey = () => frame.contentDocument?.querySelector('lending-onboarding');
      const reach = async (name: StepName) => {
        const step = () => journey()?.shadowRoot?.querySelector<HTMLElement>('#current');
        await waitUntil(() => step()?.localName === `lending-${name}`, `${name} is shown`);
        await (step() as LendingOnboardingElement).updateComplete;
        return step()!;
      };
      const isKept = () => (frame.contentWindow!.history.state as { lendingDraft?: Kept } | null)?.lendingDraft;
      await reach('company');
      await waitUntil(isKept, 'it keeps');
      type(await reach('company'), typedCompany());
      submit(await reach('company'));
      type(await reach('applicant'), { first_name: 'Jane', email: 'half@' });
      const reload = async () => {
        const { contentWindow } = frame;
        await eventAfter(frame, 'load', () => contentWindow!.location.reload());
      };
      return { frame, journey, reach, isKept, reload };
    }

    it('is there again', async () => {
      const { journey, reach, isKept, reload } = await framed();
      const before = String(isKept()!.iv);
      await waitUntil(() => String(isKept()!.iv) !== before, 'it is written');
      await timeToWrite();
      for (let round = 0; round < 2; round++) {
        await reload();
        const applicant = await reach('applicant');
        await waitUntil(() => typedIn(applicant).first_name, 'it is taken up');
        expect(typedIn(applicant)).to.include({ first_name: 'Jane', email: 'half@' });
      }
      part(journey()!, 'back').click();
      expect(typedIn(await reach('company'))).to.deep.equal(typedCompany());
    });

    it('is there again right after the last key', async () => {
      const { reach, reload } = await framed();
      for (const first_name of ['J', 'Ja', 'Jan', 'Jane', 'Janet']) {
        type(await reach('applicant'), { first_name });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await reload();
      const applicant = await reach('applicant');
      await waitUntil(() => typedIn(applicant).first_name, 'it is taken up');
      expect(typedIn(applicant)).to.include({ first_name: 'Janet', email: 'half@' });
    });
  });

  it('stands beside what the page keeps there', async () => {
    history.replaceState({ page: 'own' }, '');
    await typed();
    expect(history.state).to.have.keys('page', 'lendingDraft').and.to.include({ page: 'own' });
  });

  for (const state of ['text', 7, [1], new Date(0), new Map([['a', 1]])]) {
    it(`leaves ${Object.prototype.toString.call(state)} of the page’s alone`, async () => {
      history.replaceState(state, '');
      const { element, fill, reach } = await load(createStack());
      await waitUntil(() => element.shadowRoot, 'it is there');
      await fill('company', typedCompany());
      await reach('applicant');
      await timeToWrite();
      expect(history.state).to.deep.equal(state);
    });
  }

  it('is the first journey’s alone where there are two', async () => {
    const { stack, page } = await typed();
    const before = String(kept()!.iv);
    const other = await load(stack);
    type(await other.reach('company'), { registered_name: 'Another' });
    await timeToWrite();
    expect(other.element.step, 'it takes nothing up').to.equal('company');
    expect(String(kept()!.iv), 'it keeps nothing').to.equal(before);
    other.element.remove();
    const { element, reach } = await reload(page, stack);
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane' });
    part(element, 'back').click();
    expect(typedIn(await reach('company'))).to.include({ registered_name: 'Acme LTD' });
  });

  it('is written no more once the journey is off the page', async () => {
    const { page } = await typed();
    const before = String(kept()!.iv);
    type(page.step(), { first_name: 'Janet' });
    page.element.remove();
    await timeToWrite();
    expect(String(kept()!.iv)).to.equal(before);
  });

  it('goes along to an entry of the page’s own router', async () => {
    const { stack, page } = await typed();
    history.pushState({ page: 'another' }, '');
    type(page.step(), { first_name: 'Janet' });
    await written();
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
      history.back();
    });
    await written();
    const { reach } = await reload(page, stack);
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Janet' });
  });

  it('goes along from entry to entry of the history', async () => {
    const { stack, page } = await typed(createStack(), { history: 'on' });
    await eventAfter(page.element, 'lending-step-changed', () => history.back());
    type(await page.reach('company'), { registered_name: 'Acme Two' });
    await written();
    const { element, reach } = await reload(page, stack, { history: 'on' });
    const company = await reach('company');
    await waitUntil(() => typedIn(company).registered_name === 'Acme Two', 'it is taken up');
    await waitUntil(() => entryOf(history.state)?.step === 'company');
    await eventAfter(element, 'lending-step-changed', () => history.forward());
    expect(typedIn(await reach('applicant'))).to.include({ first_name: 'Jane', email: 'half@' });
  });
});
