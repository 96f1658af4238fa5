import { handOff } from '../../../src/schema/widget/widget-settings.js';
import { ODD_TOKENS, scriptOf, STYLES, type Style } from '../../fixtures/vendor/styles.js';
import { shownIn, startHandOff } from '../embed-code/embed-page.js';
import { expect, fixture, html, waitUntil } from '../../support/component.js';

const page = globalThis as unknown as Record<string, unknown>;
let containers = 0;

describe('startWidget, in every style', () => {
  async function setup(style: Style, accessToken: string) {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.id = `styles-${++containers}`;
    const asked: string[] = [];
    const leave = new AbortController();
    const settings = handOff.parse(JSON.parse(JSON.stringify(style.handOff)));
    const start = () =>
      startHandOff(settings, {
        accessToken,
        getToken: async () => (asked.push(accessToken), accessToken),
        container,
        scriptUrl: scriptOf(style),
        signal: leave.signal,
      });
    const shows = () => waitUntil(() => shownIn(container) !== undefined, 'it shows a token');
    return { container, start, leave, shows, asked };
  }
  /** A widget that shows its token. */
  async function running(style: Style, accessToken: string) {
    const made = await setup(style, accessToken);
    const stop = await made.start();
    await made.shows();
    return { ...made, stop };
  }

  const globals = (style: Style) => Object.keys(window).filter((name) => name !== style.defines);
  const ownTags = ({ id }: Element) => document.querySelectorAll(`script[data-lending-for="${id}"]`).length;

  for (const [what, style] of Object.entries(STYLES)) {
    describe(what, () => {
      it('shows the token, and leaves nothing behind', async () => {
        const before = globals(style);
        const { container, stop } = await running(style, 'a-token');
        expect(shownIn(container)).to.equal('a-token');
        stop();
        expect(container.childNodes).to.have.length(0);
        expect(ownTags(container)).to.equal(0);
        expect(globals(style)).to.deep.equal(before);
        stop();
      });

      it('runs twice at the same time, each with its own token', async () => {
        const before = globals(style);
        const both = [await setup(style, 'one'), await setup(style, 'two')];
        const stops = await Promise.all(both.map(({ start }) => start()));
        await Promise.all(both.map(({ shows }) => shows()));
        expect(both.map(({ container }) => shownIn(container))).to.deep.equal(['one', 'two']);
        for (const { container } of both) expect(shownIn(container)).to.be.ok;
        stops[0]!();
        expect(both[0]!.container.childNodes).to.have.length(0);
        stops[1]!();
        for (const { container } of both) expect(container.childNodes.length + ownTags(container)).to.equal(0);
        expect(globals(style)).to.deep.equal(before);
      });

      it('leaves nothing when it is stopped while it loads', async () => {
        const before = globals(style);
        const { container, start, leave } = await setup(style, 'a-token');
        const started = start().then(
          () => undefined,
          (error: Error) => error.message,
        );
        // After two microtasks, some styles have begun to load and others have not.
        await Promise.resolve();
        await Promise.resolve();
        leave.abort(new Error('gone'));
        expect(await started).to.equal('gone');
        expect(container.childNodes.length + ownTags(container)).to.equal(0);
        expect(globals(style)).to.deep.equal(before);
        // When a widget that starts later is visible, the first one would be visible too.
        const later = await running(style, 'later');
        expect(shownIn(later.container)).to.equal('later');
        expect(container.childNodes.length + ownTags(container)).to.equal(0);
        later.stop();
        expect(globals(style)).to.deep.equal(before);
      });

      it('does not start if it was stopped before', async () => {
        const { container, start, leave } = await setup(style, 'a-token');
        leave.abort(new Error('gone'));
        expect(await start().catch((error: Error) => error.message)).to.equal('gone');
        expect(container.childNodes.length + ownTags(container)).to.equal(0);
      });

      for (const [kind, token] of Object.entries(ODD_TOKENS)) {
        it(`passes on a token of ${kind} unchanged`, async () => {
          const { container, stop } = await running(style, token);
          expect(shownIn(container) === token, JSON.stringify(shownIn(container))?.slice(0, 100)).to.be.true;
          stop();
          expect(page['attacked']).to.be.undefined;
        });
      }
    });
  }

  it('stops a script that is still loading', async () => {
    const style = STYLES['the address of the script']!;
    const { container, start, leave } = await setup(style, 'a-token');
    const failures: string[] = [];
    const listen = ({ message }: ErrorEvent) => failures.push(message);
    addEventListener('error', listen);
    const started = start().catch(() => undefined);
    await waitUntil(() => ownTags(container) === 1, 'the script is on its way', { interval: 1 });
    leave.abort();
    await started;
    expect(ownTags(container)).to.equal(0);
    // Starts the same script again: the earlier request has ended by then.
    const later = await setup(style, 'later');
    const stop = await later.start();
    stop();
    expect(ownTags(container)).to.equal(0);
    expect(container.childNodes).to.have.length(0);
    removeEventListener('error', listen);
    expect(failures).to.be.empty;
  });

  it('does not respond to an element after it has stopped it', async () => {
    const { container, asked, stop } = await running(STYLES['an element that asks, and is answered']!, 'a-token');
    const element = container.querySelector('vendor-widget')!;
    stop();
    const before = asked.length;
    element.dispatchEvent(new CustomEvent('vendor-token-needed'));
    await Promise.resolve();
    expect(asked.length).to.equal(before);
  });

  it('responds only to its own frame, and only to the agreed messages', async () => {
    const style = STYLES['a message to a frame that is ready']!;
    const { start, shows } = await setup(style, 'a-token');
    const heard: unknown[] = [];
    const listen = ({ data }: MessageEvent) => heard.push(data);
    addEventListener('message', listen);
    const stop = await start();
    await shows();
    postMessage({ type: 'vendor-ready' }, location.origin);
    const other = await fixture<HTMLIFrameElement>(html`<iframe title="other" srcdoc="&lt;p&gt;other"></iframe>`);
    const told: unknown[] = [];
    await waitUntil(() => other.contentDocument?.querySelector('p'), 'the other frame is there');
    other.contentWindow!.addEventListener('message', ({ data }) => told.push(data));
    const script = other.contentDocument!.createElement('script');
    script.text = `parent.postMessage({ type: 'vendor-ready' }, '*')`;
    other.contentDocument!.body.append(script);
    await waitUntil(() => heard.length >= 3, 'all have said that they are ready');
    other.contentWindow!.postMessage('the end', '*');
    await waitUntil(() => told.includes('the end'), 'what was sent before has come');
    stop();
    removeEventListener('message', listen);
    expect(JSON.stringify(heard)).not.to.include('a-token');
    expect(told).to.deep.equal(['the end']);
  });

  it('restores the earlier content of the page', async () => {
    page['VendorBefore'] = { settings: 'the page’s', mine: true };
    const style = STYLES['a global before the load']!;
    const both = [await setup(style, 'one'), await setup(style, 'two')];
    const stops = await Promise.all(both.map(({ start }) => start()));
    for (const stop of stops) stop();
    expect(page['VendorBefore']).to.deep.equal({ settings: 'the page’s', mine: true });
    delete page['VendorBefore'];
  });

  it('stops everything else when the widget cannot be stopped', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const told: unknown[] = [];
    const { onerror } = window;
    const listen = (_message: unknown, _source: unknown, _line: unknown, _column: unknown, error?: Error) =>
      told.push(error?.message);
    Object.assign(window, { onerror: listen });
    page['Stubborn'] = {
      destroy() {
        throw new Error('no');
      },
    };
    const stop = await startHandOff(
      { globals: { stubbornSettings: 1 }, global: 'Stubborn', element: {}, destroy: 'destroy' },
      { accessToken: '', getToken: async () => '', container },
    );
    stop();
    Object.assign(window, { onerror });
    delete page['Stubborn'];
    expect(told).to.deep.equal(['no']);
    expect(container.childNodes).to.have.length(0);
    expect('stubbornSettings' in window).to.be.false;
  });
});
