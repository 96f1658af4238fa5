import { expect, fixture, html, messageAndRemedy, waitUntil } from '../../support/component.js';
import { Deadline } from '../../../src/loader/deadline.js';
import { external, forget, note, ran, setup, template, vendor } from './embed-page.js';

/** Embed codes of a dashboard in a template. `test/e2e/embed-codes` has all kinds as settings, and all kinds of tokens. */
const SNIPPETS: Readonly<Record<string, string>> = {
  'a callback that the script calls': `
    <script>
      window.vendorCallsReady = function () {
        VendorCalls.open({ token: '{access_token}', containerId: '{container_id}' });
      };
    </script>
    <script async src="${vendor('vendor.js?style=callback')}"></script>`,
  'a module': `
    <script type="module">
      import { mount } from '${vendor('module.js')}';
      mount(document.getElementById('vendor-place'), { token: '{access_token}' });
    </script>
    <div id="vendor-place"></div>`,
  'the URL of the script': `<script src="${vendor('vendor.js?style=url')}&amp;token={access_token}&amp;target={container_id}"></script>`,
};

describe('runEmbedCode', () => {
  afterEach(forget);

  for (const attributes of ['', 'async', 'defer', 'type="module"']) {
    it(`reports that a script${attributes && ` (${attributes})`} is missing, and leaves nothing`, async () => {
      const { lendingErrorOf } = await setup(
        `<p>Widget</p><script ${attributes} src="${vendor('missing.js')}?${attributes.length}"></script><p>More</p>`,
      );
      const error = await lendingErrorOf('script-failed');
      expect(`${messageAndRemedy(error)} ${error.stack}`).not.to.include('a-token');
    });
  }

  it('reports that an import of a module is missing', async () => {
    await (
      await setup(`<script type="module">import '${vendor('missing.js')}?imported'</script>`)
    ).lendingErrorOf('script-failed');
    await (
      await setup(`<script type="module" src="${vendor('missing-import.js')}"></script>`)
    ).lendingErrorOf('script-failed');
  });

  it('names the cause, even if the time limit ends while it is looked for', async () => {
    const left = Object.getOwnPropertyDescriptor(Deadline.prototype, 'left')!;
    const { onerror } = window;
    // Mocha would fail the test for the error that is expected.
    Object.assign(window, { onerror: () => true });
    try {
      for (let last = 1; last < 7; last++) {
        let reads = 0;
        Object.defineProperty(Deadline.prototype, 'left', { configurable: true, get: () => (++reads > last ? 0 : 1) });
        const { lendingErrorOf } = await setup(`<script>throw new Error('sample')</script>`, { opensLater: false });
        await lendingErrorOf('script-threw');
      }
    } finally {
      Object.defineProperty(Deadline.prototype, 'left', left);
      Object.assign(window, { onerror });
    }
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
      // When a script that starts later has run, the first one would have run too.
      await (await setup(external('later'))).run();
      expect(ran()).to.equal('later');
      expect(container.childNodes).to.have.length(0);
    });
  }

  describe('out of a <template> of the page', () => {
    for (const [what, code] of Object.entries(SNIPPETS)) {
      it(`runs ${what}, and removes it again`, async () => {
        const { container, run, shown, leave } = await setup(template(code), { origins: [location.origin] });
        await run();
        await waitUntil(() => shown() !== undefined, 'it shows the token');
        expect(shown()).to.equal('a-token');
        leave.abort();
        expect(container.childNodes).to.have.length(0);
      });
    }

    it('runs nothing before it is used, nor when it is read', async () => {
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
      it(`rejects a script of another origin than ${JSON.stringify(origins)}`, async () => {
        for (const attributes of ['', 'async', 'defer', 'type="module"']) {
          const { lendingErrorOf } = await setup(template(`<p></p>${external('never', attributes)}`), { origins });
          const error = await lendingErrorOf('script-not-allowed');
          expect(error.message).to.include(location.origin);
          expect(error.remedy).to.match(/^Add the origin to widget\.origins in createHandler\(\)/);
        }
        expect(ran()).to.be.undefined;
      });
    }
  });

  for (const address of [`javascript:${note('never')}`, `data:text/javascript,${note('never')}`]) {
    it(`rejects ${address.slice(0, 16)} out of settings, too`, async () => {
      await (await setup(`<script src="${address}"></script>`)).lendingErrorOf('script-not-allowed');
      expect(ran()).to.be.undefined;
    });
  }
});
