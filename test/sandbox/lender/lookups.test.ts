import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleLookups } from '../../../src/sandbox/index.js';
import { foundAddress, foundCompany } from '../../../src/schema/calls/lookups.js';

const { lookupCompany, lookupAddress } = sampleLookups();
const names = (query: string) => lookupCompany({ query }).map(({ registered_name }) => registered_name);
const addresses = (query: string) =>
  lookupAddress({ query }).map(({ house_number, line_1 }) => `${house_number} ${line_1}`);

describe('the sample lookups', () => {
  it('find a company by the beginnings of the words of its name, by its number and by its town', () => {
    assert.deepEqual(names('acorn'), ['Acorn Sample Bakery Ltd', 'Acorn Sample Books Ltd']);
    assert.deepEqual(names('BOOK acorn'), ['Acorn Sample Books Ltd']);
    assert.deepEqual(names('99000112'), ['Willow Sample Accountants Ltd']);
    assert.ok(names('mockford').length >= 4);
    assert.equal(lookupCompany({ query: 'loom' })[0]!.active, false);
    assert.deepEqual(names('no such name'), []);
    assert.deepEqual(names('...'), []);
  });

  it('find an address by its postcode, with or without the space, by its street and by its number', () => {
    assert.deepEqual(addresses('zz1 1ab 14a'), ['14A Sample Street']);
    assert.equal(addresses('ZZ11AB').length, 7);
    assert.deepEqual(addresses('rose cottage'), ['Rose Cottage Specimen Way']);
    assert.deepEqual(addresses('1 model road'), ['1 Model Road', 'Flat 1 Model Road']);
  });

  it('return results that the handler accepts unchanged', () => {
    const companies = ['acorn', 'example', 'sample'].flatMap((query) => lookupCompany({ query }));
    for (const one of companies) assert.deepEqual(foundCompany.parse(one), one);
    for (const one of ['zz1', 'zz2', 'zz3'].flatMap((query) => lookupAddress({ query })))
      assert.deepEqual(foundAddress.parse(one), one);
  });
});
