import { sendKeys } from '@web/test-runner-commands';
import { formTests } from '../../support/form-tests.js';
import {
  company,
  dated,
  expect,
  focused,
  formedApplication,
  heard,
  told,
  typedCompany,
  waitUntil,
  withSettings,
  words,
} from '../../support/forms.js';

const FORMED = 'The date the business was formed';
const formed = (day: string, month: string, year: string) => dated('formation_date', day, month, year);

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

  it('sends markup as text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const form = await company({}, { registered_name: markup });
    await form.finish();
    expect(form.value?.registered_name).to.equal(markup);
    expect(form.find('img')).to.be.null;
  });

  it('sends the only type of business without a question', async () => {
    expect((await company()).field('type')).to.be.null;
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

  it('is completed with the keyboard alone', async () => {
    const form = await company();
    form.field('registered_name').focus();
    // WebKit's driver drops the second of two equal letters.
    const street = { 'address.line_1': 'Sample Road' };
    for (const text of Object.values({ ...typedCompany(), ...street })) {
      await sendKeys({ type: text });
      await sendKeys({ press: 'Tab' });
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
      for (const next of ['Date of formation', 'Start of trading', 'Where your business is']) {
        expect(seen(form).length).to.be.within(1, 5);
        form.type(Object.fromEntries(Object.entries(typedCompany()).filter(([name]) => seen(form).includes(name))));
        form.submit();
        await waitUntil(() => words(focused()) === next, `“${next}” has the focus`);
      }
      await form.press('‹ Back');
      await waitUntil(() => words(focused()) === 'Start of trading', 'the screen before has the focus');
      await expect(form.element).to.be.accessible();
      form.submit();
      await form.heading('Where your business is');
      form.type({ 'address.house_number': '1', 'address.line_1': 'Sample Street' });
      await form.finish();
      expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal(formedApplication().company);
      expect(events.map((event) => told(event).match(/(?:screen=)"(\w+)"/)?.[1])).to.deep.equal([
        'formed',
        'trading',
        'address',
        'trading',
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

    it('leaves out screens whose fields are hidden', async () => {
      const fields = { 'company.formation_date': 'hidden', 'company.trading_from_date': 'hidden' };
      const form = await company({ layout: 'screens', settings: { fields } });
      form.type({ registered_name: 'Acme LTD', registered_number: '12345' });
      form.submit();
      await form.heading('Where your business is');
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
