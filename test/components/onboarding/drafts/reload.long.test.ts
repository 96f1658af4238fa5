import type { StepName } from '../../../../src/base/step/steps.js';
import { LendingOnboardingElement } from '../../../../src/components/onboarding/lending-onboarding.js';
import { entryOf } from '../../../../src/components/onboarding/page/history-entry.js';
import { memoryStore } from '../../../../src/server/index.js';
import { at, held, switched, unreachable } from '../../../../stories/support/faults.js';
import { sampleFile, typedCompany, typedFigures } from '../../../../stories/support/samples.mjs';
import { advance, createStack, otherPage, type Stack, type StackOptions } from '../../../../stories/support/stack.js';
import { eventAfter, expect, fixture, html, pause, screenOf, waitUntil, words } from '../../../support/component.js';
import { choose, rowsOf } from '../../../support/documents.js';
import { HALF, hide, leave, reload, timeToWrite, typed } from '../../../support/drafts.js';
import { load, sendDocument } from '../../../support/journey.js';

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
    const saved = () => screenOf(journey()!).text('[part="saved"] p');
    await waitUntil(() => saved() === 'Saved ✓ ·', 'it is saved');
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
    expect((await second.reach('review')).text('.rows')).to.include('Acme LTD');
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

const NAME = 'Jane Doe statement.pdf';
const TYPES = { settings: { documentTypes: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Accounts' }] } };

async function atDocuments(options: StackOptions = {}) {
  const stack = createStack(options);
  await advance(stack, 'createApplication');
  const page = await load(stack);
  const step = await page.reach('documents');
  return { stack, page, step };
}

async function reloaded(page: Awaited<ReturnType<typeof load>>, stack: Stack) {
  const next = await reload(page, stack);
  const step = await next.reach('documents');
  return { page: next, step, list: () => rowsOf(step).map(words) };
}

describe('the names of files that were chosen', () => {
  it('are shown after a reload, with their kinds, so that the files can be chosen again', async () => {
    const { stack, page, step } = await atDocuments({ handler: TYPES });
    await choose(step, sampleFile(NAME), sampleFile('july.pdf', '%PDF-1%%EOF'));
    step.type({ 'document_type.0': 'accounts' });
    const again = await reloaded(page, stack);
    await waitUntil(() => again.list().length === 2, 'the list is there');
    expect(again.list()[0]).to.include(`Choose “${NAME}” again`);
    await choose(again.step, sampleFile(NAME));
    expect(again.step.typed()['document_type.0']).to.equal('accounts');
  });

  it('are neither in the browser’s history nor in the form state that it restores', async () => {
    const states: unknown[] = [];
    const { setFormValue } = ElementInternals.prototype;
    ElementInternals.prototype.setFormValue = function (...given) {
      states.push(given[1]);
      return setFormValue.apply(this, given);
    };
    try {
      const { page, step } = await atDocuments();
      await choose(step, sampleFile(NAME));
      await leave(page);
    } finally {
      ElementInternals.prototype.setFormValue = setFormValue;
    }
    for (const text of [JSON.stringify(history.state), JSON.stringify(states)])
      expect(text).to.not.include('statement.pdf');
  });

  it('are not shown to another user', async () => {
    let subject = 'jane';
    const { stack, page, step } = await atDocuments({ handler: { authorize: () => ({ subject }) } });
    await choose(step, sampleFile(NAME));
    // Her draft has the name.
    hide();
    await timeToWrite();
    subject = 'tom';
    await advance(otherPage(stack), 'createApplication');
    const toms = await reloaded(page, stack);
    await timeToWrite();
    expect(toms.list()).to.be.empty;
    expect(toms.page.element.draft.files).to.be.empty;
  });

  it('stay listed and counted if the files were sent; a file that was being sent must be chosen again', async () => {
    const { fault, release } = held();
    const slow = switched(at('/documents', fault));
    const { stack, page, step } = await atDocuments({ page: slow.fault });
    await sendDocument(step);
    await page.reach('prequalification');
    page.back();
    const back = await page.reach('documents');
    await choose(back, sampleFile(NAME));
    slow.isOn = true;
    back.submit();
    await waitUntil(() => back.all('progress').length > 0, 'it is under way');
    await timeToWrite();
    const again = await reloaded(page, stack);
    await waitUntil(() => again.list().length === 2, 'the list is there');
    expect(again.list()[0]).to.equal('statement.pdf 1 kB Sent');
    expect(again.list()[1]).to.include(`Choose “${NAME}” again`);
    release();
    await again.step.press(`Remove ${NAME}`);
    await waitUntil(() => again.list().length === 1, 'it is removed');
    again.step.submit();
    await again.page.reach('prequalification');
    await timeToWrite();
    const last = await reload(again.page, stack);
    await last.reach('prequalification');
    expect(last.element.draft.files!.map(({ state, file }) => [state, file.name])).to.deep.equal([
      ['sent', 'statement.pdf'],
      ['removed', ''],
    ]);
  });
});
