import { sendKeys } from '@web/test-runner-commands';
import type { Draft } from '../../../src/schema/fields/form.js';
import type { Settings } from '../../../src/schema/settings.js';
import { formTests } from '../../support/form-tests.js';
import { formedApplication, soleTrader, typedCompany } from '../../../stories/support/samples.mjs';
import { expect, focused, heard, told, waitUntil, withSettings, words } from '../../support/component.js';
import { company, dated } from '../../support/forms.js';

const FORMED = 'The date the business was formed';
const formed = (day: string, month: string, year: string) => dated('formation_date', day, month, year);

const companyTypes: Settings['companyTypes'] = [
  { value: 'ltd' },
  soleTrader,
  {
    value: 'partnership',
    label: 'Partnership',
    fields: { 'company.registered_number': 'optional' },
    labels: { 'company.registered_number': 'Number of the partnership' },
  },
];

describe('<lending-company>', () => {
  formTests({
    setup: company,
    typed: typedCompany,
    value: () => formedApplication().company,
    empty: [
      ['Enter the registered name of the business', 'registered_name'],
      ['Enter the registration number', 'registered_number'],
      ['Enter the date the business was formed', 'formation_date.day'],
      ['Enter the date the business started trading', 'trading_from_date.day'],
      ['Enter the building name or number of the business', 'address.house_number'],
      ['Enter the street of the business address', 'address.line_1'],
    ],
    bad: [
      ['a day that does not exist', formed('31', '2', '2020'), `${FORMED} must be a real date`],
      ['a day alone', formed('10', '', ''), `${FORMED} must include a month and a year`, 'formation_date.month'],
      [
        '300 characters',
        { registered_name: 'x'.repeat(300) },
        'The registered name of the business must be 200 characters or fewer',
      ],
    ],
    good: [
      ['spaces around and characters that nobody sees', { registered_name: ' Acme\u200B  LTD ' }],
      ['zeros before and full-width digits', formed('10', '07', '２０２０')],
    ],
  });

  it('sends the only type of business without a question', async () => {
    expect((await company()).field('type')).to.be.null;
  });

  for (const [companyTypes, countryCode, line] of [
    [[{ value: 'ltd' }], 'UK', 'For UK private limited companies (Ltd). Something else?'],
    [[{ value: 'ltd' }], 'IE', 'For: Private limited company (Ltd). Something else?'],
    [[{ value: 'llp', label: 'Partnership (LLP)' }], 'GB', 'For: Partnership (LLP). Something else?'],
    [[{ value: 'ltd' }, { value: 'plc' }], 'UK', undefined],
  ] as const)
    it(`says below its first field, and not before, for whom it is: ${line}`, async () => {
      const form = await company({ settings: withSettings({ companyTypes: [...companyTypes], countryCode }) });
      expect(form.text('details summary')).to.equal(line);
      expect(form.find('.head ~ details, .notice')).to.be.null;
      if (line)
        expect(form.find('.field + details')!.previousElementSibling!.contains(form.field('registered_name'))).to.be
          .true;
    });

  it('asks for the type if there are several, and for no answer twice', async () => {
    const form = await company({}, {});
    form.element.settings = withSettings({ companyTypes: [{ value: 'ltd' }, { value: 'plc', label: 'Public' }] });
    await form.updated();
    expect(await form.submitRejected()).to.deep.equal([{ text: 'Select the type of business', target: 'type' }]);
    await expect(form.element).to.be.accessible();
    form.type({ type: 'plc' });
    await form.finish();
    expect(form.value).to.include({ registered_name: 'Acme LTD', type: 'plc' });
  });

  for (const typed of ['', 'none yet'])
    it(`explains below a blank registration number whom to ask, if the form is for one type of business: “${typed}”`, async () => {
      const support = { name: 'Sample Books support', email: 'help@partner.example' };
      const form = await company({ settings: withSettings({ partner: { support } }) }, { registered_number: typed });
      const help = () => form.text('.field [part="notice"]');
      expect(help()).to.be.undefined;
      await form.submitRejected();
      await waitUntil(help, 'it is said');
      expect(help()).to.equal(
        'No number? This form is only for: Private limited company (Ltd). Ask Sample Books support how you can apply. ' +
          'Contact Sample Books support: help@partner.example',
      );
      expect(form.find('.field [part="notice"]')!.closest('.field')!.contains(form.field('registered_number'))).to.be
        .true;
      await expect(form.element).to.be.accessible();
      form.element.settings = withSettings({ companyTypes });
      await form.updated();
      expect(help(), 'another type may have no number').to.be.undefined;
    });

  describe('with types of business that have rules and labels of their own', () => {
    const settings = withSettings({ companyTypes });
    const inputs = (form: Awaited<ReturnType<typeof company>>) =>
      form.all<HTMLInputElement>('input, select').map(({ id }) => id.replace(/\.(day|month|year)$/, ''));

    it('asks for the type first, and then for the fields of that type in its words', async () => {
      const form = await company({ settings }, {});
      expect(inputs(form).slice(0, 3)).to.deep.equal(['type', 'registered_name', 'registered_number']);
      form.type({ type: 'sole-trader' });
      await form.updated();
      expect(new Set(inputs(form))).to.deep.equal(
        new Set(['type', 'registered_name', 'trading_from_date', 'address.house_number', 'address.line_1']),
      );
      const label = (name: string) => words(form.find(`label[for="${name}"]`));
      expect(label('registered_name')).to.equal('Your name, or the name you trade under');
      await expect(form.element).to.be.accessible();
      form.type({ registered_name: '' });
      expect(await form.submitRejected()).to.deep.equal([
        { text: 'Enter “Your name, or the name you trade under”', target: 'registered_name' },
      ]);
      form.type({ type: 'partnership' });
      await form.updated();
      expect(label('registered_number')).to.equal('Number of the partnership (optional)');
      expect(form.find('#registered_number-hint'), 'the hint is about companies').to.be.null;
    });

    it('keeps the typed answers if the type changes, and sends no field that the type hides', async () => {
      const form = await company({ settings }, { type: 'ltd' });
      form.type({ type: 'sole-trader' });
      await form.finish();
      const { registered_number: _, formation_date: __, ...rest } = formedApplication().company;
      expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal({ ...rest, type: 'sole-trader' });
      form.type({ type: 'ltd' });
      await form.updated();
      expect(form.field('registered_number').value).to.equal('12345');
      await form.finish();
      expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal(formedApplication().company);
    });

    it('drops the problem of a field that the new type hides', async () => {
      const form = await company({ settings }, { type: 'ltd', registered_number: '', registered_name: '' });
      expect(await form.submitRejected()).to.have.length(2);
      form.type({ type: 'sole-trader' });
      await form.updated();
      expect(form.summary().map(({ target }) => target)).to.deep.equal(['registered_name']);
    });

    it('leaves out the screens of fields that the type or the backend hides', async () => {
      const fields = { 'company.trading_from_date': 'hidden' };
      const form = await company({ settings: { ...settings, fields }, layout: 'screens' });
      form.type({ type: 'sole-trader', registered_name: 'Acme LTD' });
      await form.updated();
      form.submit();
      await form.heading('Where is your business?');
    });
  });

  describe('with other countries in the settings', () => {
    const CODE = 'address.country_code';
    const countries = [
      { name: 'Jersey', countryCode: 'JE', region: 'CI' },
      { name: 'Guernsey', countryCode: 'GG' },
    ];
    const settings = withSettings({ countries });
    async function abroad(typed: Draft = {}, properties: object = {}) {
      const form = await company({ settings, ...properties }, {});
      await waitUntil(() => form.field(CODE), 'the question has loaded');
      form.type(typed);
      await form.updated();
      return form;
    }
    const codes = ({ element: { value } }: Awaited<ReturnType<typeof abroad>>) => [
      value?.address.country_code,
      value?.region,
    ];

    for (const [code, country, ...sent] of [
      ['UK', undefined, 'UK', 'GB'],
      ['', 'Jersey', 'JE', 'CI'],
      ['', 'Guernsey', 'GG', undefined],
      ['', 'other', undefined, undefined],
    ] as const)
      it(`sends the codes of the country of the address: ${country ?? code}`, async () => {
        const form = await abroad({ [CODE]: code });
        if (country) form.type({ 'address.country': country });
        await form.finish();
        expect(codes(form)).to.deep.equal(sent);
        const again = await company({ settings, draft: { ...form.element.draft }, prefill: { region: 'GB' } });
        await again.finish();
        expect(codes(again), 'a restored draft').to.deep.equal(sent);
      });

    it('asks first in the group of the address, and needs an answer and a country', async () => {
      const form = await abroad();
      expect(form.text('details summary')).to.equal('For: Private limited company (Ltd). Something else?');
      expect(form.all<HTMLInputElement>('.group input')[0]!.name).to.equal(CODE);
      expect(await form.submitRejected()).to.deep.equal([
        { text: 'Answer “Is this address in the United Kingdom?”', target: CODE },
      ]);
      await expect(form.element).to.be.accessible();
      form.type({ [CODE]: '' });
      expect(await form.submitRejected()).to.deep.equal([
        { text: 'Select the country of the business address', target: 'address.country' },
      ]);
      expect(form.all('[id="address.country"] option').map(words).slice(1)).to.deep.equal([
        'Jersey',
        'Guernsey',
        'Another country',
      ]);
    });

    it('takes the country from the backend, which can fix it', async () => {
      const address = { ...formedApplication().company.address, country_code: 'JE' };
      const prefill = { address, region: 'CI' };
      const open = await abroad({}, { prefill });
      await waitUntil(() => open.field('address.country')?.value === 'Jersey', 'the country is chosen');
      const readOnly = ['company.address.country_code', 'company.region'];
      const fixed = await abroad({}, { prefill, settings: { ...settings, readOnly } });
      expect(fixed.all('[name^="address.country"]')).to.have.length(1);
      expect(words(fixed.field(CODE).closest('fieldset'))).to.match(/^Country .* Jersey$/);
      for (const form of [open, fixed]) {
        await form.finish();
        expect(codes(form)).to.deep.equal(['JE', 'CI']);
      }
    });

    it('asks for it on its own screen', async () => {
      const form = await abroad({}, { layout: 'screens', screen: 'dates' });
      form.submit();
      await form.heading('Which country is your business in?');
      form.type({ [CODE]: 'UK' });
      form.submit();
      await form.heading('Where is your business?');
    });
  });

  it('reads a month in another language, whose names load when they are needed', async () => {
    const form = await company({}, formed('10', 'Juli', '2020'));
    await form.finish();
    expect(form.value?.formation_date).to.equal('2020-07-10 00:00:00.000');
    form.type(formed('tenth', 'July', '2020'));
    expect(await form.submitRejected()).to.deep.equal([
      { text: 'Use numbers, like 10 7 2020, for the date the business was formed', target: 'formation_date.day' },
    ]);
  });

  it('is completed with the keyboard alone', async () => {
    const form = await company();
    form.field('registered_name').focus();
    // WebKit's driver drops the second of two equal letters.
    const street = { 'address.line_1': 'Sample Road' };
    for (const [name, text] of Object.entries({ ...typedCompany(), ...street })) {
      await sendKeys({ type: text });
      await sendKeys({ press: 'Tab' });
      // The line about the type of business.
      if (name === 'registered_name') await sendKeys({ press: 'Tab' });
    }
    expect(focused()?.getAttribute('part')).to.equal('submit');
    await form.event('lending-submitted', () => void sendKeys({ press: 'Enter' }));
    const sent = formedApplication().company;
    sent.address.line_1 = street['address.line_1'];
    expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal(sent);
  });

  describe('with layout="screens", without the journey', () => {
    const seen = (form: Awaited<ReturnType<typeof company>>) =>
      form
        .all<HTMLInputElement>('input')
        .filter((input) => input.checkVisibility())
        .map(({ id }) => id);

    it('shows one screen at a time, with its own Back button, and ends with the whole answer', async () => {
      const form = await company({ layout: 'screens' });
      const events = heard(form.element, 'lending-screen-changed', 'lending-submitted');
      expect(form.part('back')).to.be.null;
      for (const next of ['When did your business begin?', 'Where is your business?']) {
        expect(seen(form).length).to.be.within(1, 6);
        form.type(Object.fromEntries(Object.entries(typedCompany()).filter(([name]) => seen(form).includes(name))));
        form.submit();
        await waitUntil(() => words(focused()) === next, `“${next}” has the focus`);
      }
      await form.press('‹ Back');
      await waitUntil(() => words(focused()) === 'When did your business begin?', 'the screen before has the focus');
      await expect(form.element).to.be.accessible();
      form.submit();
      await form.heading('Where is your business?');
      form.type({ 'address.house_number': '1', 'address.line_1': 'Sample Street' });
      await form.finish();
      expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal(formedApplication().company);
      expect(events.map((event) => told(event).match(/(?:screen=)"(\w+)"/)?.[1])).to.deep.equal([
        'dates',
        'address',
        'dates',
        'address',
        undefined,
      ]);
    });

    it('leads back to a screen whose answer has become wrong meanwhile', async () => {
      const form = await company({ layout: 'screens', screen: 'address' }, {});
      form.type({ registered_name: '' });
      await form.submitRejected();
      expect(await form.element.updateComplete).to.be.true;
      expect(form.summary().map(({ target }) => target)).to.deep.equal(['registered_name']);
      expect(seen(form)).to.deep.equal(['registered_name', 'registered_number']);
    });

    it('is off for any other value of the attribute', async () => {
      const element = document.createElement('lending-company');
      element.setAttribute('layout', 'Screens');
      expect(element.layout).to.equal('screens');
      element.setAttribute('layout', 'pages');
      expect(element.layout).to.equal('page');
    });
  });
});
