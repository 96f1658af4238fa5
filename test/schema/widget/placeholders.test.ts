import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeMistake, mistakeIn } from '../../../src/schema/widget/mistakes.js';
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
    ['code without a space around it', { embedCode: '<script>init({token:{access_token}})</script>' }],
    ['code with a string that is JSON', { embedCode: `<script>init(JSON.parse('"{access_token}"'))</script>` }],
    ['an attribute with a string', { embedCode: `<a onclick="init('{access_token}')">&lt;Offers&gt;</a>` }],
    ['settings that say there is none', { ...inCode(''), withoutToken: true }],
  ] as [string, WidgetSettings][]) {
    it(`is found in ${name}`, () => assert.equal(mistakeIn(settings), undefined));
  }

  it('is reported as missing if nothing uses it', () => {
    assert.equal(mistakeIn(inCode(''))?.found, 'no {access_token}');
    assert.equal(mistakeIn({ scriptUrl })?.found, 'no {access_token}');
    assert.equal(mistakeIn({ scriptUrl, withoutToken: false })?.found, 'no {access_token}');
  });

  it('is reported as missing if the embed code runs and only a hand-off has a placeholder for a function', () => {
    assert.ok(mistakeIn({ ...inCode('{get_token}'), handOff: { globals: { a: '{access_token}' } } }));
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
    it(`is reported as missing, with a remedy, if ${written} is in its place`, () => {
      const mistake = mistakeIn(inCode(written))!;
      assert.equal(mistake.found, `${written} instead of {access_token}`);
      assert.ok(describeMistake(mistake).includes(written) && mistake.remedy.includes('{access_token}'));
    });
  }

  for (const code of ['&lt;script&gt;init("{access_token}")', '\n<pre>\n  &lt;!-- {access_token} --&gt;'])
    it(`is not seen in code that is escaped: ${JSON.stringify(code)}`, () =>
      assert.equal(mistakeIn({ embedCode: code })?.found, 'escaped HTML (&lt;)'));

  for (const code of [
    `init({ token: '"{access_token}"' })`,
    `init("'{access_token}'")`,
    `let token = "\\"{access_token}\\""`,
  ])
    it(`may not have two pairs of quotes: ${code}`, () =>
      assert.equal(mistakeIn({ embedCode: code })?.found, '{access_token} in quotes twice'));

  it('is reported as missing, without a guess, in ordinary code', () => {
    for (const code of ['var token = getToken();', 'YOUR_COMPANY', '{ token: value }', 'tokens[0]', '<b>token</b>'])
      assert.equal(mistakeIn(inCode(code))?.found, 'no {access_token}', code);
  });
});
