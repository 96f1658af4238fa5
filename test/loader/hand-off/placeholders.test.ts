import { expect } from '@open-wc/testing';
import { fillJson } from '../../../src/loader/hand-off/placeholders.js';

describe('fill', () => {
  function setup(accessToken = 'a-token') {
    const container = document.createElement('div');
    container.id = 'a-place';
    return { accessToken, container, getToken: async () => accessToken };
  }

  it('fills placeholders at any depth, and leaves the rest as it is', () => {
    const offer = setup();
    const value = { a: ['{access_token}', { b: 'Bearer {access_token}', c: [null, 1, true, ''] }], d: { e: {} } };
    expect(fillJson(value, offer)).to.deep.equal({
      a: ['a-token', { b: 'Bearer a-token', c: [null, 1, true, ''] }],
      d: { e: {} },
    });
    expect(value.a[0]).to.equal('{access_token}');
    expect(fillJson(undefined, offer)).to.be.undefined;
  });

  it('puts the token and the id into a longer string, each time that they occur', () => {
    const text = '{access_token}#{container_id}{container_id} {access_token}';
    expect(fillJson(text, setup())).to.equal('a-token#a-placea-place a-token');
  });

  it('inserts the container and the function only as a whole value', () => {
    const offer = setup();
    const filled = fillJson({ target: '{container}', get: ['{get_token}'] }, offer) as {
      target: unknown;
      get: unknown[];
    };
    expect(filled.target === offer.container).to.be.true;
    expect(filled.get[0] === offer.getToken).to.be.true;
    for (const text of [' {container}', '#{container}', '{get_token}()', '{get_token}{container}'])
      expect(fillJson(text, offer)).to.equal(text);
  });

  it('does not change keys, and values without a placeholder', () => {
    const value = { '{access_token}': '{token}', '{container}': '{ACCESS_TOKEN}', '{}': '{access_token' };
    expect(fillJson(value, setup())).to.deep.equal(value);
  });

  it('sets no prototype from a key', () => {
    const filled = fillJson(JSON.parse('{"__proto__": {"attacked": "{access_token}"}}'), setup()) as object;
    expect(Object.keys(filled)).to.deep.equal(['__proto__']);
    expect('attacked' in filled).to.be.false;
  });
});
