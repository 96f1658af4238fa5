import { expect } from '@open-wc/testing';
import { at, once, unreachable } from '../support/faults.js';
import { eventAfter, find, focused, part, words } from '../support/form.js';
import { failed, freshScript, offers, ready, scriptTags, setup } from '../support/widget.js';
import { waitUntil } from '../support/wait.js';

describe('<lending-widget> that is started again, removed or moved', () => {
  it('tries again, keeps the focus, and shows the offers', async () => {
    const { element } = await setup({ page: at('/widget-token', once(unreachable)) });
    await failed(element);
    await waitUntil(() => focused()?.id === 'failure', 'the failure has the focus');
    part(element, 'retry').focus();
    await eventAfter(element, 'lending-ready', () => part(element, 'retry').click());
    await element.updateComplete;
    expect(words(find(element, '#failure'))).to.be.undefined;
    expect(element.shadowRoot!.contains(focused())).to.be.true;
    expect(offers(element)).to.have.length(3);
  });

  it('shows the partner’s own message instead, and starts again on request', async () => {
    const page = at('/widget-token', once(unreachable));
    const { element } = await setup({ page }, '<p slot="error">Call us.</p>');
    await failed(element);
    await element.updateComplete;
    const slot = find<HTMLSlotElement>(element, 'slot[name="error"]')!;
    expect(slot.assignedElements().map(words)).to.deep.equal(['Call us.']);
    expect(find(element, '#failure')!.checkVisibility()).to.be.false;
    await element.reload();
    await element.updateComplete;
    expect(element.matches(':state(ready)')).to.be.true;
    expect(!find(element, 'slot[name="error"]')).to.be.true;
  });

  it('asks for a fresh token when it starts again, and shows one widget', async () => {
    const { element, tokens } = await setup();
    await ready(element);
    await element.reload();
    expect(new Set(tokens)).to.have.length(2);
    expect(element.childElementCount).to.equal(1);
    expect(offers(element)).to.have.length(3);
  });

  it('shows one widget when it is started again and again', async () => {
    const { element, events } = await setup();
    await Promise.all([element.reload(), element.reload(), element.reload()]);
    expect(element.matches(':state(ready)')).to.be.true;
    expect(element.childElementCount).to.equal(1);
    expect(events.filter(({ type }) => type === 'lending-ready')).to.have.length(1);
  });

  it('leaves nothing when it is removed while it loads', async () => {
    const { element, mount, events } = await setup();
    element.remove();
    // Another one that starts later and gets there tells that the first has had its time.
    const later = await mount();
    await ready(later);
    expect(element.childElementCount).to.equal(0);
    expect(events.filter(({ type }) => type !== 'lending-loading').map(({ target }) => target === later)).to.eql([
      true,
    ]);
  });

  it('leaves nothing when it is removed while the widget starts', async () => {
    const { element, mount, events } = await setup();
    const container = await new Promise<Element>((resolve) =>
      new MutationObserver(([record]) => {
        element.remove();
        resolve(record!.addedNodes[0] as Element);
      }).observe(element, { childList: true }),
    );
    await ready(await mount());
    expect(element.childElementCount + container.childElementCount).to.equal(0);
    expect(events.filter(({ type }) => type === 'lending-ready').length).to.equal(1);
  });

  it('takes the widget away when it is removed, and starts afresh when it comes back', async () => {
    const { element, place, tokens } = await setup();
    await ready(element);
    element.remove();
    await waitUntil(() => element.childElementCount === 0, 'the container is gone');
    place.append(element);
    await waitUntil(() => offers(element).length === 3, 'the offers are back');
    expect(tokens).to.have.length(2);
  });

  it('goes on when it is moved', async () => {
    const { element, place, tokens, events } = await setup();
    await ready(element);
    const [container] = element.children;
    const elsewhere = document.createElement('section');
    place.append(elsewhere);
    elsewhere.append(element);
    await element.updateComplete;
    expect(element.children[0] === container, 'it is the same widget').to.be.true;
    expect(offers(element)).to.have.length(3);
    expect(tokens).to.have.length(1);
    expect(events.filter(({ type }) => type === 'lending-loading')).to.have.length(1);
  });

  it('loads the script once for several on a page, each with a token of its own', async () => {
    const widget = freshScript();
    const { element, mount, tokens } = await setup({ handler: { widget } });
    const second = await mount();
    await Promise.all([ready(element), ready(second)]);
    expect(scriptTags(widget.script_url)).to.equal(1);
    expect(new Set(tokens)).to.have.length(2);
    second.remove();
    await waitUntil(() => second.childElementCount === 0, 'the second is gone');
    expect(offers(element), 'the first stays').to.have.length(3);
  });
});
