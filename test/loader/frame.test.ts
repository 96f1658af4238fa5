import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { addLanguage } from '../../src/base/text.js';
import { LendingWidgetElement } from '../../src/components/lending-widget.js';
import type { LendingError } from '../../src/errors.js';
import { readError, readHeight, readMessage } from '../../src/loader/frame-messages.js';
import { runInFrame } from '../../src/loader/frame.js';
import { waitUntil } from '../support/wait.js';

LendingWidgetElement.define();

/** A frame document that listens, and then does this with its `port` and the `start` that crosses it. */
const documentThat = (does: string) =>
  `data:text/html,${encodeURIComponent(`<script>
    addEventListener('message', ({ ports: [port] }) => port.onmessage = ({ data: start }) => { ${does} }, { once: true });
    parent.postMessage('lending-frame', '*');
  </script>`)}`;
const READY = `port.postMessage({ type: 'ready' });`;

describe('runInFrame', () => {
  async function setup(does: string, more: Partial<Parameters<typeof runInFrame>[0]> = {}) {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const stopping = new AbortController();
    const started = runInFrame({
      container,
      config: {},
      frameUrl: documentThat(does),
      title: 'Offers',
      lang: 'en',
      accessToken: 'a-token',
      getToken: async () => 'another-token',
      signal: stopping.signal,
      ...more,
    });
    return { container, stopping, started, frames: () => container.querySelectorAll('iframe').length };
  }
  const errorOf = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail('It resolved.'),
      (error: unknown) => error as LendingError,
    );

  it('resolves with what takes the frame away', async () => {
    const { started, frames } = await setup(READY);
    const stop = await started;
    expect(frames()).to.equal(1);
    stop();
    expect(frames()).to.equal(0);
  });

  it('rejects with the reason of the signal, and leaves nothing', async () => {
    const { started, stopping, frames } = await setup('');
    stopping.abort(new Error('removed'));
    expect(await errorOf(started)).to.have.property('message', 'removed');
    expect(frames()).to.equal(0);
    await errorOf((await setup('', { signal: stopping.signal })).started);
  });

  it('tells at once, with its remedy, what the frame says', async () => {
    const failed = `port.postMessage({ type: 'failed', code: 'script-threw', message: 'It threw.', remedy: 'See.', recoverable: true });`;
    const { started, frames } = await setup(failed);
    const { code, message, remedy, recoverable } = await errorOf(started);
    expect([code, message, remedy, recoverable]).to.deep.equal(['script-threw', 'It threw. See.', 'See.', true]);
    expect(frames()).to.equal(0);
  });

  it('answers a request for a token, and says so when there is none', async () => {
    for (const [getToken, answer] of [
      [async () => 'another-token', 'another-token'],
      [() => Promise.reject(new Error('no')), undefined],
    ] as const) {
      const does = `port.onmessage = ({ data }) => port.postMessage({ type: 'failed', message: String(data.accessToken) });
        port.postMessage({ type: 'token' });`;
      const { started } = await setup(does, { getToken });
      expect((await errorOf(started)).message).to.contain(String(answer));
    }
  });

  it('asks for no token any more when it is over', async () => {
    let asked = 0;
    const getToken = async () => `token-${++asked}`;
    const does = `setInterval(() => port.postMessage({ type: 'token' }), 5); ${READY}`;
    const stop = await (await setup(does, { getToken })).started;
    await waitUntil(() => asked === 1, 'it is asked');
    stop();
    await aTimeout(1300);
    expect(asked).to.equal(1);
  });
});

describe('readMessage', () => {
  it('takes anything', () => {
    for (const data of [null, undefined, 1, 'ready', [], {}, { type: null }]) {
      const said = readMessage(data);
      expect([said['type'] ?? undefined, readHeight(said)]).to.deep.equal([undefined, false]);
      expect(readError(said).code).to.equal('widget-failed');
    }
  });
});

describe('<lending-widget isolation="frame">', () => {
  const makeWidget = (lang: string) =>
    Object.assign(new LendingWidgetElement(), {
      lang,
      accessToken: 'a-token',
      widget: {
        script_url: 'https://lender.example/w.js',
        tokenless: true,
        isolation: 'frame',
        frame_url: documentThat(READY),
      },
    });
  const ready = (element: Element) => waitUntil(() => element.matches(':state(ready)'), 'it is ready');

  it('is accessible, and calls the frame by its heading in its own language', async () => {
    for (const [lang, title] of [
      ['en', 'Your offers'],
      ['cy', 'Eich cynigion'],
    ] as const) {
      const element = makeWidget(lang);
      (await fixture(html`<main></main>`)).append(element);
      await ready(element);
      expect(element.querySelector('iframe')!.title).to.equal(title);
      await expect(element).to.be.accessible();
      addLanguage('cy', { 'widget.heading': 'Eich cynigion' });
    }
  });

  it('leaves nothing when it is removed', async () => {
    const place = await fixture(html`<main></main>`);
    const element = makeWidget('en');
    place.append(element);
    await ready(element);
    element.remove();
    await waitUntil(() => !element.childElementCount, 'it is empty');
  });
});
