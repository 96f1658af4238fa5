import type { StepName } from '../../../../src/base/steps.js';
import { LendingOnboardingElement } from '../../../../src/components/onboarding/lending-onboarding.js';
import { entryOf } from '../../../../src/components/onboarding/page/history-entry.js';
import { memoryStore } from '../../../../src/server/store/memory.js';
import { typedCompany } from '../../../fixtures/samples.mjs';
import { eventAfter, expect, fixture, html, screenOf, waitUntil } from '../../../support/component.js';
import { HALF, iv, load, pageStack, reload, timeToWrite, typed, written, type Kept } from '../../../support/drafts.js';

describe('the draft in the history of a page', () => {
  describe('after the page is loaded again', () => {
    async function framed() {
      const frame = await fixture<HTMLIFrameElement>(
        html`<iframe
          src="/test/fixtures/reload.html"
          data-secret=${crypto.randomUUID()}
          .store=${{ ...memoryStore() }}
        ></iframe>`,
      );
      const journey = () => frame.contentDocument?.querySelector('lending-onboarding');
      const reach = async (name: StepName) => {
        const step = () => journey()?.shadowRoot?.querySelector<LendingOnboardingElement>('#current');
        await waitUntil(() => step()?.localName === `lending-${name}`, `${name} is shown`);
        await step()!.updateComplete;
        return screenOf(step()!);
      };
      const isKept = () => (frame.contentWindow!.history.state as { lendingDraft?: Kept } | null)?.lendingDraft;
      await reach('company');
      await waitUntil(isKept, 'it keeps');
      (await reach('company')).type(typedCompany());
      (await reach('company')).submit();
      (await reach('applicant')).type(HALF);
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
        await waitUntil(() => applicant.typed().first_name, 'it is taken up');
        expect(applicant.typed()).to.include(HALF);
      }
      screenOf(journey()!).part('back').click();
      expect((await reach('company')).typed()).to.deep.equal(typedCompany());
    });
  });

  it('is written before the page goes, right after the last key', async () => {
    const { page } = await typed();
    const before = iv();
    for (const first_name of ['J', 'Ja', 'Jan', 'Jane', 'Janet']) page.step().type({ first_name });
    // The browser encrypts one after the other.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    dispatchEvent(new Event('beforeunload'));
    expect(iv()).to.not.equal(before);
  });

  it('leaves the page’s own state in the same entry', async () => {
    history.replaceState({ page: 'own' }, '');
    await typed();
    expect(history.state).to.have.keys('page', 'lendingDraft').and.to.include({ page: 'own' });
  });

  it('is the first journey’s alone where there are two', async () => {
    const { stack, page } = await typed();
    const before = iv();
    const other = await load(stack);
    (await other.reach('company')).type({ registered_name: 'Another' });
    await timeToWrite();
    expect(other.element.step, 'it takes nothing up').to.equal('company');
    expect(iv(), 'it keeps nothing').to.equal(before);
    other.element.remove();
    const { back, reach } = await reload(page, stack);
    expect((await reach('applicant')).typed()).to.include({ first_name: 'Jane' });
    back();
    expect((await reach('company')).typed()).to.include({ registered_name: 'Acme LTD' });
  });

  it('is written no more once the journey is off the page', async () => {
    const { page } = await typed();
    const before = iv();
    page.step().type({ first_name: 'Janet' });
    page.element.remove();
    await timeToWrite();
    expect(iv()).to.equal(before);
  });

  it('goes along to an entry of the page’s own router', async () => {
    const { stack, page } = await typed();
    history.pushState({ page: 'another' }, '');
    page.step().type({ first_name: 'Janet' });
    await written();
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
      history.back();
    });
    await written();
    const { reach } = await reload(page, stack);
    expect((await reach('applicant')).typed()).to.include({ first_name: 'Janet' });
  });

  it('goes along from entry to entry of the history', async () => {
    const { stack, page } = await typed(pageStack(), { history: 'on' });
    await page.screen.event('lending-step-changed', () => history.back());
    (await page.reach('company')).type({ registered_name: 'Acme Two' });
    await written();
    const { screen, reach } = await reload(page, stack, { history: 'on' });
    const company = await reach('company');
    await waitUntil(() => company.typed().registered_name === 'Acme Two', 'it is taken up');
    await waitUntil(() => entryOf(history.state)?.step === 'company');
    await screen.event('lending-step-changed', () => history.forward());
    expect((await reach('applicant')).typed()).to.include(HALF);
  });
});
