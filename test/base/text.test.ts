import { expect, fixture, html } from '@open-wc/testing';
import { fileSize } from '../../src/base/document-row.js';
import { en } from '../../src/base/locales/en.js';
import { LendingCompanyElement } from '../../src/components/lending-company.js';
import { LendingPrequalificationElement } from '../../src/components/lending-prequalification.js';
import type { LendingErrorCode } from '../../src/errors.js';

LendingCompanyElement.define();
LendingPrequalificationElement.define();

describe('TextController', () => {
  const setup = async () => {
    // It brings the sentences of the later steps along.
    await fixture(html`<lending-prequalification></lending-prequalification>`);
    return (await fixture<LendingCompanyElement>(html`<lending-company></lending-company>`)).text;
  };

  it('has no sentence for a key that is missing', async () => {
    const text = await setup();
    for (const key of ['', 'nothing.label', 'address.nothing', 'choice.constructor', '__proto__.label']) {
      expect(text.maybe(key), key).to.be.undefined;
    }
  });

  for (const [problem, sentence] of [
    [{ path: 'registered_name', reason: 'empty' }, 'Enter the registered name of the business'],
    [{ path: 'type', reason: 'empty' }, 'Select the type of business'],
    [{ path: 'nothing', reason: 'empty' }, 'Enter this answer'],
    [{ path: 'nothing', reason: 'nothing' }, 'Check this answer: it is not in a form that we can send'],
    [
      { path: 'registered_name', reason: 'unknown' },
      'Check the registered name of the business: it is not in a form that we can send',
    ],
    [
      { path: 'registered_name', reason: 'too-long', params: { maximum: 200 } },
      'Registered name of the business must be 200 characters or fewer',
    ],
    [
      { path: 'formation_date', reason: 'date-missing', params: { parts: 'day month year' } },
      'Date the business was formed must include a day, a month and a year',
    ],
    [{ path: 'addresses.0.city', reason: 'empty' }, 'Enter the town or city you live in'],
    [{ path: 'applicant.addresses.0.city', reason: 'empty' }, 'Enter the town or city you live in'],
    [{ path: 'toString', reason: 'constructor' }, 'Check this answer: it is not in a form that we can send'],
  ] as const) {
    it(`says “${sentence}”`, async () => {
      expect((await setup()).problem(problem)).to.equal(sentence);
    });
  }

  for (const [code, sentence] of [
    ['adapter-timeout', 'This took too long'],
    ['upstream-refused', 'The lending service did not accept this.'],
    ['upstream-unexpected-body', 'The lending service is not answering'],
    ['script-blocked', 'A part of this page did not load.'],
    ['config-invalid', 'Something went wrong on our side.'],
    ['handler-failed', 'Something went wrong on our side.'],
    ['of-tomorrow', 'Something went wrong on our side.'],
  ] as const) {
    it(`says of ${code}: “${sentence}”`, async () => {
      expect((await setup()).failure(code as LendingErrorCode)).to.include(sentence);
    });
  }

  it('shows a code of the wire where nobody has a word for it', async () => {
    const text = await setup();
    expect(text.choice({ value: 'ltd' })).to.equal('Private limited company (Ltd)');
    expect(text.choice({ value: 'ltd', label: 'Limited' })).to.equal('Limited');
    expect(text.choice({ value: 'of-tomorrow' })).to.equal('of-tomorrow');
  });

  for (const [lang, day] of [
    ['en', '10 July 2020'],
    ['en-GB', '10 July 2020'],
    ['en-US', 'July 10, 2020'],
    ['de', '10. Juli 2020'],
  ] as const) {
    it(`names a day as ${lang} does`, async () => {
      const element = await fixture<LendingCompanyElement>(html`<lending-company lang=${lang}></lending-company>`);
      expect(element.text.day({ year: 2020, month: 7, day: 10 })).to.equal(day);
    });
  }

  for (const [bytes, size] of [
    [1, '1 kB'],
    [999_001, '1,000 kB'],
    [1_000_000, '1 MB'],
    [10_485_760, '10.5 MB'],
  ] as const) {
    it(`says that ${bytes} bytes are ${size}`, async () => {
      expect(fileSize(await setup(), bytes)).to.equal(size);
    });
  }

  it('has a sentence for each reason and failure', async () => {
    const text = await setup();
    const bare = Object.entries(en).filter(([, sentence]) => typeof sentence === 'string' && !sentence.trim());
    expect(bare).to.be.empty;
    expect(text.term('continue')).to.equal('Continue');
  });

  it('falls back to English in another language', async () => {
    const element = await fixture<LendingCompanyElement>(html`<lending-company lang="cy"></lending-company>`);
    expect(element.shadowRoot!.textContent).to.include('Registered name of the business');
  });
});
