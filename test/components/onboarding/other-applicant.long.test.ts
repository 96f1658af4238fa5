import { createAdapter } from '../../../src/adapter/adapter.js';
import { LendingApplicantElement } from '../../../src/components/applicant/lending-applicant.js';
import { LendingCompanyElement } from '../../../src/components/company/lending-company.js';
import { LendingConsentElement } from '../../../src/components/consent/lending-consent.js';
import { LendingDocumentsElement } from '../../../src/components/documents/lending-documents.js';
import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { LendingReviewElement } from '../../../src/components/review/lending-review.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import { at, once, unreachable, type Fault } from '../../../stories/support/faults.js';
import {
  advance,
  bodiesOf,
  createStack,
  load,
  otherPage,
  sendDocument,
  setup,
  typedCompany,
  type Journey,
  type Stack,
} from '../../support/journey.js';
import {
  expect,
  mount,
  nameOf,
  pause,
  sampleApplication,
  lendingErrorOf,
  screenOf,
  typedFigures,
  type Screen,
  waitUntil,
} from '../../support/component.js';

const OTHER = 'Someone else has signed in since you opened this page';

/** A backend where another user can sign in, and the paths of all requests that reach it. */
function backend(page: Fault = (fetch) => fetch, drafts = true) {
  const who: { user: string | null } = { user: 'ann' };
  const paths: string[] = [];
  const counted: Fault = (fetch) => {
    const faulty = page(fetch);
    return (input, init) => (paths.push(String(input)), faulty(input, init));
  };
  const authorize = () => (who.user ? { subject: who.user } : null);
  const options = { page: counted, handler: { authorize, drafts } };
  /** Ben signs in, in another tab. With `last`, he has an application of his own, with the calls up to this one. */
  const signIn = async (stack: Stack, last?: Parameters<typeof advance>[1]) => {
    who.user = 'ben';
    if (last) await advance(otherPage(stack), last);
  };
  return { who, paths, options, signIn };
}

/** The elements of ours that are shown, through their shadow roots. */
const shownIn = (element: HTMLElement): HTMLElement[] => [
  element,
  ...[...element.shadowRoot!.querySelectorAll<HTMLElement>('.place *')].filter(({ shadowRoot }) => shadowRoot),
];

/** Waits until the only button is the one that reloads. Then uses every control by force, and expects that nothing was sent. */
async function expectEnded(elements: readonly HTMLElement[], stack: Stack, paths: string[], sentence = OTHER) {
  const screens = () => elements.flatMap(shownIn).map(screenOf);
  const buttons = () =>
    screens().flatMap((screen) =>
      screen.all('button').filter((one) => one.checkVisibility() && !one.closest('[hidden]')),
    );
  await waitUntil(
    () => buttons().map(nameOf).join() === elements.map(() => 'Reload this page').join(),
    `only the reload is left: ${buttons().map(nameOf).join()}`,
  );
  expect(
    screens()
      .flatMap((screen) => screen.texts('#failure'))
      .join(),
  ).to.include(sentence);
  expect(screens().flatMap((screen) => screen.all('#failure'))).to.have.length(elements.length);
  const [calls, before] = [stack.sandbox.calls.length, paths.length];
  for (const screen of screens()) {
    for (const control of screen.all<HTMLInputElement>('button, input, select')) {
      if (control.closest('#failure')) continue;
      control.click();
      control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    }
    screen.find<HTMLFormElement>('form')?.requestSubmit();
  }
  dispatchEvent(new Event('pagehide'));
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('focus'));
  await pause(300);
  expect(paths.slice(before)).to.be.empty;
  expect(stack.sandbox.calls).to.have.length(calls);
}

/** Goes to a step, and does there what sends something. */
const STEPS: [step: string, reach: (journey: Journey) => Promise<unknown>, act: (journey: Journey) => unknown][] = [
  ['the check', ({ fillTo }) => fillTo('review'), ({ step }) => step().submit()],
  ['the documents', ({ fillTo }) => fillTo('documents'), ({ step }) => sendDocument(step())],
  ['the figures', ({ fillTo }) => fillTo('prequalification'), ({ fill }) => fill('prequalification')],
  ['the consent', ({ fillTo }) => fillTo('consent'), ({ agree }) => agree()],
  ['a decline', ({ fillTo }) => fillTo('consent'), ({ step }) => step().press('I do not agree')],
  ['the receipt', reachReceipt, ({ step }) => step().press('Yes, withdraw my agreement')],
];
async function reachReceipt({ element, fillTo, agree, reach, step }: Journey) {
  await fillTo('consent');
  await agree();
  await reach('widget');
  element.step = 'consent';
  await waitUntil(() => step().button('Withdraw my agreement'), 'the receipt is shown');
  await step().press('Withdraw my agreement');
}

