import { fixtureCleanup } from '@open-wc/testing';
import type { ServerAdapter } from '../../../src/adapter/types.js';
import { held, silent } from '../../../stories/support/faults.js';
import { typedCompany } from '../../../stories/support/samples.mjs';
import { advance, createStack, type StackOptions } from '../../../stories/support/stack.js';
import { eventAfter, expect, fixture, html, pause, waitUntil } from '../../support/component.js';
import { dropHeldDraft, load, type drive } from '../../support/journey.js';
import { LendingOnboardingElement } from '../../../src/components/onboarding/lending-onboarding.js';

/** The backend of one business of an accountant: each has its own handler and sandbox, and prefills a name. */
function client(business: string, options: StackOptions = {}) {
  const handler: NonNullable<StackOptions['handler']> = {
    prefill: () => ({ company: { registered_name: `${business} LTD` } }),
    ...options.handler,
  };
  const stack = createStack({ ...options, handler });
  const adapter: ServerAdapter = { ...stack.adapter, business };
  return { ...stack, adapter, business };
}

/** Everything that the page holds of the journey: its DOM with the values of the inputs, its draft, and the history entry. */
function everything(element: LendingOnboardingElement): string {
  const values: string[] = [];
  const look = (root: ParentNode): void => {
    values.push((root as Element).textContent ?? '');
    for (const one of root.querySelectorAll<HTMLInputElement>('*')) {
      if ('value' in one) values.push(JSON.stringify(one.value) ?? '');
      if (one.shadowRoot) look(one.shadowRoot);
    }
  };
  look(element.shadowRoot!);
  return [...values, element.textContent, JSON.stringify(element.draft)].join('\n');
}

type Driven = ReturnType<typeof drive>;
const named = (journey: Driven) => journey.screen.find('#current') && journey.step().typed()['registered_name'];
const isNamed = (journey: Driven, name: string) => waitUntil(() => named(journey) === name, `${name} is filled in`);

/** Nothing of the previous test is on the page, or held in memory. */
async function clean() {
  fixtureCleanup();
  await pause();
  dropHeldDraft();
  history.replaceState(null, '');
}

/** The handler limits the calls of a user. */
const RARELY = { interval: 250 };

/** Lets another business apply, and waits for the first step. */
const changeTo = (element: LendingOnboardingElement, { adapter }: Pick<ReturnType<typeof client>, 'adapter'>) =>
  eventAfter(element, 'lending-step-changed', () => (element.adapter = adapter));

/** Everything that the applicant has typed for the first client, or that its backend knows. */
const OF_THE_FIRST = /First LTD|the first|Jane|half@/;

/** A journey of the first client, at the second step, with entries in both. */
async function typedFor(one = client('First'), properties: object = {}) {
  await clean();
  const journey = await load(one, properties);
  await isNamed(journey, 'First LTD');
  await waitUntil(() => journey.screen.part('saved'), 'it saves');
  await journey.fill('company', { ...typedCompany(), registered_name: 'Typed by the first' });
  (await journey.reach('applicant')).type({ first_name: 'Jane', email: 'half@' });
  return { one, ...journey };
}

