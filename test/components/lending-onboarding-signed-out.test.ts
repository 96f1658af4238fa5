import { expect } from '@open-wc/testing';
import type { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { typedApplicant, typedCompany } from '../fixtures/samples.mjs';
import { all, eventAfter, find, focused, part, submit, type, typedIn, words } from '../support/form.js';
import { memoryDrafts } from '../../src/server/draft-store.js';
import { setup } from '../support/journey.js';
import { accepted } from '../support/stack.js';
import { waitUntil } from '../support/wait.js';

/** A journey in a page whose user may sign in, and may be another one later. */
async function setupFor(user: string | undefined, properties: Partial<LendingOnboardingElement> = {}) {
  const who = { user };
  const made = await setup(
    { handler: { authorize: () => (who.user ? { subject: who.user } : null) } },
    undefined,
    properties,
  );
  const panel = () => part(made.element, 'signed-out');
  return { ...made, who, panel };
}

describe('<lending-onboarding> for a visitor', () => {
  it('says at the first step that nobody is signed in, and nothing of it where somebody is', async () => {
    const { element, panel, errors } = await setupFor(undefined);
    await waitUntil(panel, 'the panel is shown');
    expect(words(panel())).to.include('Sign in before you apply');
    expect(!panel().querySelector('[role="alert"]'), 'it is announced').to.be.false;
    expect(errors.map(({ error }) => error.code)).to.deep.equal(['handler-signed-out']);
    await expect(element).to.be.accessible();

    const signedIn = await setupFor('ann');
    await waitUntil(() => signedIn.stack.sessions, 'the backend has answered');
    await signedIn.fillToReview();
    expect(!signedIn.panel()).to.be.true;
  });

  it('goes on with what was entered, once the visitor has signed in', async () => {
    const { who, panel, reach, fill, step, element, stack } = await setupFor(undefined);
    await waitUntil(panel, 'the panel is shown');
    type(await reach('company'), { registered_name: 'Acme LTD' });
    who.user = 'ann';
    part(element, 'retry').click();
    await waitUntil(() => !panel(), 'the panel goes');
    await waitUntil(() => focused()?.localName === 'h2', 'the focus is at the heading of the step');
    expect(typedIn(await reach('company'))).to.include({ registered_name: 'Acme LTD' });
    await fill('company', typedCompany());
    await fill('applicant', typedApplicant());
    await reach('review');
    await eventAfter(element, 'lending-submitted', () => submit(step()));
    expect(accepted(stack)).to.deep.equal(['createApplication']);
  });

  it('says so where the visitor has not signed in yet, and keeps the button', async () => {
    const { panel, element } = await setupFor(undefined);
    await waitUntil(panel, 'the panel is shown');
    part(element, 'retry').click();
    await waitUntil(() => words(panel())?.includes('You are not signed in yet.'), 'it says so');
    expect(part(element, 'retry')!.matches(':disabled')).to.be.false;
  });

  it('asks again by itself when the visitor comes back to the page', async () => {
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

  it('shows nothing of one user’s answers to the next one', async () => {
    const { who, element, fill, fillToReview, reach, stack } = await setupFor('ann');
    await fillToReview();
    const parent = element.parentElement!;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    who.user = 'ben';
    parent.append(element);
    const company = await reach('company');
    await waitUntil(() => Object.values(typedIn(company)).every((value) => value === ''), 'every field is empty');
    expect(element.draft.answers ?? {}).to.deep.equal({});
    await fill('company', { ...typedCompany(), registered_name: 'Ben LTD' });
    expect(Object.values(typedIn(await reach('applicant'))).join('')).not.to.include('Jane');
    await fill('applicant', typedApplicant());
    const review = await reach('review');
    await eventAfter(element, 'lending-submitted', () => submit(review));
    expect(JSON.stringify(stack.sandbox.calls[0]!.body)).to.include('Ben LTD').and.not.include('Acme LTD');
  });

  it('saves nothing of one user’s answers as the next one’s, where the backend saves drafts', async () => {
    const who = { user: 'ann' };
    const sessions = { secret: crypto.randomUUID(), store: { get: () => undefined, set() {}, delete() {} } };
    const handler = { authorize: () => ({ subject: who.user }), drafts: { store: memoryDrafts() }, sessions };
    const { element, fill, reach } = await setup({ handler });
    await fill('company', typedCompany());
    await reach('applicant');
    await waitUntil(() => words(part(element, 'saved'))?.includes('Saved'), 'the draft is saved');
    const parent = element.parentElement!;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    who.user = 'ben';
    parent.append(element);
    const company = await reach('company');
    await waitUntil(() => Object.values(typedIn(company)).every((value) => value === ''), 'every field is empty');
    type(company, { registered_name: 'Ben LTD' });
    who.user = 'ann';
    const other = await setup({ handler });
    await waitUntil(() => other.element.step === 'applicant', 'Ann goes on where she was');
    other.back();
    expect(typedIn(await other.reach('company'))).to.include({ registered_name: 'Acme LTD' });
  });

  it('keeps the answers where the same user is signed in again', async () => {
    const { element, fillToReview, reach } = await setupFor('ann');
    await fillToReview();
    const parent = element.parentElement!;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    parent.append(element);
    await element.updateComplete;
    expect(words(find(await reach('review'), 'dl'))).to.include('Acme LTD');
    expect(all(element, '[part="signed-out"]')).to.have.length(0);
  });
});
