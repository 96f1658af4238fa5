import type { StepName } from '../../../../src/base/step/steps.js';
import { LendingOnboardingElement } from '../../../../src/components/onboarding/lending-onboarding.js';
import { entryOf } from '../../../../src/components/onboarding/page/history-entry.js';
import { memoryStore } from '../../../../src/server/store/memory.js';
import { typedCompany, typedFigures } from '../../../../stories/support/samples.mjs';
import {
  eventAfter,
  expect,
  fixture,
  html,
  pause,
  screenOf,
  switched,
  unreachable,
  waitUntil,
} from '../../../support/component.js';
import { HALF, leave, load, reload, typed } from '../../../support/drafts.js';
import { createStack } from '../../../../stories/support/stack.js';

describe('a reload', () => {
  it('of the page fills in the answers, at the same step', async () => {
    // The backend's store is outside the page that is reloaded.
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
    await reach('company');
    await waitUntil(() => screenOf(journey()!).part('saved'), 'it saves');
    (await reach('company')).type(typedCompany());
    (await reach('company')).submit();
    (await reach('applicant')).type(HALF);
    const saved = () => screenOf(journey()!).text('[part="saved"] [aria-live]');
    await waitUntil(() => saved() === 'Saved: you can continue on another device', 'it is saved');
    // Longer than the pause before the last answers are saved.
    await pause(1500);
    for (let round = 0; round < 2; round++) {
      await eventAfter(frame, 'load', () => frame.contentWindow!.location.reload());
      const applicant = await reach('applicant');
      await waitUntil(() => applicant.typed().first_name, 'it is filled in');
      expect(applicant.typed()).to.include(HALF);
    }
    screenOf(journey()!).part('back').click();
    expect((await reach('company')).typed()).to.deep.equal(typedCompany());
  });

  it('leaves no answer in the state of the history entry, and does not change the page’s state', async () => {
    const { page } = await typed();
    history.replaceState({ page: 'own' }, '');
    page.step().type({ first_name: 'Janet' });
    await leave(page);
    expect(history.state).to.deep.equal({ page: 'own' });
  });

  it('at the review, and after the application was created, fills in the answers that are not sent', async () => {
    const { stack, page } = await typed();
    await page.fill('applicant');
    await page.reach('review');
    const second = await reload(page, stack);
    expect((await second.reach('review')).text('dl')).to.include('Acme LTD');
    second.step().submit();
    await second.skip();
    const { any_ccj: _, ...figures } = typedFigures();
    (await second.reach('prequalification')).type(figures);
    const third = await reload(second, stack);
    const form = await third.reach('prequalification');
    await waitUntil(() => form.typed().funding_amount, 'it is filled in');
    expect(form.typed()).to.include(figures);
    expect(third.element.draft.inputs?.company ?? {}).to.not.include.keys('registered_name');
    expect(third.element.draft.answers?.company).to.be.undefined;
  });

  it('after the figures were sent restores them from the backend only', async () => {
    const { stack, page } = await typed();
    await page.fill('applicant');
    (await page.reach('review')).submit();
    await page.skip();
    await page.fill('prequalification');
    await page.reach('consent');
    await leave(page);
    const { draft, figures } = await stack.adapter.session();
    expect(figures).to.include({ funding_amount: 25_000 });
    expect(draft!.draft).to.deep.equal({
      step: 'consent',
      inputs: { prequalification: {}, documents: {} },
      answers: {},
      files: [],
    });
  });

  it('does not show the answers to another user, and shows them to the earlier user again', async () => {
    let subject = 'jane';
    const { stack, page } = await typed(createStack({ handler: { authorize: () => ({ subject }) } }));
    await leave(page);
    subject = 'tom';
    const toms = await load(stack);
    await waitUntil(() => toms.screen.part('saved'), 'it saves');
    expect((await toms.reach('company')).typed().registered_name).to.equal('');
    await leave(toms);
    subject = 'jane';
    expect((await (await load(stack)).reach('applicant')).typed()).to.include(HALF);
  });

  it('while the backend cannot be reached fills in the answers later', async () => {
    const down = switched(unreachable);
    const { stack, page } = await typed(createStack({ page: down.fault }));
    await leave(page);
    down.isOn = true;
    const failing = await load(stack);
    await waitUntil(() => failing.errors.length > 0, 'it has failed');
    await leave(failing);
    down.isOn = false;
    const { reach } = await load(stack);
    expect((await reach('applicant')).typed()).to.include({ first_name: 'Jane' });
  });

  it('fills in the answers in each entry of the browser’s history', async () => {
    const { stack, page } = await typed(createStack(), { history: 'on' });
    await page.screen.event('lending-step-changed', () => history.back());
    (await page.reach('company')).type({ registered_name: 'Acme Two' });
    const { screen, reach } = await reload(page, stack, { history: 'on' });
    const company = await reach('company');
    await waitUntil(() => company.typed().registered_name === 'Acme Two', 'it is filled in');
    await waitUntil(() => entryOf(history.state)?.step === 'company');
    await screen.event('lending-step-changed', () => history.forward());
    expect((await reach('applicant')).typed()).to.include(HALF);
  });
});
