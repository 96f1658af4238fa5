import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitAddress } from '../../../src/schema/addresses/pasted-address.js';

/** The number, the street, the town, the county and the postcode, with nothing where there is none. */
type Lines = readonly [house: string | undefined, street: string | undefined, ...rest: (string | undefined)[]];

const split = (copied: string) => {
  const lines = splitAddress(copied);
  return lines && [lines.house_number, lines.line_1, lines.city, lines.county, lines.postcode];
};

describe('a whole address that is copied', () => {
  const good: [string, Lines][] = [
    ['7 Harbour Lane\nWhitby\nYO22 4DE', ['7', 'Harbour Lane', 'Whitby', undefined, 'YO22 4DE']],
    ['7 Harbour Lane, Whitby, YO22 4DE', ['7', 'Harbour Lane', 'Whitby', undefined, 'YO22 4DE']],
    ['7, Harbour Lane, Whitby YO22 4DE', ['7', 'Harbour Lane', 'Whitby', undefined, 'YO22 4DE']],
    [
      '7 HARBOUR LANE,\r\nRUSWARP,\r\nWHITBY,\r\nNORTH YORKSHIRE,\r\nyo22 4de.\r\n',
      ['7', 'HARBOUR LANE, RUSWARP', 'WHITBY', 'NORTH YORKSHIRE', 'YO22 4DE'],
    ],
    [
      'Harbour Lane Books Ltd\nFlat 3, Rose Court\n12\u201314 Mill\u00a0Lane\nWhitby\nYO22 4DE\nUnited Kingdom',
      ['Flat 3, Rose Court, 12-14', 'Mill Lane', 'Whitby', undefined, 'YO22 4DE'],
    ],
    ['Unit 4, Tollcross Yard, Edinburgh, EH3 9QN', ['Unit 4', 'Tollcross Yard', 'Edinburgh', undefined, 'EH3 9QN']],
    ['Unit 4 Tollcross Yard\nEdinburgh\nEH3 9QN', ['Unit 4', 'Tollcross Yard', 'Edinburgh', undefined, 'EH3 9QN']],
    ['Registered office: 1a High St, Kent, CT1 2AB', ['1a', 'High St', 'Kent', undefined, 'CT1 2AB']],
    ['12 Quay St, Hackney, London, E8 1AA', ['12', 'Quay St, Hackney', 'London', undefined, 'E8 1AA']],
    ['Mrs P Raman, 7 Harbour Lane, YO22 4DE', ['7', 'Harbour Lane', undefined, undefined, 'YO22 4DE']],
    ['１２ Ｑｕａｙ Ｓｔ，Bristol，BS1 5LJ', ['12', 'Quay St', 'Bristol', undefined, 'BS1 5LJ']],
    // A building without a number or a street, and a street without a number.
    ['Rose Cottage, Mill Lane, Whitby, YO22 4DE', ['Rose Cottage', 'Mill Lane', 'Whitby', undefined, 'YO22 4DE']],
    ['Rose Cottage\nMill Lane\nWhitby\nYO22 4DE', ['Rose Cottage', 'Mill Lane', 'Whitby', undefined, 'YO22 4DE']],
    [
      'Harbour Lane, Whitby, North Yorkshire, YO22 4DE',
      [undefined, 'Harbour Lane', 'Whitby', 'North Yorkshire', 'YO22 4DE'],
    ],
    ['High Barn Farm\nExampleby YO22 4DE', ['High Barn Farm', undefined, 'Exampleby', undefined, 'YO22 4DE']],
    [
      'High Barn Farm, Little Sample, Exampleby, Devon, EX9 9ZZ, England',
      ['High Barn Farm', 'Little Sample', 'Exampleby', 'Devon', 'EX9 9ZZ'],
    ],
    ['PO Box 12, Whitby, YO22 4DE', [undefined, 'PO Box 12', 'Whitby', undefined, 'YO22 4DE']],
    [
      'Sample Barracks, Exampleby Garrison, BFPO 58',
      ['Sample Barracks', undefined, 'Exampleby Garrison', undefined, 'BFPO 58'],
    ],
    ['Sample Barracks, bfpo 58', ['Sample Barracks', undefined, undefined, undefined, 'BFPO 58']],
    ['12 Sample Lines\nBFPO 58', ['12', 'Sample Lines', undefined, undefined, 'BFPO 58']],
    ['12 bis, rue Merci\u00e8re\n69002 Lyon\nFrance', ['12 bis', 'rue Merci\u00e8re', 'Lyon', undefined, '69002']],
    ['12ter rue de Rivoli, F-75001 Paris', ['12ter', 'rue de Rivoli', 'Paris', undefined, '75001']],
    ['41 Sample Street, Dublin 2, D02 AF30, Ireland', ['41', 'Sample Street', 'Dublin 2', undefined, 'D02 AF30']],
  ];
  for (const [copied, lines] of good) {
    it(`is split into its parts: ${JSON.stringify(copied)}`, () => assert.deepEqual(split(copied), [...lines]));
  }

  const unclear = [
    '',
    '7 Harbour Lane',
    '7 Harbour Lane, Whitby',
    'Whitby YO22 4DE',
    'Rose Cottage, Mill Lane, Whitby',
    'Acme Ltd, YO22 4DE',
  ];
  for (const copied of unclear) {
    it(`is not split if its parts are not clear: ${JSON.stringify(copied)}`, () =>
      assert.equal(splitAddress(copied), undefined));
  }

  it('keeps every word that belongs to the address, whatever the words are', () => {
    const part = fc
      .stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?$/)
      .filter((one) => !/ltd|llp|plc|^(mr|ms|dr)/i.test(one));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.array(part, { minLength: 1, maxLength: 5 }), (number, parts) => {
        const lines = splitAddress(`${number} ${parts.join(', ')}, YO22 4DE`)!;
        assert.equal(Object.values(lines).join(', '), `${number}, ${parts.join(', ')}, YO22 4DE`);
      }),
      { numRuns: 500, seed: 20200710 },
    );
  });

  it('is read in linear time', () => {
    for (const text of ['7 ', 'a:', ',', '1-', 'Flat 1 ']) splitAddress(`${text.repeat(50_000)}, YO22 4DE`);
  });
});
