import { LendingOnboardingElement } from '../../../src/components/onboarding/lending-onboarding.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import { expect, mount, pause, waitUntil, words, type Screen } from '../../support/component.js';
import { createStack, failed, freshScript, ready, setup, type StackOptions } from '../../support/widget.js';

const partner = { name: 'Sample Books', support: { phone: '01632 960 001' } };
const handler = { widget: freshScript(), settings: { partner } };

/** A widget on a page without a journey, for a user without an application. */
async function alone(options: StackOptions = {}, slotted = '') {
  const { adapter } = createStack({ ...options, handler: { ...handler, ...options.handler } });
  const screen = await mount(LendingWidgetElement, { adapter, innerHTML: slotted });
  await failed(screen.element);
  await screen.updated();
  return screen;
}
const sentences = (screen: Screen) => screen.texts('#failure :is(h3, p)');
const signedOut = { handler: { authorize: () => null } };

describe('<lending-widget> without the journey', () => {
  it('shows that no application exists yet, without naming a step of the journey', async () => {
    const screen = await alone();
    expect(sentences(screen)).to.deep.equal([
      'Sample Books has no application from you yet',
      'You can see your offers here after you apply for funding.',
      'Contact Sample Books: 01632 960 001',
    ]);
    await expect(screen.element).to.be.accessible();
  });

  it('shows that no user is signed in', async () => {
    const screen = await alone(signedOut);
    expect(sentences(screen)).to.deep.equal([
      'Sign in to see your offers',
      'Sign in to this site in another tab, then come back here and try again.',
    ]);
    await expect(screen.element).to.be.accessible();
  });

  for (const [slot, options] of Object.entries({ apply: {}, 'sign-in': signedOut })) {
    it(`shows the page’s own link in its message: ${slot}`, async () => {
      const screen = await alone(options, `<a slot="${slot}" href="#x">Go on</a>`);
      const shown = screen.find<HTMLSlotElement>('#failure slot')!.assignedElements().map(words);
      expect(shown).to.deep.equal(['Go on']);
      expect(!!screen.part('retry')).to.be.true;
    });
  }

  it('shows the page’s own link in a journey, too', async () => {
    const { adapter } = createStack({ handler });
    const session = async () => ({ ...(await adapter.session()), progress: { done: ['createApplication' as const] } });
    const authenticate = () => createStack(signedOut).adapter.authenticate();
    const journey = await mount(LendingOnboardingElement, {
      adapter: { ...adapter, session, authenticate },
      steps: 'widget',
      history: 'off',
      innerHTML: '<a slot="sign-in" href="#x">Go on</a>',
    });
    const link = () => journey.find('lending-widget')?.shadowRoot?.querySelector('#failure slot');
    await waitUntil(() => link(), 'the widget has failed');
    expect((link() as HTMLSlotElement).assignedElements({ flatten: true }).map(words)).to.deep.equal(['Go on']);
  });

  for (const name of ['getToken', 'adapter'] as const) {
    it(`uses a property that is set while it waits for a backend that it does not need: ${name}`, async () => {
      const { adapter } = (await setup()).element;
      const silent = { ...adapter!, session: () => new Promise<never>(() => undefined) };
      const late = { getToken: async () => (await adapter!.authenticate()).access_token, adapter };
      const authenticate = () => new Promise<never>(() => undefined);
      const waiting = { adapter: { ...silent, authenticate }, widget: freshScript() };
      const { element } = await mount(LendingWidgetElement, name === 'getToken' ? waiting : {});
      Object.assign(element, { [name]: late[name] });
      await ready(element);
    });
  }

  it('is not started again by a function that is replaced while it loads', async () => {
    const { element, mount: mountAnother, eventsOf } = await setup();
    element.remove();
    const before = eventsOf('lending-loading').length;
    const never = () => new Promise<string>(() => undefined);
    const widget = await mountAnother({ widget: freshScript(), getToken: never });
    widget.getToken = () => never();
    await widget.updateComplete;
    await pause();
    expect(eventsOf('lending-loading').length - before).to.equal(1);
  });
});
