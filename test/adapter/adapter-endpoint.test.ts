import { createAdapter } from '../../src/adapter/adapter.js';
import { expect, json, LendingError, SESSION, setup } from '../support/adapter.js';

describe('createAdapter', () => {
  it('accepts a path of this site as its endpoint, with or without a trailing slash', async () => {
    for (const endpoint of ['/funding/api', '/funding/api/', `${location.origin}/funding/api`]) {
      const { adapter, requests } = setup(json(SESSION), { endpoint });
      await adapter.session();
      expect(requests[0]!.url).to.equal(`${location.origin}/funding/api/session`);
    }
  });

  for (const endpoint of [
    'https://partner.example/api',
    '//partner.example/api',
    '\\\\partner.example\\api',
    `${location.protocol}//${location.hostname}:1/api`,
    'javascript:alert(1)',
    'data:application/json,{}',
    'blob:x',
    'file:///api',
    'ftp://partner.example/api',
    '/api?company=1',
    '/api#top',
    'https://',
  ]) {
    it(`rejects the endpoint ${endpoint}`, () => {
      expect(() => createAdapter({ endpoint }))
        .to.throw(
          LendingError,
          /endpoint must be a path on the origin of this page, like \/api\/lending, without a query or fragment/,
        )
        .with.property('code', 'config-invalid');
    });
  }

  it('calls another origin, with cookies, only if code allows it', async () => {
    const { adapter, requests } = setup(json(SESSION), { endpoint: 'https://partner.example/api', crossOrigin: true });
    await adapter.session();
    expect(requests[0]!.url).to.equal('https://partner.example/api/session');
    expect(requests[0]!.credentials).to.equal('include');
  });

  for (const endpoint of ['javascript:alert(1)', 'https://partner.example/api?x', 'https://partner.example/#x']) {
    it(`rejects ${endpoint} even for another origin`, () => {
      expect(() => createAdapter({ endpoint, crossOrigin: true })).to.throw(LendingError);
    });
  }

  it('resolves the endpoint in a srcdoc document against the page that contains it', async () => {
    const asked = new Promise((resolve) => Object.assign(window, { asked: resolve }));
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(Object.assign(frame, { srcdoc: '<p></p>' }));
    await loaded;
    const inside = frame.contentDocument!;
    const script = inside.createElement('script');
    script.type = 'module';
    script.textContent = `import { createAdapter } from '${new URL('../../src/adapter/adapter.ts', import.meta.url)}';
      try {
        createAdapter({ fetch: async (url) => (parent.asked(url), new Response()) }).session().catch(() => undefined);
      } catch (error) {
        parent.asked(error.message);
      }`;
    inside.body.append(script);
    expect(await asked).to.equal(`${location.origin}/api/lending/session`);
    frame.remove();
  });
});
