import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeMissingToken, missingToken } from '../../../src/schema/widget/placeholders.js';
import type { WidgetSettings } from '../../../src/schema/widget/widget-settings.js';

const scriptUrl = 'https://vendor.example/w.js';
const inCode = (code: string) => ({ embedCode: `<script>Widget.start("${code}")</script>` });

describe('the token of a widget', () => {
  for (const [name, settings] of [
    ['embed code with its placeholder', inCode('{access_token}')],
    ['embed code with the placeholder for addresses', inCode('https://vendor.example/?t={access_token_url}')],
    ['an address with it', { scriptUrl: `${scriptUrl}?t={access_token}` }],
    [
      'a hand-off with it, deep inside',
      { scriptUrl, handOff: { calls: [{ arguments: [{ auth: ['{access_token}'] }] }] } },
    ],
    ['a hand-off with a function', { scriptUrl, handOff: { globals: { settings: { fetchToken: '{get_token}' } } } }],
    [
      'a frame of the vendor',
      { handOff: { iframe: { src: 'https://vendor.example/?t={access_token}', title: 'Offers' } } },
    ],
    ['settings that say there is none', { ...inCode(''), tokenless: true }],
  ] as [string, WidgetSettings][]) {
    it(`is found in ${name}`, () => assert.equal(missingToken(settings), undefined));
  }

  it('is missed where nothing takes it', () => {
    assert.deepEqual(missingToken(inCode('')), { lookAlikes: [] });
    assert.deepEqual(missingToken({ scriptUrl }), { lookAlikes: [] });
    assert.deepEqual(missingToken({ scriptUrl, tokenless: false }), { lookAlikes: [] });
  });

  it('is missed where only a hand-off knows a function, and the embed code is what runs', () => {
    assert.ok(missingToken({ ...inCode('{get_token}'), handOff: { globals: { a: '{access_token}' } } }));
  });

  for (const written of [
    'YOUR_TOKEN',
    'YOUR_ACCESS_TOKEN',
    'INSERT_TOKEN_HERE',
    '{{access_token}}',
    '{{ token }}',
    '{ACCESS_TOKEN}',
    '{accessToken}',
    '${access_token}',
    '${token}',
    '%ACCESS_TOKEN%',
    '[ACCESS_TOKEN]',
    '<access-token>',
    '{token}',
  ]) {
    it(`is named where ${written} is in its place`, () => {
      const missing = missingToken(inCode(written));
      assert.deepEqual(missing, { lookAlikes: [written] });
      const { message, remedy } = describeMissingToken(missing!);
      assert.ok(message.includes(written) && remedy.includes('{access_token}'), message);
    });
  }

  it('takes no ordinary code for such a place', () => {
    for (const code of ['var token = getToken();', 'YOUR_COMPANY', '{ token: value }', 'tokens[0]', '<b>token</b>'])
      assert.deepEqual(missingToken(inCode(code)), { lookAlikes: [] }, code);
  });
});
