import { addLanguage } from '../../src/base/text/text.js';
import { LendingPrequalificationElement } from '../../src/components/prequalification/lending-prequalification.js';
import type { Settings } from '../../src/schema/settings.js';
import { expect, LendingError, mount, words } from '../support/forms.js';

const EMAIL = 'help@books.example';
const PHONE = '01632 960 001';

describe('the sentence with the contact for help', () => {
  async function failed(partner: Settings['partner'], lang = 'en-GB') {
    const prequalify = () => Promise.reject(new LendingError('upstream-unavailable', 'The service is away.'));
    const form = await mount(LendingPrequalificationElement, { lang, adapter: { prequalify }, settings: { partner } });
    form.type({ funding_amount: '25000', monthly_revenue: '8000', any_ccj: 'no' });
    await form.submitFails();
    const line = form.find('#failure [part="support"]');
    return { element: form.element, line, links: [...(line?.querySelectorAll('a') ?? [])] };
  }

  for (const [partner, sentence, hrefs] of [
    [
      { name: 'Sample Books', support: { name: 'Sample Books support', email: EMAIL, phone: PHONE } },
      `Contact Sample Books support: ${EMAIL} or ${PHONE}`,
      [`mailto:${EMAIL}`, 'tel:01632960001'],
    ],
    [{ name: 'Sample Books', support: { phone: PHONE } }, `Contact Sample Books: ${PHONE}`, ['tel:01632960001']],
    [{ support: { email: EMAIL } }, `For help, contact: ${EMAIL}`, [`mailto:${EMAIL}`]],
    [
      { support: { url: 'https://books.example/help/' } },
      'For help, contact: books.example/help (opens in a new tab)',
      ['https://books.example/help/'],
    ],
    [
      { support: { email: EMAIL, url: 'https://books.example/help', phone: PHONE } },
      `For help, contact: ${EMAIL} or books.example/help (opens in a new tab) or ${PHONE}`,
      [`mailto:${EMAIL}`, 'https://books.example/help', 'tel:01632960001'],
    ],
    [{ support: { phone: '0800 FLOWERS' } }, 'For help, contact: 0800 FLOWERS', []],
    // Sent by another backend, or set by a page itself.
    [{ support: { url: 'javascript:alert(1)' } }, 'For help, contact: javascript:alert(1)', []],
  ] as const) {
    it(`reads “${sentence}”`, async () => {
      const { element, line, links } = await failed(partner);
      expect(words(line!)).to.equal(sentence);
      expect(links.map((link) => link.getAttribute('href'))).to.deep.equal(hrefs);
      expect(line!.closest('#failure')).to.exist;
      await expect(element).to.be.accessible();
    });
  }

  it('opens the link to a web page in a new tab', async () => {
    const { links } = await failed({ support: { url: 'https://books.example/' } });
    expect(links[0]).to.include({ target: '_blank', rel: 'noopener noreferrer' });
  });

  it('is missing if the settings have no email address, phone number or URL', async () => {
    for (const partner of [{}, { name: 'Sample Books' }, { support: {} }, { support: { name: 'Sample support' } }]) {
      expect((await failed(partner)).line).to.be.null;
    }
  });

  it('joins the contacts in the language of the sentences', async () => {
    addLanguage('nl', { support: () => 'Hulp nodig?', 'support.or': 'of' });
    const { line } = await failed({ support: { email: EMAIL, phone: PHONE } }, 'nl');
    expect(words(line!)).to.equal(`Hulp nodig? ${EMAIL} of ${PHONE}`);
  });
});
