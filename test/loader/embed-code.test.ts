import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { LendingError, type LendingErrorCode } from '../../src/errors.js';
import { runEmbedCode, type EmbedStart } from '../../src/loader/embed-code.js';
import { ODD_TOKENS } from '../fixtures/vendor/styles.js';

const page = globalThis as unknown as Record<string, unknown>;
const vendor = (name: string) => new URL(`../fixtures/vendor/${name}`, import.meta.url).href;
const OTHER = vendor('order.js').replace('localhost', '127.0.0.1');
let containers = 0;

/** What a partner would copy from the dashboard, for each kind of script. */
const SNIPPETS: Readonly<Record<string, string>> = {
  'a global before the load': `
    <div class="vendor-before"></div>
    <script>window.VendorBefore = { settings: { token: "{access_token}" } };</script>
    <script src="${vendor('global-before-load.js')}"></script>`,
  'a callback that the script calls': `
    <script>
      window.vendorCallsReady = function () {
        VendorCalls.open({ token: '{access_token}', containerId: '{container_id}' });
      };
    </script>
    <script async src="${vendor('callback.js')}"></script>`,
  'init after the load, then render': `
    <div id="vendor-place"></div>
    <script src="${vendor('init.js')}"></script>
    <script>VendorInit.init({ token: \`{access_token}\`, containerId: 'vendor-place' }).then(() => VendorInit.render());</script>`,
  'start, then show': `
    <section><div id="vendor-place"></div></section>
    <script type="text/javascript" src="${vendor('start-show.js')}"></script>
    <script type="text/javascript">
      VendorStart.start({ token: '{access_token}', target: '#vendor-place' });
      VendorStart.show();
    </script>`,
  'a constructor': `
    <script src="${vendor('constructor.js')}"></script>
    <script>new VendorClass({ target: document.currentScript.parentElement, props: { token: '{access_token}' } });</script>`,
  'a module': `
    <script type="module">
      import { mount } from '${vendor('module.js')}';
      mount(document.getElementById('vendor-place'), { token: '{access_token}' });
    </script>
    <div id="vendor-place"></div>`,
  'a callback that gets the token': `
    <script src="${vendor('token-fetch.js')}"></script>
    <script>VendorFetch.init(document.getElementById('{container_id}'), { fetchToken: async () => '{access_token}' });</script>`,
  'an element': `
    <script async src="${vendor('element.js')}?embed"></script>
    <vendor-widget token="{access_token}"></vendor-widget>`,
  'attributes of the script’s tag': `
    <div id="vendor-place"></div>
    <script data-token="{access_token}" data-target="vendor-place" src="${vendor('script-data.js')}"></script>`,
  'attributes of a placeholder': `
    <!-- Place this where the widget goes. -->
    <div data-vendor-token="{access_token}"></div><script defer src="${vendor('placeholder.js')}"></script>`,
  'the address of the script': `<script src="${vendor('script-url.js')}?token={access_token}&amp;target={container_id}"></script>`,
  'a queue': `
    <script>
      (function (w, q) { w[q] = w[q] || function () { (w[q].q = w[q].q || []).push(arguments); }; })(window, 'vendorQueue');
      vendorQueue('boot', { token: '{access_token}', target: '{container_id}' });
    </script>
    <script async src="${vendor('queue.js')}"></script>`,
  'a script that makes its own tag': `
    <script>
      var tag = document.createElement('script');
      tag.src = '${vendor('script-data.js')}';
      tag.dataset.token = '{access_token}';
      tag.dataset.target = '{container_id}';
      document.currentScript.after(tag);
    </script>`,
  'settings in JSON': `
    <script type="application/json" id="vendor-settings">{"token": "{access_token}"}</script>
    <script>
      var made = document.createElement('output');
      made.textContent = JSON.parse(document.getElementById('vendor-settings').textContent).token;
      document.getElementById('{container_id}').append(made);
    </script>`,
  'a frame': `<iframe title="Offers" src="${vendor('frame-url.html')}?token={access_token}"></iframe>`,
};

/** Places in which a token can stand, and where it can be read there. */
const PLACES: Readonly<Record<string, string>> = {
  'an attribute': `<b class="place" title="{access_token}"></b><script>place = document.querySelector('.place').title</script>`,
  'an attribute without quotes': `<b class="place" title={access_token}></b><script>place = document.querySelector('.place').title</script>`,
  'a data attribute': `<b class="place" data-t='{access_token}'></b><script>place = document.querySelector('.place').dataset.t</script>`,
  'a text': `<b class="place">{access_token}</b><script>place = document.querySelector('.place').textContent</script>`,
  'an address': `<a class="place" href="/x?t={access_token}"></a><script>place = new URL(document.querySelector('.place').href).searchParams.get('t')</script>`,
  'a string in single quotes': `<script>place = '{access_token}'</script>`,
  'a string in double quotes': `<script>place = "{access_token}"</script>`,
  'a template string': '<script>place = `{access_token}`</script>',
  'a script in JSON': `<script type="application/json" class="place">{"t": "{access_token}"}</script><script>place = JSON.parse(document.querySelector('.place').textContent).t</script>`,
  'a handler': `<button class="place" onclick="place = '{access_token}'"></button><script>document.querySelector('.place').click()</script>`,
  'a module': `<script type="module">globalThis.place = '{access_token}'</script>`,
  'an address that is code': `<a class="place" href="javascript:void(place='{access_token}')"></a><script>document.querySelector('.place').click()</script>`,
  'the text of a frame': `<iframe class="place" srcdoc="<p title='{access_token}'></p>"></iframe><script>document.querySelector('.place').onload = (event) => (place = event.target.contentDocument.querySelector('p')?.title)</script>`,
};

