import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY, setup } from './setup.js';

const widget = {
  scriptUrl: 'https://cdn.lender.example/widget.js',
  origins: ['https://api.lender.example'],
  embedCode: '<script src="https://embed.lender.example/a.js" data-token="{access_token}"></script>',
};

describe('GET frame', () => {
  async function ask(more: Parameters<typeof setup>[0] = {}, method = 'GET', origin = 'https://partner.example') {
    const { handle } = setup({ authorize: () => assert.fail('nobody is asked for'), widget, ...more });
    const response = await handle(new Request(`${origin}/api/lending/frame`, { method }));
    const policy = Object.fromEntries(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [name, ...values] = directive.split(' ');
        return [name, values];
      }),
    );
    return { response, policy, text: await response.text() };
  }

  it('responds without a sign-in, and stores nothing', async () => {
    const { response, text } = await ask();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('set-cookie'), null);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(!text.includes(KEY));
  });

  it('gives the document an opaque origin by its own policy, and allows only its own scripts and those that they load', async () => {
    const { policy, text } = await ask();
    assert.deepEqual(policy['default-src'], ["'none'"]);
    assert.ok(policy['sandbox']!.includes('allow-scripts') && !policy['sandbox']!.includes('allow-same-origin'));
    const [nonce, ...others] = policy['script-src']!;
    assert.deepEqual(others, ["'strict-dynamic'", "'unsafe-eval'"]);
    assert.ok(text.includes(`nonce="${nonce!.slice("'nonce-".length, -1)}" src="/lending-elements/frame.js"`));
  });

  it('has a new nonce each time', async () => {
    const [first, second] = [await ask(), await ask()];
    assert.notEqual(first.policy['script-src']![0], second.policy['script-src']![0]);
  });

  it('allows connections only to the origins of the settings', async () => {
    const { policy } = await ask();
    const known = ['https://cdn.lender.example', 'https://embed.lender.example', 'https://api.lender.example'];
    const sockets = known.map((origin) => origin.replace('https:', 'wss:'));
    assert.deepEqual(policy['connect-src'], [...known, ...sockets, 'blob:']);
    for (const kind of ['frame-src', 'object-src']) assert.deepEqual(policy[kind], known);
    for (const kind of ['img-src', 'media-src']) assert.deepEqual(policy[kind], [...known, 'data:', 'blob:']);
    assert.deepEqual(policy['worker-src'], ['blob:', 'data:']);
  });

  it('allows framing only by the partner’s origins', async () => {
    const { policy } = await ask({ origins: ['https://shop.partner.example'] });
    assert.deepEqual(policy['frame-ancestors'], ["'self'", 'https://shop.partner.example']);
  });

  it('loads the script from the partner’s URL, and escapes markup in that URL', async () => {
    const { text } = await ask({ frame: { scriptUrl: 'https://cdn.partner.example/frame.js"><script>' } });
    assert.ok(text.includes('src="https://cdn.partner.example/frame.js%22%3E%3Cscript%3E"'));
  });

  describe('on another host', () => {
    const frame = { origin: 'https://frames.example', allow: ['camera'] };
    const isOwn = ({ policy }: Awaited<ReturnType<typeof ask>>) => policy['sandbox']!.includes('allow-same-origin');

    it('has the origin of that host there, also behind a proxy that ends TLS, and an opaque origin everywhere else', async () => {
      for (const origin of ['https://frames.example', 'http://frames.example'])
        assert.equal(isOwn(await ask({ frame }, 'GET', origin)), true);
      for (const origin of ['https://partner.example', 'https://frames.example:8443', 'https://frames.example.evil'])
        assert.equal(isOwn(await ask({ frame }, 'GET', origin)), false);
      assert.equal(isOwn(await ask({ frame: {} }, 'GET', 'https://frames.example')), false);
    });

    it('has no route with personal data, so the service’s script reaches none, and pages get its URL and features', async () => {
      const { browser } = setup({ widget, frame });
      assert.equal((await browser('jane', 'https://frames.example').get('session')).status, 404);
      const { widget: sent } = (await (await browser().get('session')).json()) as { widget: object };
      const frameUrl = 'https://frames.example/api/lending/frame';
      assert.deepEqual(sent, { ...widget, frameUrl, frameAllow: ['camera'] });
    });
  });

  it('rejects another method', async () => {
    const { response } = await ask({}, 'POST');
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'GET');
  });
});
