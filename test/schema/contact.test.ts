import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressLink, phoneLink } from '../../src/schema/contact.js';
import { setup } from '../server/setup.js';

describe('the email address or URL of a contact', () => {
  for (const [address, link] of [
    ['help@books.example', 'mailto:help@books.example'],
    ["o'brien+loans@help.books.example", "mailto:o'brien+loans@help.books.example"],
    ['https://books.example/help?from=loan', 'https://books.example/help?from=loan'],
    ['HTTPS://books.example', 'https://books.example/'],
  ] as const) {
    it(`leads to ${link}`, () => {
      assert.equal(addressLink(address), link);
      assert.doesNotThrow(() => setup({ settings: { partner: { support: { address } } } }));
    });
  }

  for (const address of [
    'http://books.example/help',
    '//books.example',
    'books.example',
    'javascript:alert(1)',
    'JAVASCRIPT://books.example/%0aalert(1)',
    'data:text/html,hello',
    'https://',
    'help@books',
    'help@books.example?bcc=other@books.example',
    'help@books.example&body=x',
    'mailto:help@books.example',
    'javascript:x@books.example',
    'help@books.example, other@books.example',
  ]) {
    it(`leads nowhere, and is rejected by createHandler: ${address}`, () => {
      assert.equal(addressLink(address), undefined);
      assert.throws(() => setup({ settings: { partner: { support: { address } } } }), {
        code: 'config-invalid',
        message: /partner\.support\.address/,
      });
    });
  }
});

describe('the telephone number of a contact', () => {
  for (const [phone, link] of [
    ['01632 960 001', 'tel:01632960001'],
    ['+44 (0)1632 960 001', 'tel:+441632960001'],
    ['(01632) 960–001', 'tel:01632960001'],
    ['999', 'tel:999'],
    ['0800 FLOWERS', undefined],
    ['01632 960 001 (until 5 pm)', undefined],
    ['*#06#', undefined],
    ['01632;ext=1', undefined],
    ['( - )', undefined],
  ] as const) {
    it(`${phone} leads to ${link ?? 'nowhere'}`, () => {
      assert.equal(phoneLink(phone), link);
    });
  }
});
