import { expect, fixture, html } from '@open-wc/testing';
import { LendingError, type LendingErrorCode } from '../../src/errors.js';
import { startWidget } from '../../src/loader/hand-off.js';
import type { HandOff } from '../../src/schema/hand-off.js';

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
      startWidget(handOff, {
        accessToken: 'a-token',
        getToken: async () => 'another-token',
        container,
        signal: new AbortController().signal,
      });
    const refusal = async (code: LendingErrorCode) => {
      const error = await start().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(LendingError).with.property('code', code);
      return error as LendingError;
    };
    return { start, refusal, container };
  }

  it('hands the token and the container over', async () => {
    const given: { token: string; container: Element }[] = [];
    const { start, container } = setup({ init: (options: (typeof given)[0]) => void given.push(options) });
    await start();
    expect(given).to.have.length(1);
    expect(given[0]!.token).to.equal('a-token');
    expect(given[0]!.container === container).to.be.true;
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
    ['there is no global', undefined],
    ['the global is no object', 5],
    ['the global has no such function', { begin: () => undefined }],
    ['what should be a function is none', { init: 'init' }],
  ] as const) {
    it(`refuses to start where ${what}`, async () => {
      expect((await setup(api).refusal('script-no-global')).message).to.include('TestWidget');
    });
  }

  for (const markup of [
    html`<a id="TestWidget" href="https://partner.example/"></a>`,
    html`<form id="TestWidget"><input name="init" /></form>`,
    html`<div><a id="TestWidget"></a><a id="TestWidget" name="init"></a></div>`,
    html`<iframe name="TestWidget" srcdoc="x"></iframe>`,
  ]) {
    it(`does not take ${markup.strings[0]!.slice(0, 32)}… for the script’s global`, async () => {
      await fixture(markup);
      expect(page['TestWidget'], 'the page clobbers the name').to.be.ok;
      await setup(undefined).refusal('script-no-global');
    });
  }

  for (const [init, markup] of [
    ['click', html`<button id="TestWidget"></button>`],
    ['item', html`<div><a id="TestWidget"></a><a id="TestWidget"></a></div>`],
  ] as const) {
    it(`does not take an element, or several, with a method ${init} for the script’s global`, async () => {
      await fixture(markup);
      await setup(undefined, { init }).refusal('script-no-global');
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
    it(`says that the widget did not start when it ${how}`, async () => {
      const error = await setup({ init }).refusal('widget-failed');
      expect(error.recoverable).to.be.true;
      expect((error.cause as Error).message).to.equal('no');
      expect(`${error.message} ${error.stack}`).not.to.include('a-token');
    });
  }

  it('stops what it started, and not its neighbour', async () => {
    const stopped: string[] = [];
    const init = () => ({ destroy: () => stopped.push('this one') });
    const stop = await setup({ init, destroy: () => stopped.push('all') }, { destroy: 'destroy' }).start();
    stop();
    expect(stopped).to.deep.equal(['this one']);
  });

  it('stops the widget through its global where there is no other way', async () => {
    const stopped: string[] = [];
    const stop = await setup(
      { init: () => undefined, destroy: () => stopped.push('all') },
      { destroy: 'destroy' },
    ).start();
    stop();
    expect(stopped).to.deep.equal(['all']);
  });

  it('has nothing to stop where there is no such function', async () => {
    (await setup({ init: () => undefined }, { destroy: 'destroy' }).start())();
    (await setup({ init: () => undefined }).start())();
  });
});
