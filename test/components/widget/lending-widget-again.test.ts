import type { ServerAdapter } from '../../../src/adapter/types.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import {
  at,
  expect,
  focused,
  once,
  pause,
  unreachable,
  waitUntil,
  words,
  type LendingError,
} from '../../support/component.js';
import { failed, freshScript, offers, ready, setup, setupReady } from '../../support/widget.js';

describe('<lending-widget> that is started again, removed or moved', () => {
  it('tries again, keeps the focus, and shows the offers', async () => {
    const { element, screen } = await setup({ page: at('/widget-token', once(unreachable)) });
    await failed(element);
    await screen.focus('failure');
    screen.part('retry').focus();
    await screen.event('lending-ready', () => screen.part('retry').click());
    await element.updateComplete;
    expect(screen.text('#failure')).to.be.undefined;
    expect(element.shadowRoot!.contains(focused())).to.be.true;
    expect(offers(element)).to.have.length(3);
  });

  it('shows the partner’s own message instead, and starts again on request', async () => {
    const page = at('/widget-token', once(unreachable));
    const { element, screen } = await setup({ page }, '<p slot="error">Call us.</p>');
    await failed(element);
    await element.updateComplete;
    const slot = screen.find<HTMLSlotElement>('slot[name="error"]')!;
    expect(slot.assignedElements().map(words)).to.deep.equal(['Call us.']);
    expect(screen.find('#failure')!.checkVisibility()).to.be.false;
    await element.reload();
    await element.updateComplete;
    expect(element.matches(':state(ready)')).to.be.true;
    expect(!screen.find('slot[name="error"]')).to.be.true;
  });

  for (const how of ['a clone', 'saved HTML']) {
    it(`removes the widget of the original from a copy, before it has a token: ${how}`, async () => {
      const { element, place } = await setupReady();
      const copies = document.createElement('div');
      if (how === 'a clone') copies.append(element.cloneNode(true));
      else copies.innerHTML = element.outerHTML;
      const copy = copies.firstElementChild as LendingWidgetElement;
      expect(copy.childElementCount).to.equal(1);
      copy.adapter = { ...element.adapter!, authenticate: () => new Promise(() => undefined) };
      place.append(copies);
      await waitUntil(() => copy.childElementCount === 0, 'the copy is gone');
      expect(offers(element)).to.have.length(3);
    });
  }

  it('asks for a reload when it starts again if its script runs once', async () => {
    const { element, screen } = await setup({ handler: { widget: { ...freshScript(), runsOnce: true } } });
    await ready(element);
    const { error } = (await screen.event('lending-error', () => void element.reload())) as unknown as {
      error: LendingError;
    };
    await screen.focus('failure');
    expect([error.code, words(screen.part('retry'))]).to.deep.equal(['script-runs-once', 'Reload this page']);
  });

  it('gets a fresh token when it starts again, and shows one widget', async () => {
    const { element, tokens } = await setupReady();
    await element.reload();
    expect(new Set(tokens)).to.have.length(2);
    expect(element.childElementCount).to.equal(1);
    expect(offers(element)).to.have.length(3);
  });

  it('shows one widget when it is started again and again', async () => {
    const { eventsOf, element } = await setup();
    await Promise.all([element.reload(), element.reload(), element.reload()]);
    expect(element.matches(':state(ready)')).to.be.true;
    expect(element.childElementCount).to.equal(1);
    expect(eventsOf('lending-ready')).to.have.length(1);
  });

  it('leaves nothing when it is removed while it loads', async () => {
    const { element, mount, events } = await setup();
    element.remove();
    // The end of a second wait, which starts later, shows that the first one has ended.
    const later = await mount();
    await ready(later);
    expect(element.childElementCount).to.equal(0);
    expect(events.filter(({ type }) => type !== 'lending-loading').map(({ target }) => target === later)).to.eql([
      true,
    ]);
  });

  it('leaves nothing when it is removed while the widget starts', async () => {
    const { eventsOf, element, mount } = await setup();
    const container = await new Promise<Element>((resolve) =>
      new MutationObserver(([record]) => {
        element.remove();
        resolve(record!.addedNodes[0] as Element);
      }).observe(element, { childList: true }),
    );
    await ready(await mount());
    expect(element.childElementCount + container.childElementCount).to.equal(0);
    expect(eventsOf('lending-ready').length).to.equal(1);
  });

  it('removes the widget when it is removed itself, and starts again when it comes back', async () => {
    const { element, place, tokens } = await setupReady();
    element.remove();
    await waitUntil(() => element.childElementCount === 0, 'the container is gone');
    place.append(element);
    await waitUntil(() => offers(element).length === 3, 'the offers are back');
    expect(tokens).to.have.length(2);
  });

  it('continues when it is moved', async () => {
    const { eventsOf, element, place, tokens } = await setupReady();
    const [container] = element.children;
    const elsewhere = document.createElement('section');
    place.append(elsewhere);
    elsewhere.append(element);
    await element.updateComplete;
    expect(element.children[0] === container, 'it is the same widget').to.be.true;
    expect(offers(element)).to.have.length(3);
    expect(tokens).to.have.length(1);
    expect(eventsOf('lending-loading')).to.have.length(1);
  });

  it('continues without an error when the applicant leaves the page and comes back', async () => {
    const { element, events, tokens } = await setupReady();
    const [container] = element.children;
    const before = events.length;
    for (const type of ['pagehide', 'pageshow']) {
      dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      await element.updateComplete;
    }
    expect(element.matches(':state(ready)')).to.be.true;
    expect(element.children[0] === container, 'it is the same widget').to.be.true;
    expect([events.length, tokens.length]).to.deep.equal([before, 1]);
  });
});

