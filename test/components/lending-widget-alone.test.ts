import { expect, fixture, html } from '@open-wc/testing';
import { LendingOnboardingElement } from '../../src/components/lending-onboarding.js';
import { LendingWidgetElement } from '../../src/components/lending-widget.js';
import { all, find, part, words } from '../support/form.js';
import { createStack, type StackOptions } from '../support/stack.js';
import { failed, freshScript, ready, setup } from '../support/widget.js';
import { waitUntil } from '../support/wait.js';

const partner = { name: 'Sample Books', support: { phone: '01632 960 001' } };
const handler = { widget: freshScript(), settings: { partner } };

/** A widget on a page without a journey, of somebody who has no application. */
async function alone(options: StackOptions = {}, slotted = '') {
  const { adapter } = createStack({ ...options, handler: { ...handler, ...options.handler } });
  const place = await fixture<HTMLElement>(html`<div></div>`);
  const element = Object.assign(new LendingWidgetElement(), { adapter });
  element.innerHTML = slotted;
  place.append(element);
  await failed(element);
  await element.updateComplete;
  return element;
}
const sentences = (element: Element) => all(element, '#failure :is(h3, p)').map(words);
const signedOut = { handler: { authorize: () => null } };

describe('<lending-widget> without the journey', () => {
  it('says that there is no application, and speaks of no step that the page does not have', async () => {
    const element = await alone();
    expect(sentences(element)).to.deep.equal([
      'Sample Books has no application from you yet',
      'You can see your offers here after you apply for funding.',
      'Contact Sample Books: 01632 960 001',
    ]);
    await expect(element).to.be.accessible();
  });

  it('says that nobody is signed in', async () => {
    const element = await alone(signedOut);
    expect(sentences(element)).to.deep.equal([
      'Sign in to see your offers',
      'Sign in to this site in another tab, then come back here and try again.',
    ]);
    await expect(element).to.be.accessible();
  });

  for (const [slot, options] of Object.entries({ apply: {}, 'sign-in': signedOut })) {
    it(`shows the page’s own link there: ${slot}`, async () => {
      const element = await alone(options, `<a slot="${slot}" href="#x">Go on</a>`);
      const shown = find<HTMLSlotElement>(element, '#failure slot')!.assignedElements().map(words);
      expect(shown).to.deep.equal(['Go on']);
      expect(!!part(element, 'retry')).to.be.true;
    });
  }

  it('shows the page’s own link in a journey, too', async () => {
    LendingOnboardingElement.define();
    const { adapter } = createStack({ handler });
    const journey = new LendingOnboardingElement();
    const session = async () => ({ ...(await adapter.session()), progress: { done: ['createApplication' as const] } });
    const authenticate = () => createStack(signedOut).adapter.authenticate();
    Object.assign(journey, { adapter: { ...adapter, session, authenticate }, steps: 'widget', history: 'off' });
    journey.innerHTML = '<a slot="sign-in" href="#x">Go on</a>';
    (await fixture<HTMLElement>(html`<div></div>`)).append(journey);
    const link = () =>
      find<LendingWidgetElement>(journey, 'lending-widget')?.shadowRoot?.querySelector('#failure slot');
    await waitUntil(() => link(), 'the widget has failed');
    expect((link() as HTMLSlotElement).assignedElements({ flatten: true }).map(words)).to.deep.equal(['Go on']);
  });

  for (const name of ['getToken', 'adapter'] as const) {
    it(`takes what is set while it waits for the backend that it does not need: ${name}`, async () => {
      const { adapter } = (await setup()).element;
      const silent = { ...adapter!, session: () => new Promise<never>(() => undefined) };
      const late = { getToken: async () => (await adapter!.authenticate()).access_token, adapter };
      const first = name === 'getToken' ? { adapter: silent, widget: freshScript() } : { adapter: undefined };
      const authenticate = () => new Promise<never>(() => undefined);
      const element = Object.assign(
        new LendingWidgetElement(),
        first,
        name === 'getToken' && { adapter: { ...silent, authenticate } },
      );
      (await fixture<HTMLElement>(html`<div></div>`)).append(element);
      await element.updateComplete;
      Object.assign(element, { [name]: late[name] });
      await ready(element);
    });
  }

  it('is not started again by a function that is set anew while it loads', async () => {
    let count = 0;
    const {
      place,
      element: { adapter },
    } = await setup();
    const element = Object.assign(new LendingWidgetElement(), {
      adapter,
      widget: freshScript(),
      getToken: () => new Promise<string>(() => undefined),
    });
    place.append(element);
    element.addEventListener('lending-loading', () => count++);
    await element.updateComplete;
    element.getToken = () => new Promise<string>(() => undefined);
    await element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve));
    expect(count).to.equal(1);
  });
});
