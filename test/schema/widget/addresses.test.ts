import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { widgetAddresses, widgetOrigins } from '../../../src/schema/widget/addresses.js';
import type { WidgetSettings } from '../../../src/schema/widget/widget-settings.js';

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
