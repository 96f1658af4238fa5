import { Outcome } from '../../../src/loader/embed-code/outcome.js';
import { classicText, isUnrepeatable } from '../../../src/loader/embed-code/second-mount.js';
import { expect, external, forget, note, ran, setup, vendor } from './embed-page.js';

describe('runEmbedCode', () => {
  afterEach(forget);

  it('runs elements and scripts in the order of the document', async () => {
    const { run } = await setup(`
      <script>${note('first')}</script>
      ${external('second')}
      <div><p id="inner"><script>${note('third')}; ran.push(document.getElementById('after') ? 'too early' : 'in turn')</script></p></div>
      <p id="after"></p>
      ${external('fourth')}<script>${note('fifth')}</script>`);
    await run();
    expect(ran()).to.equal('first second third in turn fourth fifth');
  });

  it('runs deferred scripts and modules after the rest, in their order', async () => {
    const { run } = await setup(`
      ${external('deferred', 'defer')}
      <script type="module">${note('module')}; ran.push(document.getElementById('end') ? 'all there' : 'too early')</script>
      <script type="module" src="${vendor('order-module.js')}?name=external-module"></script>
      ${external('last', 'defer')}
      <script>${note('first')}</script>
      <script defer>${note('inline')}</script>
      <p id="end"></p>`);
    await run();
    expect(ran()).to.equal('first inline deferred module all there external-module last');
  });

  it('keeps comments, nested elements, templates and content for browsers without scripts', async () => {
    const { run, container } = await setup(
      `<p></p><!-- {container_id} --><table><tr><td>1</td></tr></table><template><i>{access_token}</i></template>
      <noscript><img src="/missing.png"><script>${note('never')}</script></noscript>
      <svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>`,
    );
    await run();
    expect(container.childNodes[1]!.nodeValue).to.equal(` ${container.id} `);
    expect(container.querySelectorAll('table td')).to.have.length(1);
    expect(container.querySelector('template')!.content.querySelectorAll('i')).to.have.length(1);
    expect(container.querySelector('path')).to.be.instanceOf(SVGElement);
    expect(container.querySelectorAll('img')).to.have.length(0);
    expect(ran()).to.be.undefined;
  });

  it('continues after an inline script that throws, as a browser does, and reports the last error', async () => {
    const { onerror } = window;
    const told: unknown[] = [];
    Object.assign(window, { onerror: (message: unknown) => (told.push(message), true) });
    const throws = `<script>throw new Error('no')</script><script type="module">throw new Error('no')</script>`;
    await (await setup(`${throws}<script type="module">${note('then')}</script>`)).run();
    const { message } = await (
      await setup(`<script>${note('before')}</script>${throws}`)
    ).lendingErrorOf('script-threw');
    Object.assign(window, { onerror });
    expect(ran()).to.equal('then before');
    expect(told).to.have.length(4);
    expect(message).to.include('Error: no');
  });

  it('gives an element its token immediately, and never the placeholder', async () => {
    const seen: unknown[] = [];
    customElements.define(
      'embed-watcher',
      class extends HTMLElement {
        static observedAttributes = ['token'];
        attributeChangedCallback(_name: string, _before: unknown, token: string) {
          seen.push(token);
        }
      },
    );
    await (await setup('<embed-watcher token="{access_token}"></embed-watcher>')).run();
    expect(seen).to.deep.equal(['a-token']);
  });
});

describe('text of the embed code itself', () => {
  /** Whether the widget counts as visible by a text of `code`, before and after all scripts have run. */
  function counted(code: string): boolean[] {
    const { content } = Object.assign(document.createElement('template'), { innerHTML: code });
    const nodes = [...content.querySelectorAll('*')].flatMap((one) => [one, ...one.childNodes]);
    const own = new AbortController();
    const run = { own: new Set<Node>(nodes), complete: new Set(), failures: [], start: { signal: own.signal } };
    const outcome = new Outcome(run as never, content, () => {});
    const counts = () => outcome.counts(content.firstElementChild!, false);
    const before = counts();
    outcome.loadedAt = performance.now();
    own.abort();
    return [before, counts()];
  }

  it('may say that the widget is loading, so it does not count before everything has run', () => {
    expect(counted('<p>Offers</p>')).to.deep.equal([false, true]);
  });

  it('does not count if there is a script, unless it is that of a link or a button', () => {
    expect(counted('<p>Loading</p><script>load()</script>')).to.deep.equal([false, false]);
    expect(counted('<button>Offers</button><script>load()</script>')).to.deep.equal([false, true]);
  });
});

describe('embed code that declares names', () => {
  const isSpentAfterOneRun = (more: string) => {
    const text = `const widget = '${more.length}'`;
    const code = `<script>${text}</script>${more}`;
    const parsed = new DOMParser().parseFromString(code, 'text/html');
    classicText(text, code, false);
    return isUnrepeatable(code, parsed);
  };

  it('can run again if nothing else uses them', () => {
    for (const more of ['', '<p>Offers</p>', '<script type="application/json">{}</script>'])
      expect(isSpentAfterOneRun(more), more).to.be.false;
  });

  it('cannot run again if a later script or a handler may use them', () => {
    for (const more of ['<script>show(widget)</script>', '<p onclick="show(widget)">Offers</p>'])
      expect(isSpentAfterOneRun(more), more).to.be.true;
  });
});
