import { LendingOnboardingElement } from '../../../src/components/onboarding/lending-onboarding.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import {
  expect,
  focused,
  messageAndRemedy,
  mount,
  pause,
  told,
  waitUntil,
  words,
  type LendingErrorCode,
  type Screen,
} from '../../support/component.js';
import { answering, at, held, unreachable } from '../../../stories/support/faults.js';
import {
  createStack,
  failed,
  freshScript,
  missingScript,
  offers,
  ready,
  tagsOf,
  setup,
  setupReady,
} from '../../support/widget.js';
import type { StackOptions } from '../../../stories/support/stack.js';

const { handOff } = freshScript();
const calls = [{ method: 'begin', arguments: [{ token: '{access_token}' }] }];
const lender = (body: string, status: number) => ({ service: at('/auth', answering(body, { status })) });
const FAILURES: [what: string, code: LendingErrorCode, options: StackOptions][] = [
  ['the script is not there', 'script-failed', { handler: { widget: missingScript() } }],
  [
    'the script defines something else',
    'script-no-global',
    { handler: { widget: { ...freshScript(), handOff: { ...handOff, global: 'AnotherWidget' } } } },
  ],
  [
    'the script has no such function',
    'script-no-global',
    { handler: { widget: { ...freshScript(), handOff: { ...handOff, calls } } } },
  ],
  [
    'the script comes from a rejected URL',
    'script-not-allowed',
    { handler: { widget: { handOff, scriptUrl: 'http://partner.example/widget.js' } } },
  ],
  ['no widget is configured', 'widget-not-configured', { handler: { widget: undefined } }],
  ['the lender gives no token', 'upstream-failed', lender('', 500)],
  ['the backend gives no token', 'adapter-unreachable', { page: at('/widget-token', unreachable) }],
  ['the token is not good', 'widget-token-expired', lender('{"access_token":"stale"}', 201)],
];

describe('<lending-widget>', () => {
  it('is accessible while it loads, and afterwards', async () => {
    const { element } = await setup();
    await expect(element).to.be.accessible();
    await ready(element);
    await expect(element).to.be.accessible();
  });

  it('shows a loading message, then the offers for the token', async () => {
    const { element, screen, events } = await setup();
    expect(element.matches(':state(loading)')).to.be.true;
    expect(screen.text('[aria-live]')).to.equal('Loading your offers…');
    await ready(element);
    expect(offers(element)).to.deep.equal(['Sample Bank', 'Example Finance', 'Placeholder Credit Union']);
    expect(events.map(({ type }) => type)).to.deep.equal(['lending-loading', 'lending-ready']);
    await element.updateComplete;
    expect(screen.text('[aria-live]')).to.equal('');
  });

  it('ignores a script that is set in HTML', async () => {
    const { element, place } = await setupReady();
    const address = missingScript().scriptUrl;
    place.innerHTML = `<lending-widget widget='{"scriptUrl":"${address}"}' script-url="${address}" src="${address}"></lending-widget>`;
    const made = place.firstElementChild as LendingWidgetElement;
    made.adapter = element.adapter;
    await ready(made);
    expect(tagsOf(address)).to.equal(0);
  });

  it('keeps the token out of the document, the storage, the URL and the events', async () => {
    const { element, tokens, events, place } = await setupReady();
    expect(tokens).to.have.length(1);
    const shadows = [...place.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.innerHTML ?? '');
    const stored = [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state as unknown,
    ];
    const seen = [document.documentElement.outerHTML, ...shadows, JSON.stringify(stored), ...events.map(told)].join(
      '\n',
    );
    expect(seen).not.to.include(tokens[0]);
    expect(Object.values(element).map(String).join()).not.to.include(tokens[0]);
  });

  for (const [what, code, options] of FAILURES) {
    it(`shows a failure when ${what}`, async () => {
      const { element, screen, events, tokens } = await setup(options);
      await failed(element);
      const { error, step } = events.at(-1) as HTMLElementEventMap['lending-error'];
      expect([error.code, step]).to.deep.equal([code, 'widget']);
      for (const token of tokens)
        expect(`${messageAndRemedy(error)} ${String(error.cause)} ${error.stack}`).not.to.include(token);
      await screen.focus('failure');
      expect(screen.find('#failure')!.role, 'it is read once, as it has the focus').to.be.null;
      expect(screen.text('#failure h3')).to.equal('Your offers could not be shown');
      expect(element.childElementCount).to.equal(0);
      await expect(element).to.be.accessible();
    });
  }

  it('does not take the focus from another part of the page', async () => {
    const { element, screen, place } = await setup({ handler: { widget: missingScript() } });
    const input = place.appendChild(document.createElement('input'));
    input.ariaLabel = 'Search';
    input.focus();
    await failed(element);
    await element.updateComplete;
    expect(screen.find('#failure')!.checkVisibility()).to.be.true;
    expect([focused() === input, screen.find('#failure')!.role]).to.deep.equal([true, 'alert']);
    screen.part('retry').focus();
    await screen.event('lending-error', () => screen.part('retry').click());
    await screen.focus('failure');
  });

  it('loads its script while it waits for its token', async () => {
    const widget = freshScript();
    const { fault, release } = held();
    const page = at('/widget-token', fault);
    const { element } = await setup({ page, handler: { widget } });
    await waitUntil(() => tagsOf(widget.scriptUrl) === 1, 'the script is asked for');
    expect(element.matches(':state(loading)')).to.be.true;
    release();
    await ready(element);
    expect(tagsOf(widget.scriptUrl)).to.equal(1);
    expect(offers(element)).to.have.length(3);
  });

  it('loads a script only after the token if the script reads the token while it runs', async () => {
    const widget = {
      scriptUrl: freshScript().scriptUrl,
      handOff: { ...handOff, globals: { settings: '{access_token}' } },
    };
    const other = freshScript();
    const { fault } = held();
    const { mount } = await setup({ page: at('/widget-token', fault), handler: { widget } });
    // The end of a second wait, which is allowed, shows that the first one has ended.
    await mount({ widget: other });
    await waitUntil(() => tagsOf(other.scriptUrl) === 1, 'the other script is asked for');
    expect(tagsOf(widget.scriptUrl)).to.equal(0);
  });
});

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
