import type { LendingError, LendingErrorCode } from '../../../src/errors.js';
import { runWidget } from '../../../src/loader/run-widget.js';
import type { HandOff } from '../../../src/schema/widget/widget-settings.js';
import {
  eventAfter,
  expect,
  fixture,
  html,
  messageAndRemedy,
  pause,
  lendingErrorOf,
  waitUntil,
} from '../../support/component.js';
import { startHandOff } from '../embed-code/embed-page.js';

const page = globalThis as unknown as Record<string, unknown>;

describe('startWidget', () => {
  afterEach(() => {
    delete page['TestWidget'];
  });

  function setup(api: unknown, { init = 'init', destroy }: { init?: string; destroy?: string } = {}) {
    if (api !== undefined) page['TestWidget'] = api;
    const container = document.createElement('div');
    const handOff: HandOff = {
      global: 'TestWidget',
      calls: [{ method: init, arguments: [{ token: '{access_token}', container: '{container}' }] }],
      destroy,
    };
    const start = () =>
      startHandOff(handOff, {
        accessToken: 'a-token',
        getToken: async () => 'another-token',
        container,
      });
    return { start, lendingErrorOf: (code: LendingErrorCode) => lendingErrorOf(start(), code), container };
  }

  function loading(handOff: HandOff, address: string) {
    const container = Object.assign(document.createElement('div'), { id: 'loading' });
    const leave = new AbortController();
    const scriptUrl = new URL(address, import.meta.url).href;
    const offer = { accessToken: 'a-token', getToken: async () => 'another-token', container };
    const load = () => startHandOff(handOff, { ...offer, scriptUrl, signal: leave.signal });
    return { container, load, leave };
  }

  it('passes the token and the container to the widget', async () => {
    const given: { token: string; container: Element }[] = [];
    const { start, container } = setup({ init: (options: (typeof given)[0]) => void given.push(options) });
    await start();
    expect(given).to.have.length(1);
    expect(given[0]!.token).to.equal('a-token');
    expect(given[0]!.container === container).to.be.true;
  });

  it('leaves title and overflow of the page unchanged, except for changes of the page itself', async () => {
    const { style } = document.body;
    const before = document.title;
    const image = document.createElement('img');
    const { start, container } = setup({
      async init() {
        await pause(20);
        document.title = 'Offers';
        container.append(image);
      },
    });
    document.body.append(container);
    image.addEventListener('load', () => (style.overflow = 'hidden'));
    try {
      for (const title of [before, 'Inbox']) {
        const stop = await start();
        expect(document.title).to.equal('Offers');
        // An event of the browser, as at a press of the applicant.
        await eventAfter(
          image,
          'load',
          () => (image.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'),
        );
        expect(style.overflow).to.equal('hidden');
        await pause(0);
        if (title !== before) document.title = title;
        await pause(0);
        stop();
        await pause(20);
        expect([document.title, style.overflow]).to.deep.equal([title, '']);
      }
    } finally {
      document.title = before;
      style.overflow = '';
      container.remove();
    }
  });

  it('calls the function as a method of its global', async () => {
    class Api {
      started = false;
      init() {
        this.started = true;
      }
    }
    const api = new Api();
    await setup(api).start();
    expect(api.started).to.be.true;
  });

  for (const [what, api] of [
    ['the global is missing', undefined],
    ['the global is not an object', 5],
    ['the global has no such function', { begin: () => undefined }],
    ['the function is a string', { init: 'init' }],
  ] as const) {
    it(`rejects a start where ${what}`, async () => {
      expect((await setup(api).lendingErrorOf('script-no-global')).message).to.include('TestWidget');
    });
  }

  for (const [path, value] of [
    ['define.amd', Object.assign(() => undefined, { amd: {} })],
    ['module.exports', { exports: {} }],
  ] as const) {
    it(`names ${path} of the page, to which a script gives its API instead of a global`, async () => {
      const [name] = path.split('.') as [string];
      page[name] = value;
      try {
        const container = await fixture<HTMLElement>(html`<div></div>`);
        const offer = { container, accessToken: 'a-token', getToken: async () => 'another-token' };
        const { signal } = new AbortController();
        const started = runWidget({ ...offer, config: { handOff: { global: 'TestWidget' } }, signal });
        const error = await lendingErrorOf(started, 'script-no-global');
        expect(messageAndRemedy(error)).to.equal(
          `The script ran, but did not define TestWidget. The page has ${path}, so the script may have given its API to that. → Set isolation to "frame". If the error stays: Compare the name with the dashboard’s embed code.`,
        );
      } finally {
        delete page[name];
      }
    });
  }

  for (const [markup, init = 'init'] of [
    [html`<a id="TestWidget" href="https://partner.example/"></a>`],
    [html`<form id="TestWidget"><input name="init" /></form>`],
    [html`<div><a id="TestWidget"></a><a id="TestWidget" name="init"></a></div>`],
    [html`<iframe name="TestWidget" srcdoc="x"></iframe>`],
    [html`<button id="TestWidget"></button>`, 'click'],
    [html`<div><a id="TestWidget"></a><a id="TestWidget"></a></div>`, 'item'],
  ] as const) {
    it(`does not mistake ${markup.strings[0]!.slice(0, 32)}… and its ${init} for the script’s global`, async () => {
      await fixture(markup);
      expect(page['TestWidget'], 'the page clobbers the name').to.be.ok;
      await setup(undefined, { init }).lendingErrorOf('script-no-global');
    });
  }

  for (const [how, init] of [
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ] as const) {
    it(`reports that the widget did not start when it ${how}`, async () => {
      const error = await setup({ init }).lendingErrorOf('widget-failed');
      expect(error.recoverable).to.be.true;
      expect((error.cause as Error).message).to.equal('no');
      expect(`${messageAndRemedy(error)} ${error.stack}`).not.to.include('a-token');
    });
  }

  it('explains the remedy when the widget reports an expired token', async () => {
    const init = () => Promise.reject(Object.assign(new Error('no'), { code: 'token-expired' }));
    const error = await setup({ init }).lendingErrorOf('widget-token-expired');
    expect(error.recoverable).to.be.true;
    expect(error.remedy).to.match(/^Request a new token for each start/);
  });

  it('stops its own widget, and not another one', async () => {
    const stopped: string[] = [];
    const init = () => ({ destroy: () => stopped.push('this one') });
    const stop = await setup({ init, destroy: () => stopped.push('all') }, { destroy: 'destroy' }).start();
    stop();
    expect(stopped).to.deep.equal(['this one']);
  });

  it('stops the widget through its global if the call returned nothing that can stop it', async () => {
    const stopped: string[] = [];
    const stop = await setup(
      { init: () => undefined, destroy: () => stopped.push('all') },
      { destroy: 'destroy' },
    ).start();
    stop();
    expect(stopped).to.deep.equal(['all']);
  });

  it('stops shared parts with the last widget that uses them', async () => {
    const stopped: string[] = [];
    const init = ({ container }: { container: Element }) => void (container.textContent = 'offers');
    const shared = { init, destroy: () => stopped.push('all') };
    const widgets = [setup(shared, { destroy: 'destroy' }), setup(shared, { destroy: 'destroy' })];
    const [first, second] = await Promise.all(widgets.map(({ start }) => start()));
    first!();
    expect(stopped).to.deep.equal([]);
    expect(widgets.map(({ container }) => container.textContent)).to.deep.equal(['', 'offers']);
    second!();
    expect(stopped).to.deep.equal(['all']);
  });

  const anew: Record<string, [string, HandOff]> = {
    'a script': [
      '../../fixtures/second-time.js',
      { global: 'SecondTime', calls: [{ method: 'init', arguments: [{ container: '{container}' }] }] },
    ],
    'a module': [
      '../../fixtures/second-time-module.js',
      { type: 'module', export: 'start', calls: [{ arguments: [{ container: '{container}' }] }] },
    ],
  };
  for (const [what, [address, handOff]] of Object.entries(anew)) {
    it(`loads ${what} again that did not define its global or export`, async () => {
      const { container, load } = loading(handOff, address);
      expect(await load().catch(({ code }: LendingError) => code)).to.equal('script-no-global');
      await load();
      expect(container.textContent).to.equal('offers');
    });
  }

  it('inserts no further script element when it is stopped between two attempts', async () => {
    const { container, load, leave } = loading({ script: { 'data-mine': 'yes' } }, '../../fixtures/missing.js?stopped');
    const tags = () => document.querySelectorAll(`[data-lending-for="${container.id}"]`).length;
    const put: Node[] = [];
    const observer = new MutationObserver((records) => records.forEach(({ addedNodes }) => put.push(...addedNodes)));
    const loaded = load().catch((error: Error) => error.message);
    await waitUntil(() => tags() === 1, 'the first attempt is under way', { interval: 1 });
    await waitUntil(() => tags() === 0, 'the first attempt has failed', { interval: 1 });
    observer.observe(document.head, { childList: true });
    leave.abort(new Error('gone'));
    expect(await loaded).to.equal('gone');
    // Waits for as long as the pause of a retry may last.
    await pause(500);
    observer.disconnect();
    expect(put).to.deep.equal([]);
  });

  it('stops nothing if the function is missing', async () => {
    (await setup({ init: () => undefined }, { destroy: 'destroy' }).start())();
    (await setup({ init: () => undefined }).start())();
  });
});
