import { laterText } from '../../../src/base/text/locales/en-later.js';
import { enFailure } from '../../../src/base/text/locales/en-failure.js';
import { fileSize, formatDay, formatMoney, formatPhone, groupDigits } from '../../../src/base/text/formats.js';
import { problemSentence, addLanguage, addSentences, type TextController } from '../../../src/base/text/text.js';
import { LendingCompanyElement } from '../../../src/components/company/lending-company.js';
import { LendingOnboardingElement } from '../../../src/components/onboarding/lending-onboarding.js';
import { LendingPrequalificationElement } from '../../../src/components/prequalification/lending-prequalification.js';
import { PREQUALIFICATION } from '../../../src/schema/forms/prequalification-form.js';
import { company, expect, fixture, html, mount, waitUntil, type LendingErrorCode } from '../../support/forms.js';

LendingCompanyElement.define();
LendingPrequalificationElement.define();
addSentences(enFailure);

const element = async (properties: object = {}) => (await company({ lang: '', ...properties })).element;

describe('TextController', () => {
  const setup = async () => {
    // This element loads the sentences of the later steps.
    await fixture(html`<lending-prequalification></lending-prequalification>`);
    return laterText((await element()).text);
  };

  it('has in its type only the sentences that an element has loaded', async () => {
    const { text } = await element();
    // @ts-expect-error The first step does not load the sentences of the later steps.
    expect(text.term('review.intro')).to.be.a('string');
    expect(laterText(text).term('review.intro')).to.include('create your application');
  });

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
    [{ path: 'nothing', reason: 'nothing' }, 'Check this answer. It is not in the correct format'],
    [
      { path: 'registered_name', reason: 'unknown' },
      'Check the registered name of the business. It is not in the correct format',
    ],
    [
      { path: 'registered_name', reason: 'too-long', params: { maximum: 200 } },
      'The registered name of the business must be 200 characters or fewer',
    ],
    [
      { path: 'formation_date', reason: 'date-missing', params: { parts: 'day month year' } },
      'The date the business was formed must include a day, a month and a year',
    ],
    [{ path: 'addresses.0.city', reason: 'empty' }, 'Enter the town or city you live in'],
    [{ path: 'applicant.addresses.0.city', reason: 'empty' }, 'Enter the town or city you live in'],
    [{ path: 'toString', reason: 'constructor' }, 'Check this answer. It is not in the correct format'],
  ] as const) {
    it(`reads “${sentence}”`, async () => {
      expect(problemSentence(await setup(), problem)).to.equal(sentence);
    });
  }

  for (const [code, sentence] of [
    ['adapter-timeout', 'This took too long'],
    ['upstream-rejected', 'The lending service did not accept this and did not say why.'],
    ['upstream-unexpected-body', 'The lending service is not responding'],
    ['script-blocked', 'Part of this page did not load.'],
    ['config-invalid', 'There is a problem with this site.'],
    ['handler-failed', 'There is a problem with this site.'],
    ['of-tomorrow', 'There is a problem with this site.'],
  ] as const) {
    it(`describes ${code} as “${sentence}”`, async () => {
      expect((await setup()).failure(code as LendingErrorCode)).to.include(sentence);
    });
  }

  it('returns a code unchanged if it has no sentence for the code', async () => {
    const text = await setup();
    expect(text.choice({ value: 'ltd' })).to.equal('Private limited company (Ltd)');
    expect(text.choice({ value: 'ltd', label: 'Limited' })).to.equal('Limited');
    expect(text.choice({ value: 'of-tomorrow' })).to.equal('of-tomorrow');
  });

  for (const [lang, day] of [
    ['en', '10 July 2020'],
    ['en-GB', '10 July 2020'],
    ['en-US', 'July 10, 2020'],
    ['nl', '10 juli 2020'],
    // None of our sentences is in German.
    ['de', '10 July 2020'],
  ] as const) {
    it(`writes a date in ${lang} as its sentences do, and marks the language`, async () => {
      addLanguage('nl', { continue: 'Verder' });
      const made = await element({ lang });
      expect(formatDay(made.text, { year: 2020, month: 7, day: 10 })).to.equal(day);
      expect(made.shadowRoot!.firstElementChild).to.have.property('lang', lang === 'de' ? 'en' : lang.toLowerCase());
    });
  }

  it('writes the first of a month as French does', async () => {
    addLanguage('fr', { continue: 'Continuer' });
    const made = await element({ lang: 'fr' });
    const days = [1, 11].map((day) => formatDay(made.text, { year: 2020, month: 2, day }));
    expect(days).to.deep.equal(['1er février 2020', '11 février 2020']);
  });

  it('writes a date as in the United Kingdom if the browser does not support the language of the sentences', async () => {
    // No browser has dates in Klingon.
    addLanguage('tlh', { continue: 'taH' });
    const made = await element({ lang: 'tlh' });
    expect(formatDay(made.text, { year: 2020, month: 7, day: 10 })).to.equal('10 July 2020');
    expect(formatMoney(made.text, 25_000)).to.equal('£25,000');
  });

  for (const [bytes, size, limit] of [
    [1, '1 kB', '0 kB'],
    [1024, '1 kB', '1 kB'],
    [1_000_000, '977 kB', '976 kB'],
    [1_024_000, '1 MB', '0.9 MB'],
    [1_048_576, '1 MB', '1 MB'],
    // A file that is a byte too large must not look as if it fits.
    [1_048_577, '1.1 MB', '1 MB'],
    [10_000_000, '9.6 MB', '9.5 MB'],
    [10_485_760, '10 MB', '10 MB'],
    [10_485_761, '10.1 MB', '10 MB'],
    [1_073_741_824, '1,024 MB', '1,024 MB'],
  ] as const) {
    it(`writes ${bytes} bytes as ${size}, and as a limit ${limit}, on one line`, async () => {
      const text = await setup();
      expect([fileSize(text, bytes), fileSize(text, bytes, true)]).to.deep.equal(
        [size, limit].map((one) => one.replace(' ', '\u00a0')),
      );
    });
  }

  for (const [amount, money] of [
    [25_000, '£25,000'],
    [1020.5, '£1,020.50'],
    [0, '£0'],
    [0.05, '£0.05'],
    [1e12, '£1,000,000,000,000'],
  ] as const) {
    it(`writes ${money} with both digits of its pence, or none`, async () => {
      expect(formatMoney(await setup(), amount)).to.equal(money);
    });
  }

  for (const [language, grouped] of Object.entries({ en: '25,000.5', de: '25 000.5', fr: '25 000.5', ar: '25,000.5' }))
    it(`groups the digits of an amount, so that the form reads the same amount: ${language}`, () => {
      const shown = groupDigits({ language } as TextController, '25000.5');
      expect(shown.normalize('NFKC')).to.equal(grouped);
      expect(PREQUALIFICATION.funding_amount.read(shown, { callingCode: '44' })).to.deep.equal({ value: 25_000.5 });
    });

  for (const phone of [
    '+44 20 7946 0018',
    '+44 121 496 0018',
    '+44 113 496 0018',
    '+44 808 157 0018',
    '+44 1632 960018',
    '+44 7700 900018',
    // Too short, and so an answer to look at again.
    '+44 123 21321',
    '+353 861 234 567',
    '+33 612 345 678',
    '+1 202 555 0118',
  ])
    it(`groups the digits of a telephone number: ${phone}`, () => {
      expect(formatPhone(phone.replaceAll(' ', ''))).to.equal(phone.replaceAll(' ', '\u00a0'));
    });

  describe('with the names of the partner and the broker', () => {
    const partner = { name: 'Sample Books', broker: { name: 'Sample Brokers' } };
    const settings = { partner };
    const named = async () => {
      await setup();
      return laterText((await element({ settings })).text);
    };

    it('contains their names, and without them their roles', async () => {
      const [whose, bare] = [await named(), await setup()];
      const said = (text: typeof bare) => [
        text.term('fixed'),
        text.failure('upstream-failed'),
        text.term('review.intro'),
      ];
      expect(said(bare)).to.deep.equal([
        'This site filled this in. You cannot change it here.',
        'The lending service is not responding. Try again in a few minutes.',
        'When you create your application, this site sends these details to the lending service. You will not be able to change them after that.',
      ]);
      expect(said(whose)).to.deep.equal([
        'Sample Books filled this in. You cannot change it here.',
        'Sample Brokers is not responding. Try again in a few minutes.',
        'When you create your application, Sample Books sends these details to Sample Brokers. You will not be able to change them after that.',
      ]);
    });

    it('ends a sentence with one stop if a name ends with a stop', async () => {
      const inc = { partner: { name: 'Sample Inc.', broker: { name: 'Broker Ltd.' } } };
      const text = laterText((await element({ settings: inc })).text);
      expect([text.failure('handler-failed'), text.term('review.intro'), text.term('fixed')]).to.deep.equal([
        'There is a problem with Sample Inc.',
        'When you create your application, Sample Inc. sends these details to Broker Ltd. You will not be able to change them after that.',
        'Sample Inc. filled this in. You cannot change it here.',
      ]);
    });

    it('puts them into the sentences of another language, too', async () => {
      addLanguage('xs', {
        fixed() {
          return `${this.partner.name} hat das ausgefüllt.`;
        },
      });
      const { text } = await element({ lang: 'xs', settings });
      expect(text.term('fixed')).to.equal('Sample Books hat das ausgefüllt.');
    });

    it('inserts a name unchanged, even if it contains placeholders or HTML', async () => {
      const odd = { partner: { name: '$& {partner} <b>Books</b>' } };
      const { text } = await element({ settings: odd });
      expect(text.term('fixed')).to.equal('$& {partner} <b>Books</b> filled this in. You cannot change it here.');
    });
  });

  it('uses the most specific language that was added, and English for sentences that it lacks', async () => {
    addLanguage('xx', { continue: 'Weiter', back: 'Zurück' });
    addLanguage('xx-YY', { continue: 'Fürschi' });
    const say = async (lang: string) => {
      const made = await element({ lang });
      return (['continue', 'back', 'optional'] as const).map((key) => made.text.term(key));
    };
    expect(await say('xx_YY')).to.deep.equal(['Fürschi', 'Zurück', '(optional)']);
    expect(await say('xx-Latn-YY')).to.deep.equal(['Fürschi', 'Zurück', '(optional)']);
    expect(await say('xx-Latn-ZZ')).to.deep.equal(['Weiter', 'Zurück', '(optional)']);
    expect(await say('no language')).to.deep.equal(['Continue', 'Back', '(optional)']);
  });

  it('uses the language around it, through shadow roots, and ignores the fallback language of another element', async () => {
    addLanguage('xx', { continue: 'Weiter' });
    const section = await fixture<HTMLElement>(html`<section lang="xx"><div></div></section>`);
    const shadow = section.firstElementChild!.attachShadow({ mode: 'open' });
    const inside = shadow.appendChild(new LendingCompanyElement());
    expect(inside.text.term('continue')).to.equal('Weiter');
    inside.lang = 'en';
    expect(inside.text.term('continue')).to.equal('Continue');

    const { element: journey } = await mount(LendingOnboardingElement, { lang: 'xx', history: 'off' });
    const step = () => journey.shadowRoot!.querySelector<LendingCompanyElement>('#current')!;
    expect(step().text.term('continue')).to.equal('Weiter');
    // None of our sentences is in Polish: those of the journey are in English, and the notice may still be in Polish.
    journey.lang = 'pl';
    await journey.updateComplete;
    expect(step().text.term('continue')).to.equal('Continue');
    expect(step().text.requestedLanguage()).to.equal('pl');
  });

  it('follows the language of the page while the element is on it', async () => {
    const root = document.documentElement;
    const { lang } = root;
    const made = await element();
    root.lang = 'xw';
    addLanguage('xw', { continue: 'Weiter' });
    await waitUntil(() => made.shadowRoot!.textContent!.includes('Weiter'), 'it is translated');
    root.lang = lang;
    await waitUntil(() => made.shadowRoot!.textContent!.includes('Continue'), 'it is English again');
  });

  it('prefers the language of the element to the language around it, and that to the language of the page', async () => {
    const root = document.documentElement;
    const { lang } = root;
    root.lang = 'xv';
    const around = await fixture(
      html`<div>
        <lending-company></lending-company>
        <p lang="xu"><lending-company></lending-company><lending-company lang="xw"></lending-company></p>
      </div>`,
    );
    const said = [...around.querySelectorAll<LendingCompanyElement>('lending-company')].map(({ text }) =>
      text.requestedLanguage(),
    );
    root.lang = lang;
    expect(said).to.deep.equal(['xv', 'xu', 'xw']);
  });

  it('is not rendered for a language once the element is gone', async () => {
    const made = await element();
    made.remove();
    await made.updateComplete;
    addLanguage('xt', {});
    expect(made.isUpdatePending).to.be.false;
    document.body.append(made);
    await made.updateComplete;
    addLanguage('xt', {});
    expect(made.isUpdatePending).to.be.true;
    made.remove();
  });
});
