import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emailLink, pageLink, phoneLink } from '../../src/schema/contact.js';
import { setup } from '../server/setup.js';

const LINKS = { email: emailLink, url: pageLink };

describe('the email address or URL of a contact', () => {
  for (const [name, contact, link] of [
    ['email', 'help@books.example', 'mailto:help@books.example'],
    ['email', "o'brien+loans@help.books.example", "mailto:o'brien+loans@help.books.example"],
    ['url', 'https://books.example/help?from=loan', 'https://books.example/help?from=loan'],
    ['url', 'HTTPS://books.example', 'https://books.example/'],
  ] as const) {
    it(`leads to ${link}`, () => {
      assert.equal(LINKS[name](contact), link);
      assert.doesNotThrow(() => setup({ settings: { partner: { support: { [name]: contact } } } }));
    });
  }

  for (const contact of [
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
    it(`leads nowhere, and is rejected by createHandler: ${contact}`, () => {
      for (const name of ['email', 'url'] as const) {
        assert.equal(LINKS[name](contact), undefined);
        assert.throws(() => setup({ settings: { partner: { support: { [name]: contact } } } }), {
          code: 'config-invalid',
          message: new RegExp(`partner\\.support\\.${name}`),
        });
      }
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
