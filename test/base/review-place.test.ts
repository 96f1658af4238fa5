import { expect } from '@open-wc/testing';
import { streetLine } from '../../src/base/review-rows.js';

describe('a building and its street on one line', () => {
  for (const [house, street, line] of [
    ['12', 'Sample Road', '12 Sample Road'],
    ['12a', 'Sample Road', '12a Sample Road'],
    ['12-14', 'Sample Road', '12-14 Sample Road'],
    ['12 – 14b', 'Sample Road', '12 – 14b Sample Road'],
    ['3/2', 'Sample Road', '3/2 Sample Road'],
    ['No. 7', 'Sample Road', 'No. 7 Sample Road'],
    ['Rose Cottage', 'Sample Road', 'Rose Cottage, Sample Road'],
    ['Flat 3', 'Sample Road', 'Flat 3, Sample Road'],
    ['Unit 4', 'Sample Estate', 'Unit 4, Sample Estate'],
    ['Flat 3, 12', 'Sample Road', 'Flat 3, 12 Sample Road'],
    ['Flat 3', '12 Sample Road', 'Flat 3, 12 Sample Road'],
    ['Studio 54', 'Sample Road', 'Studio 54, Sample Road'],
    ['Rose Cottage, 12a', 'Sample Road', 'Rose Cottage, 12a Sample Road'],
    ['', 'PO Box 12', 'PO Box 12'],
    [undefined, 'Sample Road', 'Sample Road'],
    ['12', undefined, '12'],
  ] as const) {
    it(`is “${line}”: ${house ?? 'nothing'} and ${street ?? 'nothing'}`, () => {
      expect(streetLine(house, street)).to.equal(line);
    });
  }
});
