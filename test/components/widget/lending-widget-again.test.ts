import { at, expect, focused, once, unreachable, waitUntil, words } from '../../support/component.js';
import { failed, offers, ready, setup, setupReady } from '../../support/widget.js';

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
});
