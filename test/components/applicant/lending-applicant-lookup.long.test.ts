import { sampleLookups } from '../../../src/sandbox/lender/lookups.js';
import type { AddressQuery } from '../../../src/server/types.js';
import { sampleApplication } from '../../../stories/support/samples.mjs';
import { address, applicant, expect, knowing, moved, shows, typedApplicant, waitUntil } from '../../support/forms.js';
import { createStack } from '../../../stories/support/stack.js';

const HOME = 'addresses.0';
const LINES = /(house_number|line_1|city|county|postcode)$/;

/** What an applicant types who does not type an address. */
const typedPerson = () => Object.fromEntries(Object.entries(typedApplicant()).filter(([name]) => !LINES.test(name)));

async function setup(properties: object = {}, lookups = sampleLookups()) {
  const queries: AddressQuery[] = [];
  const { lookupAddress } = lookups;
  const record = (query: AddressQuery) => (queries.push(query), lookupAddress(query));
  const stack = createStack({ handler: { lookupAddress: record } });
  const form = await applicant({ ...(await knowing(stack)), ...properties });
  await waitUntil(() => form.find('.card, [role="combobox"], [part="switch"]'), 'the search has loaded');
  const choose = async (text: string, path = HOME) => {
    form.type({ [`${path}.query`]: text });
    const option = () => form.find(`[id="${path}.query-0"]`);
    await waitUntil(option, 'there are results');
    option()!.click();
    await waitUntil(() => form.field(`${path}.query-card`), 'the card is shown');
  };
  const lines = () => Object.keys(form.typed()).filter((name) => LINES.test(name));
  return { form, queries, choose, lines };
}

describe('<lending-applicant> with a lookup', () => {
  it('is accessible while it shows the search and the chosen result', async () => {
    const { form, choose } = await setup();
    await expect(form.element).to.be.accessible();
    await choose('zz1 1ab 12');
    await expect(form.element).to.be.accessible();
  });

  it('shows one search input instead of five inputs, and the chosen address in one line', async () => {
    const { form, queries, choose, lines } = await setup();
    expect(lines()).to.deep.equal([]);
    form.type(typedPerson());
    await choose('zz1 1ab 12');
    await form.focus(`${HOME}.query-card`);
    expect(form.text('.card .name')).to.equal('12 Sample Street, Sampleton, Sampleshire, ZZ1 1AB');
    expect(lines()).to.deep.equal([]);
    await form.finish();
    const found = { house_number: '12', line_1: 'Sample Street', city: 'Sampleton', county: 'Sampleshire' };
    expect(form.value!.addresses).to.deep.equal([
      { ...sampleApplication().applicant.addresses[0], ...found, postcode: 'ZZ1 1AB' },
    ]);
    expect(queries.map(({ query, countryCode }) => [query, countryCode])).to.deep.equal([['zz1 1ab 12', 'UK']]);
  });

  it('accepts an address of the forces without a town', async () => {
    const lookupAddress = () => [{ house_number: 'Sample Barracks', postcode: 'BFPO 58' }];
    const { form, choose } = await setup({}, { ...sampleLookups(), lookupAddress });
    form.type(typedPerson());
    await choose('bfpo 58');
    expect(form.text('.card .name')).to.equal('Sample Barracks, BFPO 58');
    await form.finish();
    const { house_number, line_1, city, postcode } = form.value!.addresses[0]!;
    expect([house_number, line_1, city, postcode]).to.deep.equal(['Sample Barracks', undefined, 'BFPO', 'BFPO 58']);
  });

  it('links errors to the search, and shows the address inputs if one of them is rejected', async () => {
    const { form, choose, lines } = await setup();
    form.type(typedPerson());
    expect(await form.submitRejected()).to.deep.equal([
      { text: 'Choose your address from the results, or enter it yourself', target: `${HOME}.query` },
    ]);
    await choose('rose cottage');
    form.element.problems = [{ path: `${HOME}.postcode`, reason: 'format' }];
    await form.updated();
    expect(lines()).to.have.length(5);
    expect(form.error(`${HOME}.postcode`)).to.match(/^Check your postcode/);
  });

  it('fills in the business’s address if its box is ticked, and shows the search or its result again if it is unticked', async () => {
    const company = { address: { house_number: '7', line_1: 'Works Road', country_code: 'UK' } };
    const { form, choose, lines } = await setup({ company });
    form.field('same').click();
    await form.updated();
    expect(form.typed()).to.include({ [`${HOME}.house_number`]: '7', [`${HOME}.line_1`]: 'Works Road' });
    form.field('same').click();
    await form.updated();
    expect(lines(), 'the search is back').to.deep.equal([]);
    await choose('zz1 1ab 12');
    form.field('same').click();
    await form.updated();
    expect(form.part('card')).to.equal(null);
    expect(form.typed()).to.include({ [`${HOME}.line_1`]: 'Works Road' });
    form.field('same').click();
    await form.updated();
    expect(form.text('.card .name')).to.match(/^12 Sample Street/);
  });

  it('searches for earlier addresses, too, and keeps the others when one is removed', async () => {
    const { form, choose } = await setup();
    form.type({ ...typedPerson(), ...moved(0, 1) });
    await choose('zz1 1ab 12');
    await shows(form, 1);
    await waitUntil(() => form.field('addresses.1.query'), 'the search is shown');
    expect(form.errors).to.deep.equal([]);
    form.type({ ...moved(1, 10), 'addresses.1.country_code': 'UK', 'addresses.1.status': 'tenant' });
    expect(await form.submitRejected()).to.deep.equal([
      { text: 'Choose your previous address from the results, or enter it yourself', target: 'addresses.1.query' },
    ]);
    await choose('zz3 5gh 20', 'addresses.1');
    form.type(moved(1, 2));
    await shows(form, 2);
    await choose('zz2 4bd 11', 'addresses.2');
    form.type({ ...moved(2, 10), 'addresses.2.country_code': 'UK', 'addresses.2.status': 'tenant' });
    await form.updated();
    const cards = () => form.texts('.card .name').map((text) => text!.split(',')[0]);
    expect(cards()).to.deep.equal(['12 Sample Street', '20 Pattern Lane', '11 Specimen Way']);
    form.all('[part="remove"]')[0]!.click();
    await waitUntil(() => cards().length === 2, 'one is removed');
    expect(cards()).to.deep.equal(['12 Sample Street', '11 Specimen Way']);
    await form.finish();
    expect(form.value!.addresses.map(({ line_1 }) => line_1)).to.deep.equal(['Sample Street', 'Specimen Way']);
  });

  it('offers no search for an address abroad', async () => {
    const { form, choose } = await setup();
    form.type({ ...typedPerson(), ...moved(0, 1) });
    await choose('zz1 1ab 12');
    await shows(form, 1);
    await waitUntil(() => form.field('addresses.1.query'), 'the search is shown');
    form.type({ 'addresses.1.country_code': '' });
    await form.updated();
    expect(form.field('addresses.1.query')).to.equal(null);
    form.type({ ...address(1, 10, 'Lyon'), 'addresses.1.country_code': '' });
    await form.finish();
    expect(form.value!.addresses[1]).to.include({ city: 'Lyon', line_1: 'Former Street' });
  });
});
