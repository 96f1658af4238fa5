import { expect, forget, setup, template, vendor, waitUntil } from './embed-page.js';

/** Some embed codes of a dashboard. `test/e2e/embed-codes` has all kinds, and all kinds of tokens. */
const SNIPPETS: Readonly<Record<string, string>> = {
  'a callback that the script calls': `
    <script>
      window.vendorCallsReady = function () {
        VendorCalls.open({ token: '{access_token}', containerId: '{container_id}' });
      };
    </script>
    <script async src="${vendor('callback.js')}"></script>`,
  'a module': `
    <script type="module">
      import { mount } from '${vendor('module.js')}';
      mount(document.getElementById('vendor-place'), { token: '{access_token}' });
    </script>
    <div id="vendor-place"></div>`,
  'the address of the script': `<script src="${vendor('script-url.js')}?token={access_token}&amp;target={container_id}"></script>`,
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
  }

  it('shows an element its token immediately, and never the placeholder', async () => {
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
