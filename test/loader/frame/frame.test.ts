import { addLanguage } from '../../../src/base/text.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import { runInFrame } from '../../../src/loader/frame/frame.js';
import { readError, readHeight, readMessage } from '../../../src/loader/frame/frame-messages.js';
import { expect, fixture, html, pause, refusal, rejection, waitUntil } from '../../support/component.js';
import { reactive } from '../../support/reactive.js';

LendingWidgetElement.define();

/** A frame document that waits for the start message, and then runs `does` with the variables `port` and `start`. */
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
    expect(await rejection(started)).to.have.property('message', 'removed');
    expect(frames()).to.equal(0);
    expect(await rejection((await setup('', { signal: stopping.signal })).started)).to.exist;
  });

  it('tells at once, with its remedy, what the frame says', async () => {
    const failed = `port.postMessage({ type: 'failed', code: 'script-threw', message: 'It threw.', remedy: 'See.', recoverable: true });`;
    const { started, frames } = await setup(failed);
    const { code, message, remedy, recoverable } = await refusal(started);
    expect([code, message, remedy, recoverable]).to.deep.equal(['script-threw', 'It threw.', 'See.', true]);
    expect(frames()).to.equal(0);
  });

  it('gives the frame the settings, also if a framework has made them reactive', async () => {
    const does = `port.postMessage({ type: 'failed', message: start.config.mount.selector });`;
    const { started } = await setup(does, { config: reactive({ mount: { selector: '#offers' } }) as never });
    expect((await refusal(started)).message).to.contain('#offers');
  });

  it('answers a request for a token, and says so when there is none', async () => {
    for (const [getToken, answer] of [
      [async () => 'another-token', 'another-token'],
      [() => Promise.reject(new Error('no')), undefined],
    ] as const) {
      const does = `port.onmessage = ({ data }) => port.postMessage({ type: 'failed', message: String(data.accessToken) });
        port.postMessage({ type: 'token' });`;
      const { started } = await setup(does, { getToken });
      expect((await refusal(started)).message).to.contain(String(answer));
    }
  });

  it('asks for no token any more when it is over', async () => {
    let asked = 0;
    const getToken = async () => `token-${++asked}`;
    const does = `setInterval(() => port.postMessage({ type: 'token' }), 5); ${READY}`;
    const stop = await (await setup(does, { getToken })).started;
    await waitUntil(() => asked === 1, 'it is asked');
    stop();
    await pause(1300);
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
        scriptUrl: 'https://lender.example/w.js',
        tokenless: true,
        isolation: 'frame',
        frameUrl: documentThat(READY),
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
