import { expect } from '@open-wc/testing';
import { defaultSettings } from '../../src/schema/settings.js';
import { typedApplicant } from '../fixtures/samples.mjs';
import { formedApplication } from '../fixtures/wire.js';
import {
  all,
  control,
  errorOf,
  find,
  finish,
  focused,
  part,
  submit,
  summary,
  type,
  typedIn,
  words,
} from '../support/form.js';
import { address, ago, filled, groups, inWords, moved, refused, setup, shows, wireDay } from '../support/history.js';
import { waitUntil } from '../support/wait.js';

describe('the earlier addresses of <lending-applicant>', () => {
  // The first one: what is loaded stays loaded.
  it('are asked of nobody who has lived there for long enough, and do not even load', async () => {
    const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('en-history'));
    const element = await filled(ago(10));
    await finish(element);
    expect(groups(element)).to.be.empty;
    expect(element.value?.addresses).to.have.length(1);
    expect(isLoaded()).to.be.false;
    type(element, moved(0, ago(1)));
    await shows(element, 1);
    expect(isLoaded()).to.be.true;
  });

  describe('are asked', () => {
    it('of who has moved in within the span, once the date is complete, without taking the focus', async () => {
      const element = await setup();
      control(element, 'addresses.0.start_date.year').focus();
      type(element, moved(0, ago(1)));
      await shows(element, 1);
      expect(groups(element)).to.deep.equal(['Your previous address']);
      expect(focused()?.id).to.equal('addresses.0.start_date.year');
      expect(words(control(element, 'addresses.1-hint'))).to.include(`Where you lived before ${inWords(element, 1)}.`);
    });

    it('with legends that tell to which address they belong', async () => {
      const element = await filled(ago(1), ago(2));
      await shows(element, 2);
      const legends = all(element, '.group .field > legend').map(words);
      expect(legends).to.deep.equal([
        'When did you move in?',
        'Do you rent your home?',
        'When did you move in? (Your previous address)',
        'Did you rent your home there? (Your previous address)',
        'When did you move in? (Your previous address 2)',
        'Did you rent your home there? (Your previous address 2)',
      ]);
    });

    it('in words too for who does not see them', async () => {
      const element = await setup();
      const status = find(element, 'form > [role="status"]')!;
      expect(words(status)).to.equal('');
      type(element, moved(0, ago(1)));
      await shows(element, 1);
      expect(find(element, 'form > [role="status"]')).to.equal(status);
      expect(words(status)).to.equal(
        `There are more questions below about where you lived before ${inWords(element, 1)}.`,
      );
    });

    it('one after the other, until they reach far enough back', async () => {
      const element = await filled(ago(1), ago(2));
      await shows(element, 2);
      expect(groups(element)).to.deep.equal(['Your previous address', 'Your previous address 2']);
      expect(part(element, 'add')).to.be.null;
      type(element, address(2, ago(10)));
      await waitUntil(() => part(element, 'add'), 'another one may be added');
      expect(groups(element)).to.have.length(2);
      await finish(element);
      expect(
        element.value?.addresses.map(({ start_date, current, city }) => [start_date, current, city]),
      ).to.deep.equal([
        [wireDay(ago(1)), 'true', 'London'],
        [wireDay(ago(2)), undefined, 'City 1'],
        [wireDay(ago(10)), undefined, 'Leeds'],
      ]);
    });

    for (const [what, settings] of [
      ['the backend wants no history', { address_history_years: 0 }],
      ['the backend does not ask for the date', { fields: { 'applicant.addresses.start_date': 'hidden' as const } }],
      ['the span is short', { address_history_years: 0.5 }],
    ] as const) {
      it(`of nobody where ${what}`, async () => {
        const element = await setup({ settings: { ...defaultSettings, ...settings }, draft: moved(0, ago(1)) });
        submit(element);
        await waitUntil(() => focused()?.id === 'summary', 'the summary has the focus');
        expect(groups(element)).to.be.empty;
        expect(summary(element).some(({ text }) => text.startsWith('Add where'))).to.be.false;
      });
    }

    it('no more once the date is corrected, and what was typed stays', async () => {
      const element = await filled(ago(1));
      await shows(element, 1);
      type(element, moved(0, ago(10)));
      await shows(element, 0);
      type(element, moved(0, ago(1)));
      await shows(element, 1);
      type(element, { 'addresses.1.city': 'Leeds' });
      type(element, moved(0, ago(10)));
      await element.updateComplete;
      expect(groups(element)).to.have.length(1);
      expect(control(element, 'addresses.1.city').value).to.equal('Leeds');
    });

    it('and are accessible, empty and with errors', async () => {
      const element = await filled(ago(1), ago(2));
      await shows(element, 2);
      await expect(element).to.be.accessible();
      type(element, { 'addresses.1.city': '', ...moved(1, ago(1)) });
      await refused(element);
      await expect(element).to.be.accessible();
    });

    it('without what the browser would fill in: it knows where the applicant is now', async () => {
      const element = await filled(ago(1));
      await shows(element, 1);
      const tokens = all<HTMLInputElement>(element, '[id="addresses.1-group"] input:not([type="radio"])');
      expect([...new Set(tokens.map(({ autocomplete }) => autocomplete))]).to.deep.equal(['off']);
    });
  });

  describe('are refused', () => {
    it('where they do not reach far enough back: one sentence, not one for each input', async () => {
      const element = await filled(ago(1));
      await shows(element, 1);
      const text = `Add where you lived before ${inWords(element, 1)}`;
      expect(await refused(element)).to.deep.equal([{ text, target: 'addresses.1.house_number' }]);
      expect(errorOf(element, 'addresses.1')).to.equal(text);
      const described = find(element, '[id="addresses.1-group"]')!.getAttribute('aria-describedby');
      expect(described).to.equal('addresses.1-hint addresses.1-error');
      find<HTMLAnchorElement>(element, '#summary a')!.click();
      expect(focused()?.id).to.equal('addresses.1.house_number');
    });

    it('where the date came without a change that tells of it', async () => {
      const element = await setup();
      type(element, typedApplicant());
      Object.assign(element.draft, moved(0, ago(1)));
      expect((await refused(element))[0]!.target).to.equal('addresses.1.house_number');
      Object.assign(element.draft, address(1, ago(2)));
      const [problem] = await refused(element);
      expect(problem).to.deep.equal({
        text: `Add where you lived before ${inWords(element, 2)}`,
        target: 'addresses.2.house_number',
      });
    });

    it('where one begins after the next, and both are named', async () => {
      const element = await filled(ago(2), ago(1));
      await shows(element, 2);
      const problems = await refused(element);
      expect(problems[0]).to.deep.equal({
        text: `The date you moved into your previous address must be before ${inWords(element, 2)}, when you moved into your current address`,
        target: 'addresses.1.start_date.day',
      });
      expect(problems.map(({ target }) => target)).to.deep.equal([
        'addresses.1.start_date.day',
        'addresses.2.house_number',
      ]);
      expect(problems[1]!.text).to.equal(`Add where you lived before ${inWords(element, 2)}`);
    });

    it('where two begin on the same day', async () => {
      const element = await filled(ago(1), ago(2));
      await shows(element, 2);
      type(element, address(2, ago(2)));
      const [problem] = await refused(element);
      expect(problem).to.deep.equal({
        text: `The date you moved into your previous address 2 must be before ${inWords(element, 2)}. You gave the same date for your previous address`,
        target: 'addresses.2.start_date.day',
      });
    });

    it('where something is missing, each with its address, in the order of the form', async () => {
      const element = await filled(ago(1), ago(2), ago(10));
      const gone = { 'addresses.1.city': '', 'addresses.2.postcode': ' ', 'addresses.2.start_date.month': '' };
      type(element, { ...gone, 'addresses.2.start_date.day': '', 'addresses.2.start_date.year': '' });
      expect((await refused(element)).map(({ text }) => text)).to.deep.equal([
        'Enter the town or city of your previous address',
        'Enter the postcode of your previous address 2',
        'Enter the date you moved into your previous address 2',
      ]);
      expect(typedIn(element)).to.include(gone);
    });

    it('nowhere because one more was asked for than is needed', async () => {
      const element = await filled(ago(1), ago(10));
      await waitUntil(() => part(element, 'add'), 'another one may be added');
      part(element, 'add').click();
      await shows(element, 2);
      await finish(element);
      expect(element.value?.addresses).to.have.length(2);
    });
  });

  it('are shown where the page gives them, the current one first, and given back as they were', async () => {
    const { applicant } = formedApplication();
    const [home] = applicant.addresses;
    const { current: _, ...past } = home!;
    const older = { ...past, city: 'Leeds', start_date: '01/02/2001' };
    const abroad = { ...past, city: 'Paris', country_code: 'FR', start_date: '01/02/2005' };
    const element = await setup({ value: { ...applicant, addresses: [older, home, abroad] } });
    await shows(element, 2);
    await finish(element);
    expect(JSON.parse(JSON.stringify(element.value))).to.deep.equal({ ...applicant, addresses: [home, abroad, older] });
  });

  it('are no trouble where the page gives none', async () => {
    const { addresses: _, ...rest } = formedApplication().applicant;
    for (const value of [rest, { ...rest, addresses: [] }]) {
      const element = await setup({ value });
      await waitUntil(() => control(element, 'first_name').value, 'the inputs are filled');
      expect(groups(element)).to.be.empty;
    }
  });

  it('are there again after a reload', async () => {
    const { draft } = await filled(ago(1), ago(10));
    const element = await setup();
    element.formStateRestoreCallback(JSON.stringify({ draft }));
    await shows(element, 1);
    expect(typedIn(element)).to.include(address(1, ago(10), 'City 1'));
  });

  it('have targets of 44 px', async () => {
    const element = await filled(ago(1), ago(10));
    await waitUntil(() => part(element, 'add'), 'another one may be added');
    for (const target of all(element, '[part="add"], [part="remove"], .choice')) {
      expect(target.getBoundingClientRect().height, words(target)).to.be.at.least(44);
    }
  });
});