describe('another user signs in while a journey is open', () => {
  for (const drafts of [true, false])
    for (const own of [undefined, 'requestOffers'] as const)
      for (const [name, reach, act] of STEPS)
        it(`sends nothing more from ${name}, with drafts ${drafts ? 'on' : 'off'}; the other user’s last call: ${own}`, async () => {
          const { options, paths, signIn } = backend(undefined, drafts);
          const journey = await setup({}, options);
          await reach(journey);
          await signIn(journey.stack, own);
          const calls = journey.stack.sandbox.calls.length;
          await act(journey);
          await expectEnded([journey.element], journey.stack, paths);
          expect(journey.stack.sandbox.calls).to.have.length(calls);
        });

  it('sends nothing at the second press after a first one without a connection, and keeps the answers in view', async () => {
    const { options, paths, signIn } = backend(at('/applications', once(unreachable)));
    const journey = await setup({}, options);
    const review = await journey.fillTo('review');
    await review.submitFails();
    await signIn(journey.stack);
    expect((await review.submitFails()).code).to.equal('handler-other-applicant');
    expect(review.text('form')).to.include('Acme LTD').and.to.include('Jane');
    await expect(journey.element).to.be.accessible();
    await expectEnded([journey.element], journey.stack, paths);
    expect(journey.stack.sandbox.calls).to.be.empty;
  });

  it('ends with the save of a draft, which the other user does not get, at each later step too', async () => {
    const { options, paths, signIn } = backend();
    const journey = await setup({}, options);
    await journey.fill('company');
    (await journey.reach('applicant')).type({ first_name: 'Jane' });
    await waitUntil(() => journey.screen.text('[part="saved"]')?.includes('Saved'), 'it is saved');
    await signIn(journey.stack);
    journey.step().type({ first_name: 'Janet' });
    dispatchEvent(new Event('pagehide'));
    await expectEnded([journey.element], journey.stack, paths);
    expect(journey.step().typed()).to.include({ first_name: 'Janet' });
    journey.element.step = 'company';
    await journey.reach('company');
    await expectEnded([journey.element], journey.stack, paths);
    expect(journey.step().typed()).to.deep.equal(typedCompany());
    expect((await otherPage(journey.stack).adapter.loadDraft!()).saved).to.be.undefined;
  });

  it('ends at the panel that asks to sign in, if somebody else signs in there', async () => {
    const { who, options, paths } = backend();
    const journey = await setup({}, options);
    await journey.fill('company');
    (await journey.reach('applicant')).type({ first_name: 'Jane' });
    who.user = null;
    dispatchEvent(new Event('pagehide'));
    await waitUntil(() => journey.screen.part('signed-out'), 'it asks to sign in');
    who.user = 'ben';
    await journey.screen.press('I have signed in');
    await expectEnded([journey.element], journey.stack, paths);
    expect(journey.step().typed()).to.include({ first_name: 'Jane' });
  });

  for (const drafts of [true, false])
    it(`starts again without the answers when the journey comes back to the page, with drafts ${drafts ? 'on' : 'off'}`, async () => {
      const { options, signIn } = backend(undefined, drafts);
      const journey = await setup({}, options);
      const { element } = journey;
      await journey.fillTo('review');
      await waitUntil(() => journey.screen.part('saved'), 'the session has arrived');
      const parent = element.parentElement!;
      element.remove();
      await pause();
      await signIn(journey.stack);
      parent.append(element);
      await waitUntil(() => element.step === 'company', 'it is at the first step');
      const company = await journey.reach('company');
      await waitUntil(() => Object.values(company.typed()).every((value) => value === ''), 'every field is empty');
      await journey.fill('company', { ...typedCompany(), registered_name: 'Ben LTD' });
      await journey.fill('applicant');
      await (await journey.reach('review')).finish();
      expect(JSON.stringify(journey.stack.sandbox.calls[0]!.body)).to.include('Ben LTD').and.not.include('Acme LTD');
    });

  it('starts without a draft of the earlier user, also if the page passes it to a new journey', async () => {
    const { options, signIn } = backend(undefined, false);
    const journey = await setup({}, options);
    await journey.fillTo('review');
    const { draft } = journey.element;
    journey.element.remove();
    await signIn(journey.stack);
    const next = await load(journey.stack, { draft });
    await waitUntil(() => next.element.step === 'company', 'it is at the first step');
    await waitUntil(() => !next.screen.text('*')?.includes('Acme LTD'), 'nothing of Ann is shown');
    expect(JSON.stringify(next.element.draft)).not.to.match(/Acme|Jane/);
  });
});

