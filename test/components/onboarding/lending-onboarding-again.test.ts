import type { ServerAdapter } from '../../../src/adapter/types.js';
import { LendingError } from '../../../src/errors.js';
import { expect, focused, waitUntil, words } from '../../support/component.js';
import { createStack, load, setup, type StackOptions } from '../../support/journey.js';
import { advance } from '../../../stories/support/stack.js';

const STEPS = 'company applicant review documents prequalification consent';

/**
 * A backend that allows a new application: the handler knows the earlier one until then. `failing` makes the call fail, and `offers`
 * says whether a new application is allowed.
 */
async function setupDone(properties: object = {}, { offers = true }: { offers?: boolean } = {}) {
  await setup();
  const partner: StackOptions['handler'] = { settings: { partner: { name: 'Sample Books' } } };
  const done = createStack({ handler: partner });
  await advance(done, 'requestOffers');
  const next = createStack({
    handler: { ...partner, prefill: () => ({ company: { registered_name: 'Known LTD' } }) },
  });
  const calls: string[] = [];
  const failing: { error: Error | undefined } = { error: undefined };
  let current = done.adapter;
  const adapter = new Proxy({} as ServerAdapter, {
    get: (_target, name: keyof ServerAdapter) => {
      if (name === 'business') return undefined;
      if (name === 'session')
        return async (options: object) => {
          const session = await current.session(options);
          const canApplyAgain = offers && current === done.adapter;
          return { ...session, progress: { ...session.progress, canApplyAgain } };
        };
      if (name === 'applyAgain')
        return async () => {
          calls.push('applyAgain');
          if (failing.error) throw failing.error;
          current = next.adapter;
          return { done: [] };
        };
      return current[name];
    },
  });
  const journey = await load({ adapter }, properties);
  const again = () => journey.screen.part('again');
  return { ...journey, again, calls, failing };
}

type Done = Awaited<ReturnType<typeof setupDone>>;

const offered = ({ again }: Done) => waitUntil(again, 'a new application is offered');
async function confirm(journey: Done) {
  await offered(journey);
  await journey.screen.press('Apply again');
  await journey.screen.press('Yes, start a new application');
}

describe('a new application after the finished one', () => {
  it('is offered at the end of the journey, and keeps the earlier one', async () => {
    const journey = await setupDone({ steps: STEPS });
    await offered(journey);
    expect(words(journey.again())).to.equal(
      'Apply again This starts a new application. Sample Books keeps the earlier one.',
    );
    await expect(journey.element).to.be.accessible();
  });

  it('is offered below the offers', async () => {
    const journey = await setupDone();
    await journey.reach('widget');
    await offered(journey);
    const widget = journey.screen.find('#current')!;
    expect(widget.compareDocumentPosition(journey.again())).to.equal(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('is not offered unless the backend allows it', async () => {
    const journey = await setupDone({ steps: STEPS }, { offers: false });
    await journey.screen.heading('Lenders are looking at your application');
    await import('../../../src/components/onboarding/again/apply-again.js');
    expect(journey.again()).to.be.null;
  });

  it('is not offered at an earlier step', async () => {
    const journey = await setupDone({ steps: STEPS });
    await offered(journey);
    journey.element.step = 'documents';
    await journey.reach('documents');
    expect(journey.again()).to.be.null;
  });

  it('starts only after the applicant has confirmed it', async () => {
    const journey = await setupDone({ steps: STEPS });
    await offered(journey);
    await journey.screen.press('Apply again');
    await waitUntil(() => words(focused()) === 'Start a new application?', 'the question has the focus');
    expect(words(journey.again())).to.include('The earlier application will be closed.');
    expect(journey.calls).to.be.empty;
    await expect(journey.element).to.be.accessible();
    await journey.screen.press('Keep this application');
    await waitUntil(() => words(focused()) === 'Apply again', 'the button has the focus');
    expect(journey.calls).to.be.empty;
  });

  it('starts at the first step with the values of the new session, and its heading has the focus', async () => {
    const journey = await setupDone({ steps: STEPS });
    await confirm(journey);
    const company = await journey.reach('company');
    await waitUntil(() => words(focused()) === 'Your business', 'the heading has the focus');
    await waitUntil(() => company.typed()['registered_name'] === 'Known LTD', 'the values are filled in');
    expect(journey.element.step).to.equal('company');
    expect(journey.again()).to.be.null;
    expect(journey.calls).to.deep.equal(['applyAgain']);
    expect(journey.element.draft.answers ?? {}).to.deep.equal({});
  });

  it('reports a failure, and can be tried again', async () => {
    const journey = await setupDone({ steps: STEPS });
    journey.failing.error = new LendingError('adapter-unreachable', 'Not reached.', { recoverable: true });
    await confirm(journey);
    await journey.screen.focus('failure');
    expect(journey.screen.text('#failure')).to.include('The new application may not have started');
    expect(journey.errors.map(({ error }) => error.code)).to.deep.equal(['adapter-unreachable']);
    await expect(journey.element).to.be.accessible();
    journey.failing.error = undefined;
    await journey.screen.press('Yes, start a new application');
    await journey.reach('company');
    expect(journey.calls).to.have.length(2);
  });

  it('reports that another tab has started one, with a button that reloads the page', async () => {
    const journey = await setupDone({ steps: STEPS });
    journey.failing.error = new LendingError('handler-closed', 'Closed.');
    await confirm(journey);
    await journey.screen.focus('failure');
    expect(journey.screen.text('#failure')).to.include('so this one is closed');
    expect(words(journey.screen.part('retry'))).to.equal('Reload this page');
  });
});
