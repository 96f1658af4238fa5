import { sampleLookups } from '../../../src/sandbox/lender/lookups.js';
import { yearsSince } from '../../../src/schema/unlikely.js';
import type { LookupQuery } from '../../../src/server/types.js';
import { createStack, type StackOptions } from '../../../stories/support/stack.js';
import { defaultSettings, descriptionOf, expect, focused, nameOf, waitUntil, words } from '../../support/component.js';
import { company, knowing } from '../../support/forms.js';

const TRADED = { 'trading_from_date.day': '1', 'trading_from_date.month': '8', 'trading_from_date.year': '2017' };

/** The form of a partner with a register. `queries` are the texts that it got. */
async function setup(handler: StackOptions['handler'] = {}, properties: object = {}) {
  const queries: LookupQuery[] = [];
  const { lookupCompany } = sampleLookups();
  const record = (query: LookupQuery) => (queries.push(query), lookupCompany(query));
  const settings = { partner: { name: 'Sample Books' } };
  const stack = createStack({ handler: { settings, lookupCompany: record, ...handler } });
  const form = await company({ ...(await knowing(stack)), ...properties });
  await waitUntil(() => form.find('.card, [role="combobox"], [part="switch"]'), 'the search has loaded');
  const options = () => form.all('[role="option"]');
  /** Types as a person does, key by key. */
  const search = (text: string) => {
    const box = form.field('query');
    box.focus();
    box.value = '';
    for (const key of text) {
      box.value += key;
      box.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    }
  };
  const find = async (text: string, count: number) => {
    search(text);
    await waitUntil(() => options().length === count, `${count} results`);
  };
  const key = async (name: string) => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, composed: true });
    form.field('query').dispatchEvent(event);
    await form.updated();
    return event;
  };
  const choose = async (text: string, count: number) => {
    await find(text, count);
    options()[0]!.click();
    await waitUntil(() => form.part('card'), 'the card is shown');
  };
  return { form, queries, options, search, find, key, choose };
}
const CARD = 'query-card';
const statusOf = (form: Awaited<ReturnType<typeof company>>) => form.text('.lookup [aria-live]');

