import type { ServerAdapter } from '../../../src/adapter/types.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import { expect, pause, waitUntil } from '../../support/component.js';
import { failed, ready, setup } from '../../support/widget.js';

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
    await waitUntil(() => second.tokens === 1, 'it has a token of its own');
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