describe('a change of business in <lending-onboarding>', () => {
  it('starts at the first step, with nothing of the business before', async () => {
    const journey = await typedFor();
    const { element } = journey;
    const before = element.draft;
    const { step } = await changeTo(element, client('Second'));
    expect(step).to.equal('company');
    expect(element.step).to.equal('company');
    await journey.reach('company');
    expect(everything(element)).not.to.match(OF_THE_FIRST);
    await isNamed(journey, 'Second LTD');
    expect(everything(element)).not.to.match(OF_THE_FIRST);
    expect(element.draft).not.to.equal(before);
    await expect(element).to.be.accessible();
  });

  it('shows nothing of the business before from the first moment', async () => {
    const { element } = await typedFor();
    element.adapter = client('Second', { page: silent }).adapter;
    await element.updateComplete;
    expect(everything(element)).not.to.match(OF_THE_FIRST);
    expect(element.shadowRoot!.querySelector('#current')).to.be.null;
  });

  for (const order of ['first', 'second'] as const)
    it(`ignores a late session of the business before, if the ${order} one answers first`, async () => {
      await clean();
      const [early, late] = [held(), held()];
      const [one, other] = [client('First', { page: early.fault }), client('Second', { page: late.fault })];
      const journey = await load(one);
      await journey.reach('company');
      await changeTo(journey.element, other);
      const [now, then] = order === 'first' ? [early, late] : [late, early];
      now.release();
      await pause(100);
      expect(everything(journey.element)).not.to.include('First');
      then.release();
      await isNamed(journey, 'Second LTD');
      await pause(100);
      expect(everything(journey.element)).not.to.include('First');
    });

  it('shows the last of several businesses', async () => {
    const journey = await typedFor();
    const { element } = journey;
    const [second, third] = [client('Second'), client('Third')];
    for (const { adapter } of [second, third, second, third]) {
      element.adapter = adapter;
      await element.updateComplete;
    }
    await isNamed(journey, 'Third LTD');
    expect(everything(element)).not.to.match(/First LTD|Second LTD|the first/);
  });

  it('starts again even if the journey is removed from the page at that moment', async () => {
    const journey = await typedFor();
    const { element } = journey;
    const place = element.parentElement!;
    element.adapter = client('Second').adapter;
    await element.updateComplete;
    element.remove();
    await pause();
    place.append(element);
    await isNamed(journey, 'Second LTD');
    expect(everything(element)).not.to.match(OF_THE_FIRST);
  });

  it('does not send a step that was submitted for the business before', async () => {
    const { element, one, fill, reach } = await typedFor();
    await fill('applicant');
    const other = client('Second');
    (await reach('review')).submit();
    await changeTo(element, other);
    await pause(200);
    expect(element.step).to.equal('company');
    expect(other.sandbox.calls).to.be.empty;
    expect(one.sandbox.calls.length).to.be.at.most(1);
  });

  it('saves the last changes for the business before, and for no other, and fills them in when the page comes back', async () => {
    const { element, one, reach, step } = await typedFor();
    const other = client('Second');
    await changeTo(element, other);
    const saved = async ({ adapter }: typeof one) => JSON.stringify((await adapter.loadDraft!()).saved ?? {});
    await waitUntil(async () => (await saved(one)).includes('half@'), 'the changes are saved', RARELY);
    expect(await saved(other)).not.to.match(/Jane|Typed by the first/);
    await changeTo(element, one);
    await reach('applicant');
    await waitUntil(() => step().typed()['first_name'] === 'Jane', 'the answers are back');
  });

  it('shows offers of the new business only', async () => {
    const one = client('First');
    await advance(one, 'requestOffers');
    await clean();
    const journey = await load(one);
    const widget = (await journey.reach('widget')).element as HTMLElement;
    await waitUntil(() => widget.matches(':state(ready)'), 'the offers are shown');
    await changeTo(journey.element, client('Second'));
    expect(journey.screen.part('done')).to.be.null;
    expect(widget.isConnected).to.be.false;
    await waitUntil(() => widget.childElementCount === 0, 'the widget is gone');
  });

  it('uses a draft and values that the page sets together with the business', async () => {
    const { element, reach } = await typedFor(client('First'), {
      prefill: { applicant: { last_name: 'Of the first' } },
    });
    const draft = {
      step: 'applicant' as const,
      inputs: { applicant: { first_name: 'Joe' } },
      answers: { company: {} as never },
    };
    await eventAfter(element, 'lending-step-changed', () =>
      Object.assign(element, {
        adapter: client('Second').adapter,
        draft,
        prefill: { applicant: { last_name: 'Bloggs' } },
      }),
    );
    const applicant = await reach('applicant');
    await waitUntil(() => applicant.typed()['last_name'] === 'Bloggs', 'the values are filled in');
    expect(applicant.typed()).to.include({ first_name: 'Joe', email: '' });
    expect(everything(element)).not.to.include('Of the first');
  });

  it('is not assumed if the page sets another adapter for the same business', async () => {
    const { element, one, step } = await typedFor();
    element.adapter = { ...one.adapter };
    await element.updateComplete;
    await pause(50);
    expect(step().typed()).to.include({ first_name: 'Jane', email: 'half@' });
  });

  it('keeps no answer in the form state that the browser restores', async () => {
    await clean();
    const kept: unknown[] = [];
    const { setFormValue } = ElementInternals.prototype;
    ElementInternals.prototype.setFormValue = function (value, state) {
      if (this.shadowRoot?.host.localName === 'lending-onboarding') kept.push(state);
      setFormValue.call(this, value, state);
    };
    try {
      const { element } = await typedFor();
      await changeTo(element, client('Second', { page: silent }));
    } finally {
      ElementInternals.prototype.setFormValue = setFormValue;
    }
    expect(JSON.stringify(kept)).not.to.include('Typed by the first');
  });

  it('is reported if the page names it wrongly, and no call is made', async () => {
    LendingOnboardingElement.define();
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const made = document.createElement('lending-onboarding');
    made.setAttribute('business', '');
    const { error } = await eventAfter(made, 'lending-error', () => place.append(made));
    expect(error.code).to.equal('config-invalid');
    expect(error.message).to.include('business');
  });
});

describe('two businesses in two journeys on one page', () => {
  it('share nothing', async () => {
    await clean();
    const [first, second] = [await load(client('First')), await load(client('Second'))];
    await isNamed(first, 'First LTD');
    await isNamed(second, 'Second LTD');
    first.step().type({ registered_name: 'Typed in the one' });
    second.step().type({ registered_name: 'Typed in the other' });
    await pause(300);
    expect(everything(first.element)).not.to.match(/Second|other/);
    expect(everything(second.element)).not.to.match(/First|the one/);
    second.element.adapter = client('Third').adapter;
    await isNamed(second, 'Third LTD');
    expect(named(first)).to.equal('Typed in the one');
  });
});