/** An adapter for a business, which counts its tokens. */
function client(business: string, adapter: ServerAdapter) {
  const counted = {
    tokens: 0,
    adapter: {
      ...adapter,
      business,
      authenticate: async (options?: object) => {
        counted.tokens += 1;
        return adapter.authenticate(options);
      },
    } satisfies ServerAdapter,
  };
  return counted;
}

describe('a change of business in <lending-widget>', () => {
  it('starts the widget again, with another token', async () => {
    const { element, events } = await setup();
    await ready(element);
    const own = element.adapter!;
    const first = client('first', own);
    element.adapter = first.adapter;
    await element.updateComplete;
    await waitUntil(() => first.tokens === 1, 'it has a token');
    await ready(element);
    const before = [...element.children];
    const second = client('second', own);
    events.length = 0;
    element.adapter = second.adapter;
    await waitUntil(() => second.tokens === 1, 'it has another token');
    await ready(element);
    expect(events.map(({ type }) => type)).to.deep.equal(['lending-loading', 'lending-ready']);
    expect(first.tokens).to.equal(1);
    expect(before.some(({ isConnected }) => isConnected)).to.be.false;
  });

  it('shows nothing of the earlier business while the new one has no response', async () => {
    const { element } = await setup();
    await ready(element);
    element.adapter = { ...element.adapter!, business: 'second', session: () => new Promise(() => undefined) };
    await element.updateComplete;
    await pause();
    expect(element.querySelector('div')).to.be.null;
    expect(element.matches(':state(ready)')).to.be.false;
  });

  it('ignores a late token of the business before', async () => {
    let late!: (token: { access_token: string }) => void;
    const { element, screen } = await setup();
    await ready(element);
    element.adapter = {
      ...element.adapter!,
      business: 'first',
      authenticate: () => new Promise((resolve) => (late = resolve)),
    };
    await waitUntil(() => late, 'a token is requested');
    element.adapter = { ...element.adapter, business: 'second', session: () => Promise.reject(new Error('Down.')) };
    await failed(element);
    late({ access_token: 'a-late-token' });
    await pause(100);
    expect(element.matches(':state(failed)')).to.be.true;
    expect(element.querySelector('div')).to.be.null;
    expect(screen.find('#failure')).not.to.be.null;
  });

  it('does not start the widget with the access token that the page has set for the earlier business', async () => {
    const { element } = await setup();
    await ready(element);
    element.accessToken = 'a-token-of-the-first';
    const second = client('second', element.adapter!);
    element.adapter = { ...element.adapter!, business: 'first' };
    await element.updateComplete;
    element.adapter = second.adapter;
    await waitUntil(() => second.tokens === 1, 'it has its own token');
    expect(element.accessToken).to.be.undefined;
  });

  it('is reported if the page names it wrongly', async () => {
    const { place } = await setup();
    const made = Object.assign(new LendingWidgetElement(), { business: 'x'.repeat(201) });
    const error = new Promise<Event>((resolve) => made.addEventListener('lending-error', resolve, { once: true }));
    place.append(made);
    expect(((await error) as HTMLElementEventMap['lending-error']).error.code).to.equal('config-invalid');
  });
});
