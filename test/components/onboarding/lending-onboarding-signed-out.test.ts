import { memoryStore } from '../../../src/server/index.js';
import { asksToLeave } from '../../support/journey.js';
import { at, held, switched, unreachable, type Fault } from '../../../stories/support/faults.js';
import { accepted, expect, focused, pause, setup, typedCompany, waitUntil, words } from '../../support/journey.js';

/** A journey on a page whose user may sign in, or change later. */
async function setupFor(user: string | undefined, page?: Fault) {
  const who = { user };
  const handler = { authorize: () => (who.user ? { subject: who.user } : null) };
  const made = await setup({}, { handler, ...(page && { page }) });
  const panel = () => made.screen.part('signed-out');
  return { ...made, who, panel };
}

async function awayAndBack(element: HTMLElement, meanwhile: () => void) {
  const parent = element.parentElement!;
  element.remove();
  await pause();
  meanwhile();
  parent.append(element);
}

describe('<lending-onboarding> for a visitor', () => {
  it('says at the first step that nobody is signed in, but not if somebody is', async () => {
    const { element, panel, errors, screen } = await setupFor(undefined);
    await waitUntil(panel, 'the panel is shown');
    expect(words(panel())).to.include('Sign in before you apply').and.not.to.include('What you have entered');
    expect(screen.find('#current'), 'it takes the place of the form').to.be.null;
    await waitUntil(() => panel().querySelector('[role="alert"]'), 'it is announced');
    expect(errors.map(({ error }) => error.code)).to.deep.equal(['handler-signed-out']);
    await expect(element).to.be.accessible();

    const signedIn = await setupFor('ann');
    await signedIn.fillTo('review');
    expect(!signedIn.panel()).to.be.true;
  });

  it('continues, once the visitor has signed in, with answers that were entered before the backend’s response', async () => {
    const { fault, release } = held();
    const { fill, fillTo, who, panel, reach, step, screen, stack } = await setupFor(undefined, at('/session', fault));
    await fill('company');
    (await reach('applicant')).type({ first_name: 'Jane' });
    step().field('first_name').focus();
    release();
    await waitUntil(panel, 'the panel is shown');
    expect(screen.find('#current'), 'it takes the place of the form').to.be.null;
    expect(words(panel())).to.include('What you have entered stays on this page.');
    await waitUntil(() => focused()?.textContent === 'Sign in before you apply', 'the form had the focus');
    await waitUntil(asksToLeave, 'the page asks');
    who.user = 'ann';
    screen.part('retry').click();
    await waitUntil(() => !panel(), 'the panel goes');
    await waitUntil(() => focused()?.localName === 'h2', 'the focus is at the heading of the step');
    expect((await reach('applicant')).typed()).to.include({ first_name: 'Jane' });
    await waitUntil(() => !asksToLeave(), 'it is saved');
    screen.part('back').click();
    await fillTo('review');
    await step().finish();
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('says if the visitor has still not signed in, or if the backend does not respond, and keeps the button', async () => {
    const down = switched(unreachable);
    const { panel, screen } = await setupFor(undefined, down.fault);
    await waitUntil(panel, 'the panel is shown');
    screen.part('retry').click();
    const said = () => words(panel().querySelector(':scope > [aria-live]'));
    await waitUntil(() => said() === 'You are not signed in yet.', 'it says so');
    down.isOn = true;
    screen.part('retry').click();
    await waitUntil(() => said() === 'This site is not responding. Check your connection and try again.', 'it says so');
    expect(screen.part('retry')!.matches(':disabled')).to.be.false;
  });

  it('checks the sign-in automatically when the visitor comes back to the page', async () => {
    const { who, panel } = await setupFor(undefined);
    await waitUntil(panel, 'the panel is shown');
    who.user = 'ann';
    window.dispatchEvent(new Event('focus'));
    await waitUntil(() => !panel(), 'the panel goes');
  });

  it('shows the page’s own way to sign in', async () => {
    const { panel, element } = await setupFor(undefined);
    element.append(
      Object.assign(document.createElement('a'), { slot: 'sign-in', href: '#sign-in', textContent: 'Sign in' }),
    );
    await waitUntil(panel, 'the panel is shown');
    expect(element.querySelector('a')!.checkVisibility()).to.be.true;
    expect(panel().querySelector('slot p')!.checkVisibility()).to.be.false;
  });

  it('does not show the answers of one user to the next', async () => {
    const { who, element, fill, fillTo, reach, stack } = await setupFor('ann');
    await fillTo('review');
    await awayAndBack(element, () => (who.user = 'ben'));
    const company = await reach('company');
    await waitUntil(() => Object.values(company.typed()).every((value) => value === ''), 'every field is empty');
    expect(element.draft.answers ?? {}).to.deep.equal({});
    await fill('company', { ...typedCompany(), registered_name: 'Ben LTD' });
    expect(Object.values((await reach('applicant')).typed()).join('')).not.to.include('Jane');
    await fill('applicant');
    const review = await reach('review');
    await review.finish();
    expect(JSON.stringify(stack.sandbox.calls[0]!.body)).to.include('Ben LTD').and.not.include('Acme LTD');
  });

  it('does not save the answers of one user as those of the next', async () => {
    const who = { user: 'ann' };
    const handler = {
      authorize: () => ({ subject: who.user }),
      store: { ...memoryStore() },
      secret: crypto.randomUUID(),
    };
    const { element, screen, fill, reach } = await setup({}, { handler });
    await fill('company');
    await reach('applicant');
    await waitUntil(() => screen.text('[part="saved"]')?.includes('Saved'), 'the draft is saved');
    await awayAndBack(element, () => (who.user = 'ben'));
    const company = await reach('company');
    await waitUntil(() => Object.values(company.typed()).every((value) => value === ''), 'every field is empty');
    company.type({ registered_name: 'Ben LTD' });
    who.user = 'ann';
    const other = await setup({}, { handler });
    await waitUntil(() => other.element.step === 'applicant', 'Ann goes on where she was');
    other.back();
    expect((await other.reach('company')).typed()).to.include({ registered_name: 'Acme LTD' });
  });
});
