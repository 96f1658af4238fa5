import { ODD_TOKENS } from '../../fixtures/vendor/styles.js';
import { expect, forget, page, setup, template, vendor, waitUntil } from './embed-page.js';

/** Embed code for each kind of script, as a dashboard would show it. */
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

describe('runEmbedCode', () => {
  afterEach(forget);

  for (const [what, code] of Object.entries(SNIPPETS)) {
    for (const [source, of] of [
      ['settings', (code: string) => code],
      ['a template', template],
    ] as const) {
      it(`runs ${what} out of ${source}, and takes it away`, async () => {
        const { container, run, shown } = await setup(of(code), { origins: [location.origin] });
        const stop = await run();
        await waitUntil(() => shown() !== undefined, 'it shows the token');
        expect(shown()).to.equal('a-token');
        stop();
        expect(container.childNodes).to.have.length(0);
      });
    }
    for (const [kind, token] of Object.entries(ODD_TOKENS)) {
      it(`hands over a token of ${kind} to ${what} as it is`, async () => {
        const { run, shown } = await setup(code, { accessToken: token });
        const stop = await run();
        await waitUntil(() => shown() !== undefined, 'it shows the token');
        expect(shown() === token, shown()?.slice(0, 100)).to.be.true;
        stop();
        expect(page['attacked']).to.be.undefined;
      });
    }
  }

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
});