describe('two companies of one user in two tabs', () => {
  for (const presses of [1, 2])
    it(`stay two: nothing goes on with the other company after press ${presses}`, async () => {
      const { options, paths } = backend(presses === 2 ? at('/applications', once(unreachable)) : undefined);
      const journey = await setup({}, options);
      const review = await journey.fillTo('review');
      if (presses === 2) await review.submitFails();
      const { company, ...rest } = sampleApplication();
      const other = { ...rest, company: { ...company, registered_number: '99999999' } };
      await otherPage(journey.stack).adapter.createApplication(other);
      review.submit();
      await expectEnded(
        [journey.element],
        journey.stack,
        paths,
        'already has an application from you for another company',
      );
      expect(journey.element.step).to.equal('review');
      expect(review.text('form')).to.include('Acme LTD');
      expect(bodiesOf(journey.stack, 'createApplication')).to.deep.equal([other]);
    });
});

describe('another user signs in while elements are used alone', () => {
  const { company, applicant } = sampleApplication();
  const value = { company, applicant };
  /** An element alone, with its own adapter, as with the attribute endpoint. */
  const alone = async (Element: Parameters<typeof mount>[0], stack: Stack, properties: object = {}) =>
    (await mount(Element, { adapter: createAdapter({ fetch: stack.fetch }), ...properties })).element;

  for (const [Acting, act, last] of [
    [LendingReviewElement, (screen: Screen) => screen.submit()],
    [LendingDocumentsElement, sendDocument, 'createApplication'],
    [
      LendingPrequalificationElement,
      (screen: Screen) => (screen.type(typedFigures()), screen.submit()),
      'createApplication',
    ],
    [LendingConsentElement, (screen: Screen) => (screen.field('agree').click(), screen.submit()), 'prequalify'],
  ] as const)
    for (const own of [undefined, 'requestOffers'] as const)
      it(`<${Acting.tag}> sends nothing, and the others learn it; the other user’s last call: ${own}`, async () => {
        const { options, paths, signIn } = backend();
        const stack = createStack(options);
        if (last) await advance(stack, last);
        const elements = [
          await alone(Acting, stack, Acting === LendingReviewElement ? { value } : {}),
          await alone(LendingApplicantElement, stack),
          await alone(LendingCompanyElement, stack),
        ];
        const screen = screenOf(elements[0]!);
        await waitUntil(() => screen.part('submit') ?? screen.find('[type="file"]'), 'the step is shown');
        await waitUntil(() => paths.length >= elements.length, 'each has its session');
        await pause(100);
        await signIn(stack, own);
        const calls = stack.sandbox.calls.length;
        await act(screen);
        await expectEnded(elements, stack, paths);
        expect(stack.sandbox.calls).to.have.length(calls);
        // An element that comes later is for the same page.
        const late = await alone(LendingReviewElement, stack, { value });
        screenOf(late).submit();
        await expectEnded([...elements, late], stack, paths);
      });

  it('shows no offers of the other user in <lending-widget>, nor those of the earlier one', async () => {
    const { options, paths, signIn } = backend();
    const stack = createStack(options);
    await advance(stack, 'requestOffers');
    const widget = await alone(LendingWidgetElement, stack);
    await waitUntil(() => widget.matches(':state(ready)'), 'the offers are shown');
    await signIn(stack, 'requestOffers');
    const issued = () => stack.sandbox.calls.filter(({ name }) => name === 'authenticate').length;
    const before = issued();
    await (widget as LendingWidgetElement).reload();
    await expectEnded([widget], stack, paths);
    expect([issued(), widget.matches(':state(failed)')]).to.deep.equal([before, true]);
  });

  it('ends a <lending-widget> when another element learns it', async () => {
    const { options, paths, signIn } = backend();
    const stack = createStack(options);
    await advance(stack, 'requestOffers');
    const widget = await alone(LendingWidgetElement, stack);
    await waitUntil(() => widget.matches(':state(ready)'), 'the offers are shown');
    await signIn(stack);
    await lendingErrorOf(stack.adapter.consent(), 'handler-other-applicant');
    await expectEnded([widget], stack, paths);
  });
});
