import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { widgetAddresses, widgetOrigins } from '../../src/schema/widget/addresses.js';
import { describeMistake, mistakeIn } from '../../src/schema/widget/mistakes.js';
import type { WidgetSettings } from '../../src/schema/widget/widget-settings.js';

const origins = (embedCode: string, more: Partial<WidgetSettings> = {}) => widgetOrigins({ ...more, embedCode });

describe('the URLs that a widget needs', () => {
  for (const [name, code, expected] of [
    ['a script', '<script src="https://cdn.vendor.example/w.js"></script>', ['https://cdn.vendor.example']],
    ['no scheme', `<script src='//cdn.vendor.example/w.js'></script>`, ['https://cdn.vendor.example']],
    ['a port', '<script src=http://127.0.0.1:4010/w.js></script>', ['http://127.0.0.1:4010']],
    ['loopback in brackets', '<script src="http://[::1]:4010/w.js">', ['http://[::1]:4010']],
    ['a template literal', 'load(`https://cdn.vendor.example/w.js`)', ['https://cdn.vendor.example']],
    ['a value inside', 'load(`https://cdn.vendor.example/${version}/w.js`)', ['https://cdn.vendor.example']],
    ['a host that is put together', "load('https://cdn.' + region + '.vendor.example/w.js')", []],
    ['a host that is a value', 'load(`https://${host}/w.js`)', []],
    [
      'slashes as JSON writes them',
      String.raw`{"src":"https:\/\/cdn.vendor.example\/w.js"}`,
      ['https://cdn.vendor.example'],
    ],
    [
      'a function of CSS',
      '<style>@import url(https://fonts.vendor.example/a.css);</style>',
      ['https://fonts.vendor.example'],
    ],
    ['names of vocabularies', '<svg xmlns="http://www.w3.org/2000/svg"></svg>{"@context":"https://schema.org"}', []],
    ['a comment of HTML', '<!-- See https://docs.vendor.example/install -->', []],
    ['a line that is a comment', '<script>\n// See https://docs.vendor.example/install\nrun();</script>', []],
    ['a comment behind code', 'run(); // https://docs.vendor.example', []],
    ['a comment in the middle', 'run(/* https://docs.vendor.example */)', []],
    ['an e-mail address and a path', 'mail("a//b@vendor.example", "/static//w.js")', []],
    [
      'several',
      '<a href="https://a.example"></a><img src="https://b.example/i.png">',
      ['https://a.example', 'https://b.example'],
    ],
  ] as const) {
    it(`are found with ${name}`, () => assert.deepEqual(origins(code), expected));
  }

  it('are each listed once, those of the partner last', () => {
    const code = '<script src="https://a.example/1.js"></script><script src="https://a.example/2.js"></script>';
    const settings = { scriptUrl: 'https://s.example/w.js', origins: ['https://api.example', 'https://a.example'] };
    assert.deepEqual(origins(code, settings), ['https://s.example', 'https://a.example', 'https://api.example']);
    assert.deepEqual(widgetAddresses({ embedCode: code }), ['https://a.example/1.js', 'https://a.example/2.js']);
  });

  it('contain nothing that could end a directive of a CSP', () => {
    const tricks = [
      'https://a.example;script-src',
      "https://a.example'unsafe-inline'",
      'https://a.example`x`',
      'https://a.example\t*',
    ];
    for (const trick of tricks) assert.deepEqual(origins(`load("${trick}")`), ['https://a.example'], trick);
  });
});

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
