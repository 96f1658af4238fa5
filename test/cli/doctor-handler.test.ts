import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allOf, formatFinding } from '../../src/cli/doctor/findings.js';
import { checkHandler } from '../../src/cli/doctor/handler.js';
import { memoryStore } from '../../src/server/index.js';
import { setup, type Fetch } from '../server/setup.js';

const HTTPS = 'https://partner.example';
const HTTP = 'http://partner.example';

/** What the doctor says of a partner: the handler is served over https, and this stands at plain http. */
async function examine(
  plain: (request: Request, handle: (request: Request) => Promise<Response>) => unknown,
  at = HTTPS,
  { handle } = setup(),
) {
  const asked: string[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    asked.push(new URL(request.url).origin);
    return new URL(url).protocol === 'https:' ? handle(request) : plain(request, handle);
  }) as Fetch;
  const findings = allOf(await checkHandler(new URL(`${at}/api/lending/`), 5, fetch));
  return { said: findings.map(formatFinding).join('\n'), asked };
}

const notThere = () =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
const moved = (request: Request) =>
  new Response(null, { status: 301, headers: { location: request.url.replace('http', 'https') } });

describe('the doctor on a handler at an https URL', () => {
  it('reports that it also responds over plain http', async () => {
    const { said, asked } = await examine((request, handle) => handle(request));
    assert.match(said, /✗ the handler: it is also served over http\.\n.*\n.*Redirect http to https/);
    assert.ok(asked.includes(HTTP));
  });

  for (const [name, plain] of [
    ['is a redirect', moved],
    ['is nothing', notThere],
    ['is another site', () => new Response('<!doctype html>')],
  ] as const) {
    it(`reports no problem if plain http ${name}`, async () => {
      const { said, asked } = await examine(plain);
      assert.match(said, /✓ the handler: it is not served over http\./);
      assert.doesNotMatch(said, /✗/);
      assert.ok(asked.includes(HTTP));
    });
  }

  it('reports a broker without a name, disclosures and lenders, outside of a sandbox', async () => {
    const real = { baseUrl: 'https://api.lender.example', secret: 'Kp3vXq9ZtL0wRf7bYc2mNs8hJd5gUa1e' };
    const { said } = await examine(
      notThere,
      HTTPS,
      setup({ environment: 'staging', ...real, store: { ...memoryStore() } }),
    );
    assert.ok(
      said.includes(
        '! the handler: settings.partner.broker.name, settings.partner.broker.disclosures, notice.providers are not set.\n' +
          '    It means: Before applicants are introduced to lenders, they must read the name of the credit broker, its disclosures, and the names of the lenders.\n' +
          '    What to do: Set them with your compliance officer. The guide "For your compliance officer" has the rules.',
      ),
      said,
    );
    assert.doesNotMatch((await examine(notThere)).said, /broker/);
  });

  for (const [removed, reported] of [
    [['origin', 'sec-fetch-site'], 'origin and sec-fetch-site'],
    [['origin'], 'origin'],
    [['sec-fetch-site'], undefined],
    [['x-lending-elements'], 'x-lending-elements'],
  ] as const)
    it(`reports ${reported ?? 'nothing'} if a server in front of the handler removes ${removed.join(' and ')}`, async () => {
      const { handle, ...rest } = setup();
      const behind = async (request: Request) => {
        for (const name of removed) request.headers.delete(name);
        return handle(request);
      };
      const { said } = await examine(notThere, HTTPS, { ...rest, handle: behind as typeof handle });
      const lost = /✗ the handler: a server in front of it removes (.*) from requests\./.exec(said)?.[1];
      assert.equal(lost, reported, said);
    });

  it('does not try plain http if the URL has a port', async () => {
    const { said, asked } = await examine(notThere, `${HTTPS}:8443`);
    assert.doesNotMatch(said, /http\b/);
    assert.ok(!asked.includes(HTTP) && asked.length > 0);
  });

  it('reports a redirect to the same URL with a slash', async () => {
    const { handle } = setup();
    const slash = ({ url }: Request) =>
      Promise.resolve(new Response(null, { status: 308, headers: { location: `${url}/` } }));
    const { said } = await examine(notThere, HTTPS, { ...setup(), handle: Object.assign(slash, handle) });
    assert.match(said, /✗ .*to the same one with a slash\.\n.*\n.*skipTrailingSlashRedirect: true/);
  });

  it('reports a URL with plain http', async () => {
    const { said } = await examine((request, handle) => handle(request), HTTP);
    assert.match(said, /✗ the handler: its URL uses http\./);
  });
});
