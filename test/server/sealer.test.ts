import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSeal } from '../../src/server/seal.js';
import { webSealer } from '../../src/server/sealer.js';
import { nodeSealer } from '../../src/server/node/sealer.js';
import { OTHER, progressOf, samplePrequalification, SECRET, setup } from './setup.js';

const PURPOSE = 'lending-elements/session';
const SEALERS = { webSealer, nodeSealer };
const PAIRS = Object.entries(SEALERS).flatMap(([from, one]) =>
  Object.entries(SEALERS).map(([to, other]) => ({ name: `${from} to ${to}`, one, other })),
);
const content = { company_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: 'jane@example.com' };

/** Sealed by version 0.1.0 for `user-1`, with a secret of these words. It expires in a hundred years. */
const EARLIER =
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiNmdvbUR5SDUifQ..i5elm6GyxsRs4lP_.T2i8jqCa-esISDGuF_i8P9CTddN1fEUkB-dKEINLWZezKQfQzb260y_5sUY31rh4LxKc31vcPfSVKSeA_n2j-hGBf0pDPH-MIlQZhEtjd1N9L_QFwTr4SbC0J-_Kwihe2S2_BNC-v1XTJa5ZP-QMefdsJ8Z6qEZ5evOaE5wFcgnmgriPwow-i9MeZiwfYFXbH27WcUkFSdh_IIgtvOQFBqul.Ob6RWgg4xfVZXtf7WoA1rA';
const EARLIER_SECRET = 'a secret of thirty-two characters or more';

/** Changes the most significant bit of a character: the least significant bits of a last character have no meaning. */
function withOtherCharacter(text: string, at: number): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = text[at] === '.' ? 'A' : characters[characters.indexOf(text[at]!) ^ 32]!;
  return text.slice(0, at) + other + text.slice(at + 1);
}

describe('the sealers', () => {
  for (const { name, one, other } of PAIRS) {
    it(`open each other’s texts of any length: ${name}`, async () => {
      const [from, to] = [await one(SECRET, PURPOSE), await other(SECRET, PURPOSE)];
      for (const text of ['', 'a', 'ab', 'abc', 'é £ 😀 \u0000', 'x'.repeat(4000)]) {
        assert.equal(await to.open(await from.seal(text)), text);
      }
    });

    it(`open each other’s seals for the same subject, purpose and time only: ${name}`, async () => {
      const [from, to] = [createSeal([SECRET], PURPOSE, one), createSeal([SECRET], PURPOSE, other)];
      const sealed = await from.close(content, 'jane', 60);
      const opened = await to.open<typeof content>(sealed, 'jane');
      assert.deepEqual([opened?.company_id, opened?.email, opened?.isOld], [...Object.values(content), false]);
      assert.equal(await to.open(sealed, 'john'), undefined);
      assert.equal(await createSeal([OTHER], PURPOSE, other).open(sealed, 'jane'), undefined);
      assert.equal(await createSeal([SECRET], 'lending-elements/consent', other).open(sealed, 'jane'), undefined);
      assert.equal(await to.open(await from.close(content, 'jane', 0), 'jane'), undefined);
      assert.equal(await to.open(await from.close(content, 'jane', -1), 'jane'), undefined);
    });

    it(`refuse a purpose that the content does not name: ${name}`, async () => {
      const key = await one(SECRET, PURPOSE);
      const claims = { sub: 'jane', aud: 'lending-elements/consent', iat: 0, exp: 2 ** 40 };
      const seal = createSeal([SECRET], PURPOSE, other);
      assert.equal(await seal.open(await key.seal(JSON.stringify(claims)), 'jane'), undefined);
      assert.ok(await seal.open(await key.seal(JSON.stringify({ ...claims, aud: PURPOSE })), 'jane'));
      assert.equal(await seal.open(await key.seal(JSON.stringify({ sub: 'jane', aud: PURPOSE })), 'jane'), undefined);
    });

    it(`refuse a text that was cut off or changed anywhere: ${name}`, async () => {
      const sealed = await createSeal([SECRET], PURPOSE, one).close(content, 'jane', 60);
      const seal = createSeal([SECRET], PURPOSE, other);
      for (let at = 0; at < sealed.length; at++) {
        assert.equal(await seal.open(sealed.slice(0, at), 'jane'), undefined, `cut off at ${at}`);
        assert.equal(await seal.open(withOtherCharacter(sealed, at), 'jane'), undefined, `changed at ${at}`);
      }
      for (const more of ['.', '.AAAA', 'AAAA', '*'])
        assert.equal(await seal.open(sealed + more, 'jane'), undefined, `with ${more} at its end`);
    });

    it(`open texts of an earlier secret while it is changed, and not afterwards: ${name}`, async () => {
      const sealed = await createSeal([OTHER], PURPOSE, one).close(content, 'jane', 60);
      assert.equal((await createSeal([SECRET, OTHER], PURPOSE, other).open(sealed, 'jane'))?.isOld, true);
      assert.equal(await createSeal([SECRET], PURPOSE, other).open(sealed, 'jane'), undefined);
    });
  }

  it('write the same format', async () => {
    const [web, node] = await Promise.all(Object.values(SEALERS).map(async (sealer) => sealer(SECRET, PURPOSE)));
    assert.equal(web!.head, node!.head);
    const lengths = (sealed: string) => sealed.split('.').map((part) => part.length);
    const texts = [await web!.seal('a text'), await node!.seal('a text')] as const;
    assert.deepEqual(lengths(texts[0]), lengths(texts[1]));
    assert.notEqual(texts[0], texts[1]);
    assert.notEqual(await node!.seal('a text'), await node!.seal('a text'));
  });

  it('never use a nonce twice', async () => {
    const key = await nodeSealer(SECRET, PURPOSE);
    const nonces = new Set<string>();
    for (let at = 0; at < 2000; at++) nonces.add((await key.seal('a text')).slice(key.head.length).split('.')[0]!);
    assert.equal(nonces.size, 2000);
  });

  it('open the seals of earlier versions', async () => {
    for (const sealer of Object.values(SEALERS)) {
      const opened = await createSeal([EARLIER_SECRET], PURPOSE, sealer).open<typeof content>(EARLIER, 'user-1');
      assert.equal(opened?.email, content.email);
    }
  });

  it('can be changed while applicants are on their journey', async () => {
    const { sandbox, browser } = setup();
    const jane = browser();
    const again = setup({ sealer: nodeSealer, service: () => sandbox.fetch }).browser();
    await jane.create();
    for (const [name, value] of jane.cookies) again.cookies.set(name, value);
    assert.deepEqual(await progressOf(again), ['createApplication']);
    assert.equal((await again.post('prequalification', samplePrequalification())).status, 200);
    for (const [name, value] of again.cookies) jane.cookies.set(name, value);
    assert.deepEqual(await progressOf(jane), ['createApplication', 'prequalify']);
  });

  it('are refused by createHandler if they are not functions', () => {
    assert.throws(() => setup({ sealer: true as never }), /createHandler\(\{ sealer \}\)/);
  });
});