describe('runEmbedCode', () => {
  afterEach(() => {
    for (const name of ['ran', 'place', 'VendorBefore', 'vendorCallsReady', 'vendorQueue']) delete page[name];
  });

  async function setup(code: EmbedStart['code'], { accessToken = 'a-token', origins }: Partial<EmbedStart> = {}) {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.id = `embed-${++containers}`;
    const leave = new AbortController();
    const { signal } = leave;
    const run = () =>
      runEmbedCode({ code, container, accessToken, getToken: async () => accessToken, origins, signal });
    const refusal = async (code: LendingErrorCode) => {
      const error = await run().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(LendingError).with.property('code', code);
      expect(container.childNodes).to.have.length(0);
      return error as LendingError;
    };
    const shown = () => {
      const frame = container.querySelector('iframe');
      return (frame ? frame.contentDocument : container)?.querySelector('output')?.textContent || undefined;
    };
    return { container, leave, run, refusal, shown };
  }

  function template(markup: string): HTMLTemplateElement {
    const made = document.createElement('template');
    made.innerHTML = markup;
    return made;
  }

  const ran = () => (page['ran'] as string[] | undefined)?.join(' ');
  const note = (name: string) => `(window.ran ??= []).push('${name}')`;
  const external = (name: string, attributes = '') =>
    `<script ${attributes} data-name="${name}" src="${vendor('order.js')}?${name}"></script>`;

  for (const [what, code] of Object.entries(SNIPPETS)) {
    for (const [source, of] of [
      ['settings', (code: string) => code],
      ['a template', template],
    ] as const) {
      it(`runs ${what} out of ${source}, and takes it away`, async () => {
        const { container, run, shown } = await setup(of(code), { origins: [location.origin] });
        const stop = await run();
        await waitUntil(() => shown() !== undefined, 'it shows the token', { timeout: 5000 });
        expect(shown()).to.equal('a-token');
        stop();
        expect(container.childNodes).to.have.length(0);
      });
    }
    for (const [kind, token] of Object.entries(ODD_TOKENS)) {
      it(`hands over a token of ${kind} to ${what} as it is`, async () => {
        const { run, shown } = await setup(code, { accessToken: token });
        const stop = await run();
        await waitUntil(() => shown() !== undefined, 'it shows the token', { timeout: 5000 });
        expect(shown() === token, shown()?.slice(0, 100)).to.be.true;
        stop();
        expect(page['attacked']).to.be.undefined;
      });
    }
  }

  for (const [what, code] of Object.entries(PLACES)) {
    for (const [kind, token] of Object.entries(ODD_TOKENS)) {
      it(`puts a token of ${kind} into ${what}`, async () => {
        page['place'] = undefined;
        const { container, run } = await setup(code, { accessToken: token });
        const stop = await run();
        await waitUntil(() => page['place'] !== undefined, 'it is there');
        expect(page['place'] === token, JSON.stringify(page['place']).slice(0, 100)).to.be.true;
        // What would break out would have an element, or a script, of its own.
        expect(container.querySelectorAll('img, output')).to.have.length(0);
        expect(container.childElementCount).to.equal(template(code).content.childElementCount);
        stop();
        expect(page['attacked']).to.be.undefined;
      });
    }
  }

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

  it('keeps what is deferred, and modules, until all is there, in their order', async () => {
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

  it('does not wait in turn for what is asynchronous, and has run it in the end', async () => {
    const { run } = await setup(`${external('beside', 'async')}<script>${note('first')}</script>`);
    await run();
    expect(ran()).to.equal('first beside');
  });

  it('gives a script its own tag where it stands', async () => {
    const { run, container } = await setup(
      `<section><script data-colour="red" id="own">ran = [document.currentScript.dataset.colour, document.currentScript.parentElement.localName]</script></section>`,
    );
    await run();
    expect(ran()).to.equal('red section');
    expect(container.querySelectorAll('section > script#own')).to.have.length(1);
  });

  it('keeps comments, nested elements, templates and what a browser with scripts leaves out', async () => {
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

  it('waits for nothing that a browser does not run', async () => {
    const { run, container } = await setup(
      `<script nomodule src="${vendor('missing.js')}"></script><script type="text/template" src="${vendor('missing.js')}"></script>
      <script type="text/html"><b>{access_token}</b></script>${external('then')}`,
    );
    await run();
    expect(ran()).to.equal('then');
    expect(container.querySelectorAll('script')).to.have.length(4);
  });

  it('puts what a script writes behind it, and keeps the page', async () => {
    const { run, container } = await setup(
      `<script>document.write('<b id="written"></b><script data-name="second" src="${vendor('order.js')}?w"><\\/script>'); ${note('first')}</script>
      <script>${note('third')}</script><i></i>`,
    );
    await run();
    expect(ran()).to.equal('first second third');
    expect([...container.children].map(({ localName }) => localName).join(' ')).to.equal('script b script script i');
    expect(Object.hasOwn(document, 'write')).to.be.false;
  });

  it('goes on after an inline script that throws, as a browser does', async () => {
    const { onerror } = window;
    const told: unknown[] = [];
    Object.assign(window, { onerror: (message: unknown) => (told.push(message), true) });
    const { run } = await setup(
      `<script>throw new Error('no')</script><script type="module">throw new Error('no')</script><script>${note('then')}</script>`,
    );
    await run();
    Object.assign(window, { onerror });
    expect(ran()).to.equal('then');
    expect(told).to.have.length(2);
  });

  it('shows an element its token at once, and never the placeholder', async () => {
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

  for (const attributes of ['', 'async', 'defer', 'type="module"']) {
    it(`says so when a script${attributes && ` (${attributes})`} is not there, and leaves nothing`, async () => {
      const { refusal } = await setup(
        `<p>Widget</p><script ${attributes} src="${vendor('missing.js')}?${attributes.length}"></script><p>More</p>`,
      );
      const error = await refusal('script-failed');
      expect(`${error.message} ${error.stack}`).not.to.include('a-token');
    });
  }

  it('says so when what a module imports is not there', async () => {
    await (
      await setup(`<script type="module">import '${vendor('missing.js')}?imported'</script>`)
    ).refusal('script-failed');
    await (
      await setup(`<script type="module" src="${vendor('missing-import.js')}"></script>`)
    ).refusal('script-failed');
  });

  for (const attributes of ['', 'async', 'defer']) {
    it(`runs nothing more${attributes && ` (${attributes})`} when it is stopped, and leaves nothing`, async () => {
      const { run, leave, container } = await setup(
        `<p></p>${external(`stopped${attributes}`, attributes)}<script>${note('never')}</script>`,
      );
      const running = run().catch((error: Error) => error.message);
      if (!attributes) await waitUntil(() => container.querySelector('script'), 'it is on its way', { interval: 1 });
      leave.abort(new Error('gone'));
      expect(await running).to.equal('gone');
      // Another one that starts later and gets there tells that the first has had its time.
      await (await setup(external('later'))).run();
      expect(ran()).to.equal('later');
      expect(container.childNodes).to.have.length(0);
    });
  }

  describe('out of a <template> of the page', () => {
    it('runs nothing by being there, nor by being read', async () => {
      const code = template(`<script>${note('never')}</script><img src="/missing.png" onerror="${note('never')}">`);
      await fixture(html`<lending-unknown>${code}</lending-unknown>`);
      await fetch('/missing.png');
      expect(ran()).to.be.undefined;
      expect(code.content.querySelectorAll('script')).to.have.length(1);
    });

    it('keeps the token out of the template', async () => {
      const code = template('<b title="{access_token}">{access_token}</b>');
      await (await setup(code)).run();
      expect(code.innerHTML).to.equal('<b title="{access_token}">{access_token}</b>');
    });

    it('loads a script of an origin that is allowed', async () => {
      await (await setup(template(external('allowed')), { origins: [location.origin] })).run();
      expect(ran()).to.equal('allowed');
    });

    for (const origins of [undefined, [], ['https://partner.example'], [`${location.origin}.example`, 'http://']]) {
      it(`refuses a script of another origin than ${JSON.stringify(origins)}`, async () => {
        for (const attributes of ['', 'async', 'defer', 'type="module"']) {
          const { refusal } = await setup(template(`<p></p>${external('never', attributes)}`), { origins });
          const error = await refusal('script-not-allowed');
          expect(error.message).to.include(location.origin);
        }
        expect(ran()).to.be.undefined;
      });
    }

    for (const address of [
      `javascript:${note('never')}`,
      `data:text/javascript,${note('never')}`,
      'http://partner.example/x.js',
      '//partner.example/x.js',
      OTHER,
      `${location.protocol}//${location.host}@partner.example/x.js`,
    ]) {
      it(`refuses ${address.slice(0, 40)}`, async () => {
        const { refusal } = await setup(template(`<script src="${address}"></script>`), { origins: [location.origin] });
        await refusal('script-not-allowed');
        expect(ran()).to.be.undefined;
      });
    }
  });

  for (const address of [`javascript:${note('never')}`, `data:text/javascript,${note('never')}`]) {
    it(`refuses ${address.slice(0, 16)} out of settings, too`, async () => {
      await (await setup(`<script src="${address}"></script>`)).refusal('script-not-allowed');
      expect(ran()).to.be.undefined;
    });
  }
});
