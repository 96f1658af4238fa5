import type { LendingErrorEvent } from '../../../src/base/events.js';
import { addLanguage } from '../../../src/base/text/text.js';
import { LendingWidgetElement } from '../../../src/components/widget/lending-widget.js';
import { runInFrame } from '../../../src/loader/frame/frame.js';
import { readError, readHeight, readMessage } from '../../../src/loader/frame/frame-messages.js';
import {
  expect,
  fixture,
  html,
  pause,
  reactive,
  lendingErrorOf,
  rejection,
  waitUntil,
} from '../../support/component.js';

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
      config: { frameUrl: documentThat(does) },
      labels: () => ({ title: 'Offers', close: 'Close' }),
      lang: 'en',
      mayCover: () => true,
      accessToken: 'a-token',
      getToken: async () => 'another-token',
      signal: stopping.signal,
      ...more,
    }).catch((error: unknown) => {
      stopping.abort(error);
      throw error;
    });
    return { container, stopping, started, frames: () => container.shadowRoot?.querySelectorAll('iframe').length ?? 0 };
  }
  it('shows a frame until its signal aborts', async () => {
    const { started, stopping, frames } = await setup(READY);
    await started;
    expect(frames()).to.equal(1);
    stopping.abort();
    expect(frames()).to.equal(0);
  });

  it('rejects with the reason of the signal, and leaves nothing', async () => {
    const { started, stopping, frames } = await setup('');
    stopping.abort(new Error('removed'));
    expect(await rejection(started)).to.have.property('message', 'removed');
    expect(frames()).to.equal(0);
    expect(await rejection((await setup('', { signal: stopping.signal })).started)).to.exist;
  });

  it('reports a failure of the frame immediately, with its remedy', async () => {
    const failed = `port.postMessage({ type: 'failed', code: 'script-threw', message: 'It threw.', remedy: 'See.', recoverable: true });`;
    const { started, frames } = await setup(failed);
    const { code, message, remedy, recoverable } = await lendingErrorOf(started);
    expect([code, message, remedy, recoverable]).to.deep.equal(['script-threw', 'It threw.', 'See.', true]);
    expect(frames()).to.equal(0);
  });

  it('gives the frame the settings, also if a framework has made them reactive', async () => {
    const does = `port.postMessage({ type: 'failed', message: start.config.mount.selector });`;
    const config = { frameUrl: documentThat(does), mount: { selector: '#offers' } };
    const { started } = await setup(does, { config: reactive(config) as never });
    expect((await lendingErrorOf(started)).message).to.contain('#offers');
  });

  it('answers a request for a token, and reports that there is none', async () => {
    for (const [getToken, answer] of [
      [async () => 'another-token', 'another-token'],
      [() => Promise.reject(new Error('no')), undefined],
    ] as const) {
      const does = `port.onmessage = ({ data }) => port.postMessage({ type: 'failed', message: String(data.accessToken) });
        port.postMessage({ type: 'token' });`;
      const { started } = await setup(does, { getToken });
      expect((await lendingErrorOf(started)).message).to.contain(String(answer));
    }
  });

  it('reports a frame that navigates: as an error before it is ready, as a loss after that', async () => {
    const leave = `setTimeout(() => location.replace('data:text/html,A bank'), 300);`;
    const { started } = await setup(leave);
    expect((await lendingErrorOf(started)).message).to.contain('has left its page');
    let gone: unknown;
    await (
      await setup(READY + leave, { lost: (error) => (gone = error) })
    ).started;
    await waitUntil(() => gone, 'it is lost');
    expect(gone).to.have.property('code', 'widget-failed');
  });

  it('keeps a frame that rewrites its document', async () => {
    const write = `setTimeout(() => { document.open(); document.write('Offers'); document.close(); }, 100);`;
    const kept = `port.onmessage = ({ data }) => data.type === 'ping' && port.postMessage({ type: 'pong' });`;
    let gone: unknown;
    const { started } = await setup(kept + READY + write, { lost: (error) => (gone = error) });
    await started;
    await pause(1200);
    expect(gone).to.equal(undefined);
  });

  it('requests no more tokens after it is stopped', async () => {
    let asked = 0;
    const getToken = async () => `token-${++asked}`;
    const does = `setInterval(() => port.postMessage({ type: 'token' }), 5); ${READY}`;
    const { started, stopping } = await setup(does, { getToken });
    await started;
    await waitUntil(() => asked === 1, 'it is asked');
    stopping.abort();
    await pause(1300);
    expect(asked).to.equal(1);
  });
});

describe('readMessage', () => {
  it('reads any data without an error', () => {
    for (const data of [null, undefined, 1, 'ready', [], {}, { type: null }]) {
      const said = readMessage(data);
      expect([said['type'] ?? undefined, readHeight(said['box'])]).to.deep.equal([undefined, 'NaNpx']);
      expect(readError(said).code).to.equal('widget-failed');
    }
  });
});

describe('<lending-widget isolation="frame">', () => {
  const makeWidget = (lang: string, does = READY) =>
    Object.assign(new LendingWidgetElement(), {
      lang,
      accessToken: 'a-token',
      widget: {
        scriptUrl: 'https://lender.example/w.js',
        withoutToken: true,
        isolation: 'frame',
        frameUrl: documentThat(does),
      },
    });
  const frameOf = (element: Element) => element.querySelector('div')!.shadowRoot!.querySelector('iframe')!;
  const ready = (element: Element) => waitUntil(() => element.matches(':state(ready)'), 'it is ready');

  it('is accessible, and names the frame like its heading, in its language', async () => {
    for (const [lang, title] of [
      ['en', 'Your offers'],
      ['cy', 'Eich cynigion'],
    ] as const) {
      const element = makeWidget(lang);
      (await fixture(html`<main></main>`)).append(element);
      await ready(element);
      expect(frameOf(element).title).to.equal(title);
      await expect(element).to.be.accessible();
      addLanguage('cy', { 'widget.heading': 'Eich cynigion' });
    }
  });

  it('names the frame again when the language of the page changes', async () => {
    addLanguage('cy', { 'widget.heading': 'Eich cynigion' });
    const element = makeWidget('en');
    (await fixture(html`<main></main>`)).append(element);
    await ready(element);
    element.lang = 'cy';
    await waitUntil(() => frameOf(element).title === 'Eich cynigion', 'it has its new name');
  });

  it('sends the frame its colour scheme, also when the page changes it', async () => {
    const place = await fixture<HTMLElement>(html`<main></main>`);
    place.style.colorScheme = 'light';
    const does = `let schemes = [start.scheme];
      port.onmessage = ({ data }) => { schemes.push(data.scheme); port.postMessage({ type: 'failed', message: schemes.join() }); };
      ${READY}`;
    const element = makeWidget('en', does);
    let told = '';
    place.addEventListener('lending-error', (event) => (told = (event as LendingErrorEvent).error.message));
    place.append(element);
    await ready(element);
    place.style.colorScheme = 'dark';
    await waitUntil(() => told, 'it is told');
    expect(told).to.contain('light,dark');
  });

  it('rejects an unknown way to show dialogs', async () => {
    const element = Object.assign(makeWidget('en'), { dialogs: 'inlin' });
    (await fixture(html`<main></main>`)).append(element);
    await waitUntil(() => element.matches(':state(failed)'), 'it fails');
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