describe('<lending-company> with a lookup', () => {
  it('is accessible: empty, with results, with an error, and with a chosen result', async () => {
    const { form, find, choose } = await setup();
    await expect(form.element).to.be.accessible();
    await find('acorn', 2);
    await expect(form.element).to.be.accessible();
    await form.submitRejected();
    await expect(form.element).to.be.accessible();
    await choose('acorn', 2);
    await expect(form.element).to.be.accessible();
  });

  it('asks for the name, names the source of the lookup, and makes no call before the applicant types', async () => {
    const { form, queries } = await setup();
    const box = form.field('query');
    expect(box.getAttribute('role')).to.equal('combobox');
    expect(box.getAttribute('aria-expanded')).to.equal('false');
    expect(descriptionOf(box)).to.equal('By name or registration number. Sample Books searches as you type.');
    box.focus();
    expect(Object.keys(form.typed()).filter((name) => /registered|formation|address/.test(name))).to.deep.equal([]);
    expect(queries).to.deep.equal([]);
  });

  it('looks up only the last text, once the applicant has stopped typing', async () => {
    const { form, queries, find, options } = await setup();
    await find('acorn', 2);
    expect(queries.map(({ query }) => query)).to.deep.equal(['acorn']);
    expect(options().map(words)).to.deep.equal([
      'Acorn Sample Bakery Ltd 99000101 · Sampleton · ZZ1 1AB',
      'Acorn Sample Books Ltd 99000102 · Exampleby · ZZ2 4BD',
    ]);
    expect(statusOf(form)).to.equal('2 results. Choose one from the list.');
    expect(form.field('query').getAttribute('aria-expanded')).to.equal('true');
  });

  it('looks up nothing for fewer than three characters', async () => {
    const { form, queries, search } = await setup();
    search('ac');
    await form.updated();
    expect(statusOf(form)).to.equal('');
    search('  a  ');
    expect(queries).to.deep.equal([]);
  });

  it('has the letters that were typed in bold, at the beginnings of words', async () => {
    const { form, find } = await setup();
    await find('aco sa 9900', 2);
    expect(form.texts('#query-0 b')).to.deep.equal(['Aco', 'Sa', '9900', 'Sa']);
  });

  it('moves nothing when its results arrive, and scrolls to the one that the arrow keys reach', async () => {
    const names = Array.from({ length: 20 }, (_, at) => ({ registered_name: `Acorn Sample ${at} Ltd` }));
    const { form, search, key, options } = await setup({ lookupCompany: () => Promise.resolve(names) });
    const box = (selector: string) => form.find(selector)!.getBoundingClientRect();
    search('acorn');
    await form.updated();
    const before = box('[part="switch"]').top;
    await waitUntil(() => options().length === 20, 'the results are there');
    expect(box('[part="switch"]').top).to.equal(before);
    expect(box('.results').height).to.be.at.most(Math.max(192, innerHeight * 0.45));
    await key('ArrowUp');
    await waitUntil(() => form.find('.results')!.scrollTop > 0, 'it scrolls');
    expect(box('#query-19').bottom).to.be.at.most(box('.results').bottom);
  });

  it('is cleared by a button that is there while it has a text', async () => {
    const { form, find, options } = await setup();
    expect(form.button('Clear the search')).to.equal(undefined);
    await find('acorn', 2);
    await form.press('Clear the search');
    await form.updated();
    expect([form.typed()['query'], form.element.draft['query'], statusOf(form), options().length]).to.deep.equal([
      '',
      '',
      '',
      0,
    ]);
    expect(focused()?.id).to.equal('query');
    expect(form.button('Clear the search')).to.equal(undefined);
  });

  it('cancels the search for an older text, and shows only the newest results', async () => {
    const { lookupCompany } = sampleLookups();
    const slow: LookupQuery[] = [];
    const { form, search, find, options } = await setup({
      lookupCompany: (query) =>
        query.query === 'acorn' ? (slow.push(query), new Promise(() => {})) : lookupCompany(query),
    });
    search('acorn');
    await waitUntil(() => slow.length === 1, 'the first search has begun');
    await find('willow', 1);
    expect(words(options()[0])).to.match(/^Willow/);
    expect(slow[0]!.signal.aborted).to.equal(true);
    expect(form.errors).to.deep.equal([]);
  });

  it('works with the keyboard alone', async () => {
    const { form, find, key, options } = await setup();
    await find('acorn', 2);
    const box = form.field('query');
    const active = () => options().findIndex((one) => one.id === box.getAttribute('aria-activedescendant'));
    const selected = () => options().map((one) => one.getAttribute('aria-selected'));
    expect(active()).to.equal(-1);
    expect((await key('Enter')).defaultPrevented, 'Enter does not send the form').to.equal(true);
    await key('ArrowDown');
    expect([active(), ...selected()]).to.deep.equal([0, 'true', 'false']);
    await key('ArrowUp');
    expect(active()).to.equal(1);
    await key('ArrowDown');
    expect(active()).to.equal(0);
    await key('Escape');
    expect(options()).to.have.length(0);
    expect(box.getAttribute('aria-expanded')).to.equal('false');
    await key('ArrowDown');
    expect(active()).to.equal(0);
    await key('Enter');
    await form.focus(CARD);
    expect(form.text('.name')).to.equal('Acorn Sample Bakery Ltd');
  });

  it('shows the chosen result as a card, asks for the other answers, and sends the same values as typed input', async () => {
    const { form, choose } = await setup();
    await choose('acorn', 2);
    await form.focus(CARD);
    expect(form.texts('.card bdi')[2]).to.equal('12 Sample Street, Sampleton, ZZ1 1AB');
    expect(nameOf(focused()!)).to.equal('Acorn Sample Bakery Ltd');
    expect(descriptionOf(focused()!)).to.equal(
      `Registration number 99000101. 12 Sample Street, Sampleton, ZZ1 1AB. Formed on 14 March 2016 (${yearsSince('2016-03-14')} years ago).`,
    );
    expect(Object.keys(form.typed())).to.deep.equal(Object.keys(TRADED));
    form.type(TRADED);
    await form.finish();
    expect(form.value).to.deep.equal({
      registered_name: 'Acorn Sample Bakery Ltd',
      registered_number: '99000101',
      type: 'ltd',
      formation_date: '2016-03-14 00:00:00.000',
      trading_from_date: '2017-08-01 00:00:00.000',
      address: { house_number: '12', line_1: 'Sample Street', country_code: 'UK' },
      region: 'GB',
    });
  });

  it('answers the question about the country, whether the address is found or not', async () => {
    const countries = [{ name: 'Jersey', countryCode: 'JE' }];
    for (const address of [{ house_number: '12', line_1: 'Sample Street' }, undefined]) {
      const lookupCompany = () => [{ ...sampleLookups().lookupCompany({ query: 'willow' })[0]!, address }];
      const { form, choose } = await setup({ lookupCompany, settings: { countries } });
      await choose('willow', 1);
      form.type(TRADED);
      if (!address) form.type({ 'address.house_number': '12', 'address.line_1': 'Sample Street' });
      expect(
        form.all<HTMLInputElement>('[name="address.country_code"]:checked').map(({ value }) => value),
      ).to.deep.equal(address ? [] : ['UK']);
      await form.finish();
      expect([form.value!.address.country_code, form.value!.region]).to.deep.equal(['UK', 'GB']);
    }
  });

  describe('says how old the business is', () => {
    const dayBefore = (years: number, days: number) => {
      const now = new Date();
      const day = new Date(now.getFullYear() - years, now.getMonth(), now.getDate() - days);
      return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-');
    };
    for (const [what, day, age] of [
      ['one day after its tenth birthday', dayBefore(10, 1), ' (10 years ago)'],
      ['one day before it', dayBefore(10, -1), ' (9 years ago)'],
      ['in its second year', dayBefore(1, 1), ' (1 year ago)'],
      ['not in its first year', dayBefore(1, -1), ''],
    ] as const)
      it(what, async () => {
        const [sample] = sampleLookups().lookupCompany({ query: 'willow' });
        const { form, choose } = await setup({
          lookupCompany: () => [{ ...sample!, formation_date: `${day} 00:00:00.000` }],
        });
        await choose('willow', 1);
        const year = day.slice(0, 4);
        expect(form.texts('.card bdi')[3]?.split(year)[1]).to.equal(age);
      });
  });

  it('asks for the fields that a result does not have, and for a whole address if a line is missing', async () => {
    const { form, find, options } = await setup({
      lookupCompany: () => [{ registered_name: 'Half Sample Ltd', type: 'plc', address: { city: 'Sampleton' } }],
    });
    await find('half', 1);
    options()[0]!.click();
    await form.focus(CARD);
    expect(Object.keys(form.typed())).to.deep.equal([
      'registered_number',
      'formation_date.day',
      'formation_date.month',
      'formation_date.year',
      ...Object.keys(TRADED),
      'address.house_number',
      'address.line_1',
    ]);
    form.type({ registered_number: '1' });
    await form.updated();
    expect(form.typed()['registered_number'], 'a field stays while it is typed into').to.equal('1');
  });

  it('moves a number out of the street, and accepts an address without a number', async () => {
    const found = (line_1: string) => () => [
      { ...sampleLookups().lookupCompany({ query: 'willow' })[0]!, address: { line_1 } },
    ];
    for (const [line, address] of [
      ['12a Sample Street', { house_number: '12a', line_1: 'Sample Street', country_code: 'UK' }],
      ['Sample Trading Estate', { line_1: 'Sample Trading Estate', country_code: 'UK' }],
    ] as const) {
      const { form, choose } = await setup({ lookupCompany: found(line) });
      await choose('willow', 1);
      form.type(TRADED);
      await form.finish();
      expect(form.value!.address).to.deep.equal(address);
    }
  });

  describe('warns in the results and on the card', () => {
    const [sample] = sampleLookups().lookupCompany({ query: 'willow' });
    const INACTIVE = 'The register does not show this business as active. Check that it is yours.';
    const UNOFFERED = 'This form is not for this type of business. If it is yours, ask Sample Books how you can apply.';
    for (const [what, more, short, sentences] of [
      ['of a company that is not active', { active: false }, 'Not active · 99000112', [INACTIVE]],
      ['of a type that the form does not offer', { type: 'llp' }, 'Other type of business · 99000112', [UNOFFERED]],
      ['of both', { active: false, type: 'llp' }, 'Not active · Other type of business · 9', [INACTIVE, UNOFFERED]],
      ['of nothing if it is active', { active: true }, 'Willow Sample Accountants Ltd 99000112', []],
    ] as const)
      it(`${what}, after a reload too, and sends only the answers`, async () => {
        const handler = { lookupCompany: () => [{ ...sample!, ...more }] };
        const { form, choose } = await setup(handler);
        await choose('willow', 1);
        expect(form.texts('[part="warning"]')).to.deep.equal(sentences);
        await form.focus(CARD);
        for (const sentence of sentences) expect(descriptionOf(focused()!)).to.include(sentence);
        await expect(form.element).to.be.accessible();
        form.type(TRADED);
        await form.finish();
        expect(form.value).to.include({ type: 'ltd' }).and.not.have.property('active');
        const again = await setup(handler, { draft: { ...form.element.draft } });
        expect(again.form.texts('[part="warning"]')).to.deep.equal(sentences);
        await again.form.press('Change (your business)');
        await again.find('willow', 1);
        expect(words(again.options()[0])).to.include(short);
      });
  });

  it('goes back to the search by "Change", and from there to the filled fields', async () => {
    const { form, choose } = await setup();
    await choose('acorn', 2);
    const there: unknown[] = [];
    const note = () => there.push(!!form.find('.card'), !!form.find('[role="combobox"]'));
    form.element.shadowRoot!.addEventListener('focusin', note, { once: true });
    await form.press('Change (your business)');
    await form.focus('query');
    expect(there, 'the card goes after the search has the focus').to.deep.equal([true, true]);
    await waitUntil(() => !form.find('.card'), 'it goes');
    await form.press('Enter the details yourself');
    await form.focus('registered_name');
    expect(form.typed()).to.include({ registered_name: 'Acorn Sample Bakery Ltd', 'address.house_number': '12' });
    await form.press('Search for your business');
    await choose('willow', 1);
    expect(form.text('.name')).to.equal('Willow Sample Accountants Ltd');
  });

  it('does not continue without a choice, and the link of the error leads to the search', async () => {
    const { form, find } = await setup();
    form.type(TRADED);
    const unchosen = 'Choose your business from the results, or enter the details yourself';
    expect(await form.submitRejected()).to.deep.equal([{ text: unchosen, target: 'query' }]);
    form.find<HTMLAnchorElement>('#summary a')!.click();
    await form.focus('query');
    await find('acorn', 2);
    expect(await form.submitRejected()).to.deep.equal([{ text: unchosen, target: 'query' }]);
    expect(form.error('query')).to.equal(unchosen);
  });

  it('does not keep a choice that the applicant wanted to change', async () => {
    const { form, choose } = await setup();
    await choose('acorn', 2);
    form.type(TRADED);
    await form.press('Change (your business)');
    expect(await form.submitRejected()).to.have.length(1);
  });

  for (const [what, lookupCompany] of Object.entries({
    fails: () => Promise.reject(new Error('down')),
    'returns rubbish': () => 'rubbish' as never,
  })) {
    it(`shows a failure if the lookup ${what}, and the details can be entered`, async () => {
      const { form, search } = await setup({ lookupCompany });
      search('acorn');
      await waitUntil(() => /is not working/.test(statusOf(form) ?? ''), 'the failure is announced');
      expect(form.errors).to.have.length(1);
      await form.press('Enter the details yourself');
      await form.focus('registered_name');
    });
  }

  it('shows that nothing was found', async () => {
    const { form, search } = await setup();
    search('nobody');
    await waitUntil(() => statusOf(form)?.startsWith('No results'), 'that is announced');
    expect(form.field('query').getAttribute('aria-expanded')).to.equal('false');
  });

  it('shows that a search is slow, and the details can be entered meanwhile', async function () {
    this.timeout(8000);
    const { form, search } = await setup({ lookupCompany: () => new Promise(() => {}) });
    search('acorn');
    await waitUntil(() => /taking a while/.test(statusOf(form) ?? ''), 'that is announced');
    await form.press('Enter the details yourself');
    await form.focus('registered_name');
  });

  describe('keeps the fields', () => {
    it('if they are prefilled, and shows no search for a read-only name', async () => {
      const prefill = { registered_name: 'Known Ltd' };
      const { form } = await setup({}, { prefill });
      expect(form.typed()['registered_name']).to.equal('Known Ltd');
      expect(form.button('Search for your business')).not.to.equal(undefined);
      const { adapter } = createStack({ handler: { lookupCompany: () => [] } });
      const settings = { ...defaultSettings, readOnly: ['company.registered_name'], lookups: ['company'] };
      const fixed = await company({ adapter, settings, prefill });
      await waitUntil(() => fixed.field('registered_name').readOnly, 'the value is filled in');
      expect(fixed.part('switch')).to.equal(null);
    });

    it('while the applicant empties them', async () => {
      const { form } = await setup();
      await form.press('Enter the details yourself');
      form.type({ registered_name: 'A' });
      form.type({ registered_name: '' });
      await form.updated();
      expect(form.field('registered_name')).not.to.equal(null);
    });

    it('if the adapter has no lookupCompany()', async () => {
      const { adapter } = createStack({ handler: { lookupCompany: () => [] } });
      const form = await company({ adapter: { ...adapter, lookupCompany: undefined } });
      form.element.settings = { ...defaultSettings, lookups: ['company'] };
      await form.updated();
      expect(form.field('registered_name')).not.to.equal(null);
    });
  });

  describe('a search that becomes available after the fields are on the page', () => {
    /** The form, and the input that was there first. */
    async function setupLate(handler: StackOptions['handler'] = sampleLookups()) {
      const { adapter } = createStack({ handler });
      const form = await company({ adapter });
      const input = form.field('registered_name');
      input.focus();
      await waitUntil(() => input.getAttribute('role') === 'combobox', 'the search has loaded');
      const find = async (text: string) => {
        form.type({ registered_name: text });
        await waitUntil(() => form.find('[role="option"]'), 'there are results');
      };
      return { form, input, find };
    }

    it('keeps the fields and the focus, and searches for the typed name', async () => {
      const { form, input, find } = await setupLate();
      expect(focused()).to.equal(input);
      expect(form.field('registered_number')).not.to.equal(null);
      expect(form.part('switch')).to.equal(null);
      await find('acorn');
      await expect(form.element).to.be.accessible();
      expect(form.texts('.suggestions .hint')[0]).to.equal('This site searches as you type.');
      expect(form.field('registered_name')).to.equal(input);
      form.find('[role="option"]')!.click();
      await form.focus(CARD);
      expect(form.text('.name')).to.equal('Acorn Sample Bakery Ltd');
      await form.press('Change (your business)');
      await form.focus('query');
    });

    it('keeps a typed name that is not chosen, and hides the results when the applicant goes on', async () => {
      const { form, input, find } = await setupLate();
      await find('acorn');
      form.field('registered_number').focus();
      expect(form.find('.suggestions')!.offsetHeight + form.all('[role="option"]').length).to.equal(0);
      expect(input.getAttribute('aria-expanded')).to.equal('false');
      expect(form.typed()['registered_name']).to.equal('acorn');
    });

    it('shows no message about a search that fails or finds nothing: the name is the answer', async () => {
      for (const lookupCompany of [() => [], () => Promise.reject(new Error('down'))]) {
        const { form } = await setupLate({ lookupCompany });
        form.type({ registered_name: 'acorn' });
        await waitUntil(() => !form.find('.suggestions > div')!.hidden, 'it searches');
        await waitUntil(() => form.find('.suggestions > div')!.hidden, 'nothing is shown');
        expect(form.text('.suggestions [aria-live]')).to.equal('');
      }
    });
  });

  it('survives a reload: the draft contains the chosen result, and the text of a search', async () => {
    const { form, choose } = await setup();
    await choose('acorn', 2);
    form.type(TRADED);
    const { draft } = form.element;
    const again = await setup({}, { draft: { ...draft } });
    expect(again.form.text('.name')).to.equal('Acorn Sample Bakery Ltd');
    await again.form.finish();
    const typing = await setup({}, { draft: { query: 'will' } });
    expect(typing.form.field('query').value).to.equal('will');
    expect(typing.queries).to.deep.equal([]);
  });
});
