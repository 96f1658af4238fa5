import { classicText, isUnrepeatable, noteModule } from '../../../src/loader/embed-code/second-mount.js';
import { expect, external, forget, type LendingError, note, ran, setup, vendor } from './embed-page.js';

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

  it('removes the code of its inline scripts when they have run, and keeps data', async () => {
    const read = `ran.push(document.currentScript.text.includes('a-token'))`;
    const data = '<script type="application/json">{ "a": 1 }</script>';
    const { run, container } = await setup(
      `<script>${note('{access_token}')}; ${read}</script><script type="module">${note('{access_token}')}</script>${data}`,
    );
    await run();
    expect(ran()).to.equal('a-token true a-token');
    expect(container.innerHTML).to.include('{ "a": 1 }').and.not.to.include('a-token');
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

/** Code with an element that a script changes. */
const changed = (element: string, how: string, type = 'module') =>
  `${element}<script type="${type}">var o = document.querySelector('.o'); ${how}</script>`;
const SHOWN: Readonly<Record<string, string>> = {
  'words that a module changes': changed('<p class="o">x</p>', `o.firstChild.nodeValue = 'Offers'`),
  'words that a script changes': changed('<p class="o">x</p>', `o.firstChild.nodeValue = 'Offers'`, ''),
  'words in code with an id that is there twice': changed(
    '<i id="two"></i><i id="two"></i><p class="o">x</p>',
    `o.textContent = 'Offers'`,
  ),
  'an element that a module uncovers': changed('<p class="o" hidden>Offers</p>', 'o.hidden = false'),
  'a part of an element that loses its style': changed(
    '<div class="o" style="display: none"><b>1</b></div>',
    `o.style = ''`,
    '',
  ),
  'an element that a script uncovers before it throws': changed(
    '<p class="o" hidden>Offers</p>',
    'o.hidden = false; null.x',
    '',
  ),
  'HTML that a library fills': changed(
    '<style>[v-cloak] { display: none }</style><p class="o" v-cloak>{{ offers }}</p>',
    `o.firstChild.data = 'Offers'; o.removeAttribute('v-cloak')`,
  ),
  'words with the token, next to a script that throws': '<p>For {access_token}</p><script>null.x</script>',
  'words that stay, next to a script': '<p>Offers</p><script>1</script>',
  'a link with a picture': '<a href="#x"><svg width="9" height="9"></svg></a><script>1</script>',
  'a button whose text ends with an ellipsis': '<button>Show offers…</button><script>1</script>',
  'a frame into which a script writes': `<iframe class="o"></iframe><script>document.querySelector('iframe.o').contentDocument.write('Offers')</script>`,
};
/** The error of each, or `ready` if it is ready only at the time limit. */
const NOT_SHOWN: Readonly<Record<string, [code: string, end: string]>> = {
  'words that say Loading': ['<p>Loading</p><script>1</script>', 'widget-not-painted'],
  'words that say Loading, next to a module': ['<p>Loading</p><script type="module">1</script>', 'widget-not-painted'],
  'words that end with an ellipsis': ['<p>Fetching your offers…</p><script>1</script>', 'widget-not-painted'],
  'words that say Loading, and that a script uncovers': [
    changed('<p class="o" hidden>Loading</p>', 'o.hidden = false'),
    'ready',
  ],
  'a box that may turn': ['<div style="width: 40px; height: 40px"></div><script>1</script>', 'ready'],
  'words next to a script that throws': ['<p>Offers</p><script>null.x</script>', 'script-threw'],
  'an empty frame': ['<iframe title="Editor"></iframe><script>1</script>', 'widget-not-painted'],
  'an empty frame that a script makes': [
    changed('<p class="o"></p>', `o.append(document.createElement('iframe'))`),
    'widget-not-painted',
  ],
};

describe('readiness of embed code', () => {
  const LIMIT_MS = 2000;
  const { onerror } = window;
  // Mocha would fail the test for the errors of the code.
  before(() => Object.assign(window, { onerror: () => true }));
  after(() => Object.assign(window, { onerror }));

  /** The end of a start, and whether it came before the time limit. */
  async function end(code: string): Promise<[end: string, isEarly: boolean]> {
    const { run } = await setup(code, { opensLater: false, timeoutMs: LIMIT_MS });
    const from = performance.now();
    const told = await run().then(
      () => 'ready',
      (error: LendingError) => error.code,
    );
    return [told, performance.now() - from < LIMIT_MS - 300];
  }

  for (const [name, code] of Object.entries(SHOWN)) {
    it(`comes with ${name}`, async () => {
      expect(await end(code)).to.deep.equal(['ready', true]);
    });
  }

  for (const [name, [code, expected]] of Object.entries(NOT_SHOWN)) {
    it(`does not come with ${name}`, async () => {
      expect(await end(code)).to.deep.equal([expected, false]);
    });
  }
});

describe('embed code that runs a second time', () => {
  const USED = 'const widget = 1; show(widget)';
  let codes = 0;
  function runAgain(more: string, text = USED) {
    const code = `<script>${text}</script>${more}<!-- ${++codes} -->`;
    const parsed = new DOMParser().parseFromString(code, 'text/html');
    expect(isUnrepeatable(code, parsed)).to.be.false;
    if (more.includes('module')) noteModule(code);
    const again = classicText(text, code, true);
    return isUnrepeatable(code, parsed) ? 'never' : again;
  }

  it('can do so if nothing else uses the names that it declares', () => {
    const others = [
      '<script async src="vendor.js"></script>',
      '<script>show({ widget: 1 }, "widget")</script><p id="widget" class="widget-box">Offers</p>',
      `<script type="module">const why = "an import 'x'"</script>`,
    ];
    for (const more of ['', '<p>Offers</p>', '<script type="application/json">{}</script>', ...others])
      expect(runAgain(more), more).to.equal(`{${USED}\n}`);
  });

  it('cannot do so if a later script or a handler may use them, or if it imports a module for its effect', () => {
    const RUN_ONCE = [
      ['<script>show(widget)</script>'],
      ['<p onclick="show(widget)">Offers</p>'],
      ['<script>show(token)</script>', 'const { a: widget, ...token } = vendor; show(widget, token)'],
      ['<script src="vendor.js"></script>', 'const vendorSettings = { a: 1 }'],
      ['<script type="module">import "x.js"</script>'],
    ] as const;
    for (const [more, text] of RUN_ONCE) expect(runAgain(more, text), more).to.equal('never');
  });
});
