import type { Applicant } from '../../../src/schema/calls/application.js';
import type { Draft } from '../../../src/schema/fields/form.js';
import { defaultSettings, expect, focused, formedApplication, waitUntil, words } from '../../support/component.js';
import { address, ago, applicant, filled, groups, inWords, moved, shows } from '../../support/forms.js';

const wireDay = (years: 1 | 2 | 10) =>
  [ago(years).day, ago(years).month, ago(years).year].map((value) => String(value).padStart(2, '0')).join('/');

describe('the earlier addresses of <lending-applicant>', () => {
  // The first test: the part stays loaded.
  it('are not requested if the stay is long enough, and their code does not load', async () => {
    const isLoaded = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('address-history.sentences'));
    const form = await filled(10);
    await form.finish();
    expect(groups(form)).to.be.empty;
    expect(form.value?.addresses).to.have.length(1);
    expect(isLoaded()).to.be.false;
    form.type(moved(0, 1));
    await shows(form, 1);
    expect(isLoaded()).to.be.true;
  });

  describe('are requested', () => {
    it('from an applicant with a recent move, once the date is complete, with an announcement, without moving the focus', async () => {
      const form = await applicant();
      const status = form.find('form > [aria-live]')!;
      expect(words(status)).to.equal('');
      form.field('addresses.0.start_date.year').focus();
      form.type(moved(0, 1));
      await shows(form, 1);
      expect(form.find('form > [aria-live]')).to.equal(status);
      expect(words(status)).to.equal(`There are more questions below about where you lived before ${inWords(1)}.`);
      expect(groups(form)).to.deep.equal(['Your previous address']);
      expect(focused()?.id).to.equal('addresses.0.start_date.year');
      expect(words(form.field('addresses.1-hint'))).to.include(`Where you lived before ${inWords(1)}.`);
    });

    it('with legends that leave the name of the address to their group', async () => {
      const form = await filled(1, 2);
      const legends = form.texts('.group .field > legend');
      expect(legends).to.deep.equal([
        'When did you move in?',
        'Do you rent your home?',
        'Is this address in the United Kingdom?',
        'When did you move in?',
        'Did you rent your home there?',
        'Is this address in the United Kingdom?',
        'When did you move in?',
        'Did you rent your home there?',
      ]);
    });

    it('one after the other, until they cover the required time', async () => {
      const form = await filled(1, 2);
      expect(groups(form)).to.deep.equal(['Your previous address', 'Your previous address 2']);
      expect(form.part('add')).to.be.null;
      form.type(address(2, 10));
      await waitUntil(() => form.part('add'), 'another one may be added');
      expect(groups(form)).to.have.length(2);
      await form.finish();
      expect(form.value?.addresses.map(({ start_date, current, city }) => [start_date, current, city])).to.deep.equal([
        [wireDay(1), 'true', 'London'],
        [wireDay(2), undefined, 'City 1'],
        [wireDay(10), undefined, 'Leeds'],
      ]);
    });

    for (const [what, settings] of [
      ['the backend wants no history', { addressHistoryYears: 0 }],
      ['the backend does not ask for the date', { fields: { 'applicant.addresses.start_date': 'hidden' as const } }],
      ['the span is short', { addressHistoryYears: 0.5 }],
    ] as const) {
      it(`from no applicant if ${what}`, async () => {
        const form = await applicant({ settings: { ...settings }, draft: moved(0, 1) });
        await form.submitRejected();
        expect(groups(form)).to.be.empty;
        expect(form.summary().some(({ text }) => text.startsWith('Add where'))).to.be.false;
      });
    }

    it('no longer once the date is corrected, and their input stays', async () => {
      const form = await filled(1);
      form.type(moved(0, 10));
      await shows(form, 0);
      form.type(moved(0, 1));
      await shows(form, 1);
      form.type({ 'addresses.1.city': 'Leeds' });
      form.type(moved(0, 10));
      await form.updated();
      expect(groups(form)).to.have.length(1);
      expect(form.field('addresses.1.city').value).to.equal('Leeds');
    });

    it('and are accessible, empty and with errors', async () => {
      const form = await filled(1, 2);
      await expect(form.element).to.be.accessible();
      form.type({ 'addresses.1.city': '', ...moved(1, 1) });
      await form.submitRejected();
      await expect(form.element).to.be.accessible();
    });

    it('without autofill of the browser, which knows only the current address', async () => {
      const form = await filled(1);
      const tokens = form.all<HTMLInputElement>('[id="addresses.1-group"] input:not([type="radio"])');
      expect([...new Set(tokens.map(({ autocomplete }) => autocomplete))]).to.deep.equal(['off']);
    });
  });

  describe('are rejected', () => {
    it('if they do not cover the required time: with one sentence, not one for each input', async () => {
      const form = await filled(1);
      const text = `Add where you lived before ${inWords(1)}`;
      expect(await form.submitRejected()).to.deep.equal([{ text, target: 'addresses.1.country_code' }]);
      expect(form.error('addresses.1')).to.equal(text);
      const described = form.find('[id="addresses.1-group"]')!.getAttribute('aria-describedby');
      expect(described).to.equal('addresses.1-hint addresses.1-error');
      form.find<HTMLAnchorElement>('#summary a')!.click();
      expect(focused()?.id).to.equal('addresses.1.country_code');
    });

    it('if they are missing, and the date was set without a change event', async () => {
      const form = await applicant({}, {});
      Object.assign(form.element.draft, moved(0, 1));
      expect((await form.submitRejected())[0]!.target).to.equal('addresses.1.country_code');
      Object.assign(form.element.draft, address(1, 2));
      const [problem] = await form.submitRejected();
      expect(problem).to.deep.equal({
        text: `Add where you lived before ${inWords(2)}`,
        target: 'addresses.2.country_code',
      });
    });

    it('if one begins after the next address, and both are named', async () => {
      const form = await filled(2, 1);
      const problems = await form.submitRejected();
      expect(problems[0]).to.deep.equal({
        text: `The date you moved into your previous address must be before ${inWords(2)}, when you moved into your current address`,
        target: 'addresses.1.start_date.day',
      });
      expect(problems.map(({ target }) => target)).to.deep.equal([
        'addresses.1.start_date.day',
        'addresses.2.country_code',
      ]);
      expect(problems[1]!.text).to.equal(`Add where you lived before ${inWords(2)}`);
    });

    it('if two begin on the same day', async () => {
      const form = await filled(1, 2);
      form.type(address(2, 2));
      const [problem] = await form.submitRejected();
      expect(problem).to.deep.equal({
        text: `The date you moved into your previous address 2 must be before ${inWords(2)}. You gave the same date for your previous address`,
        target: 'addresses.2.start_date.day',
      });
    });

    it('if an input is blank, with a sentence that names the address, in the order of the form', async () => {
      const form = await filled(1, 2, 10);
      const gone = { 'addresses.1.city': '', 'addresses.2.postcode': ' ', 'addresses.2.start_date.month': '' };
      form.type({ ...gone, 'addresses.2.start_date.day': '', 'addresses.2.start_date.year': '' });
      expect((await form.submitRejected()).map(({ text }) => text)).to.deep.equal([
        'Enter the town or city of your previous address',
        'Enter the postcode of your previous address 2',
        'Enter the date you moved into your previous address 2',
      ]);
      expect(form.typed()).to.include(gone);
    });

    it('but not if the applicant has added one more than is needed', async () => {
      const form = await filled(1, 10);
      form.part('add').click();
      await shows(form, 2);
      await form.finish();
      expect(form.value?.addresses).to.have.length(2);
    });
  });

  it('are shown if they are in the page’s value, the current one first, and returned unchanged', async () => {
    const sample = formedApplication().applicant;
    const [home] = sample.addresses;
    const { current: _, ...past } = home!;
    const older = { ...past, city: 'Leeds', start_date: '01/02/2001' };
    const abroad = { ...past, city: 'Paris', country_code: 'FR', start_date: '01/02/2005' };
    const settings = { countries: [{ name: 'France', countryCode: 'FR', region: 'UK' }] };
    const form = await applicant({ settings, value: { ...sample, addresses: [older, home, abroad] } });
    await shows(form, 2);
    await form.finish();
    expect(JSON.parse(JSON.stringify(form.value))).to.deep.equal({ ...sample, addresses: [home, abroad, older] });
  });

  it('may be missing from the page’s value', async () => {
    const { addresses: _, ...rest } = formedApplication().applicant;
    for (const value of [rest, { ...rest, addresses: [] }]) {
      const form = await applicant({ value });
      await waitUntil(() => form.field('first_name').value, 'the inputs are filled');
      expect(groups(form)).to.be.empty;
    }
  });

  it('are restored after a reload', async () => {
    const { draft } = (await filled(1, 10)).element;
    const form = await applicant();
    form.element.formStateRestoreCallback(JSON.stringify({ draft }));
    await shows(form, 1);
    expect(form.typed()).to.include(address(1, 10, 'City 1'));
  });

  describe('may be abroad', () => {
    const codes = ({ value }: { value: Applicant | undefined }) =>
      value?.addresses.map(({ country_code, region }) => [country_code, region]);
    const abroad = async (settings: object, country: Draft, typed: Draft = {}) => {
      const form = await applicant({ settings }, moved(0, 1));
      await shows(form, 1);
      form.type({ ...address(1, 10), 'addresses.1.country_code': '' });
      await form.updated();
      form.type({ ...country, ...typed });
      return form;
    };
    const countries = [
      { name: 'France', countryCode: 'FR', region: 'EU' },
      { name: 'Ireland', countryCode: 'IE' },
      { name: 'Malta', countryCode: 'MLT' },
    ];
    const chosen = (name: string) => ({ 'addresses.1.country': name });

    it('and are accessible with the list of countries', async () => {
      await expect((await abroad({ countries }, {})).element).to.be.accessible();
    });

    it('and are sent with the codes that the settings have for the country, or with none', async () => {
      for (const [name, expected] of [
        ['France', ['FR', 'EU']],
        ['Ireland', ['IE', undefined]],
        ['other', [undefined, undefined]],
      ] as const) {
        const form = await abroad({ countries }, chosen(name));
        await form.finish();
        expect(codes(form), name).to.deep.equal([['UK', 'UK'], expected]);
      }
      const form = await abroad({}, {});
      expect(form.field('addresses.1.country'), 'there is no list').to.be.null;
      await form.finish();
      expect(codes(form)).to.deep.equal([
        ['UK', 'UK'],
        [undefined, undefined],
      ]);
    });

    it('and need an answer to the question, and a country', async () => {
      const form = await abroad({ countries }, {});
      expect(form.all<HTMLOptionElement>('[id="addresses.1.country"] option').map(words)).to.deep.equal([
        'Select…',
        'France',
        'Ireland',
        'Malta',
        'Another country',
      ]);
      expect(await form.submitRejected()).to.deep.equal([
        { text: 'Select the country of your previous address', target: 'addresses.1.country' },
      ]);
      delete form.element.draft['addresses.1.country_code'];
      expect(await form.submitRejected()).to.deep.equal([
        { text: 'Answer “Is this address in the United Kingdom?”', target: 'addresses.1.country_code' },
      ]);
    });

    it('without a postcode, which an address at home has, or if the backend requires it', async () => {
      const none = { 'addresses.1.postcode': '' };
      const form = await abroad({ countries }, chosen('Ireland'), none);
      await form.finish();
      expect(form.value?.addresses[1]).not.to.have.property('postcode');
      const enter = [{ text: 'Enter the postcode of your previous address', target: 'addresses.1.postcode' }];
      form.type({ 'addresses.1.country_code': 'UK' });
      expect(await form.submitRejected()).to.deep.equal(enter);
      const fields = { ...defaultSettings.fields, 'applicant.addresses.postcode': 'required' };
      expect(await (await abroad({ countries, fields }, chosen('Ireland'), none)).submitRejected()).to.deep.equal(
        enter,
      );
    });

    it('and so may the current one, if applicants may live in several countries', async () => {
      const countriesOfResidence = [{ value: 'United Kingdom' }, { value: 'Ireland' }, { value: 'Peru' }];
      const form = await applicant({ settings: { countries, countriesOfResidence } }, {});
      await waitUntil(() => form.field('addresses.0.country_code'), 'the question has loaded');
      for (const [residence, expected] of [
        ['United Kingdom', ['UK', 'UK']],
        ['Ireland', ['IE', undefined]],
        ['Peru', [undefined, undefined]],
      ] as const) {
        form.type({ country_of_residence: residence });
        await form.updated();
        await form.finish();
        expect(codes(form), residence).to.deep.equal([expected]);
      }
      form.type({ 'addresses.0.country_code': 'UK' });
      await form.finish();
      expect(codes(form), 'the question can be answered otherwise').to.deep.equal([['UK', 'UK']]);
    });

    it('in another country than that of the settings, which the question names', async () => {
      const form = await applicant({ settings: { countryCode: 'IE', addressRegion: 'EU' } }, moved(0, 1));
      await shows(form, 1);
      form.type({ ...address(1, 10), 'addresses.1.country_code': 'IE' });
      expect(form.texts('.group .field > legend')).to.include('Is this address in Ireland?');
      await form.finish();
      expect(codes(form)).to.deep.equal([
        ['IE', 'EU'],
        ['IE', 'EU'],
      ]);
    });

    it('and a rejected country is shown with the contact', async () => {
      const partner = { support: { email: 'help@partner.example' } };
      const form = await abroad({ countries, partner }, chosen('France'));
      await form.element.showProblems([{ path: 'addresses.1.country_code', reason: 'rejected' }], {
        path: 'addresses.1.country_code',
        reason: 'rejected',
      });
      expect(focused()?.id).to.equal('addresses.1.country_code');
      expect(form.text('[part="support"]')).to.include('help@partner.example');
    });
  });

  it('have targets of 44 px', async () => {
    const form = await filled(1, 10);
    for (const target of form.all('[part="add"], [part="remove"], .choice')) {
      expect(target.getBoundingClientRect().height, words(target)).to.be.at.least(44);
    }
  });
});
